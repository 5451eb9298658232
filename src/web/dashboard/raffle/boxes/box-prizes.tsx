import { useState } from 'preact/hooks';
import {
  DeletePrizeOfBoxesDocument,
  LockPrizeOfBoxesDocument,
  UnlockPrizeOfBoxesDocument,
  type PrizeOfBoxesFragment,
} from '../../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import type { PagedResult } from '../../../common/paged-query.js';
import { useClient } from '../../../common/session.js';
import { Button, RowButton } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Row } from '../../../ui/layout.js';
import { Badge, Skeleton, Card, Empty, Problem } from '../../../ui/surface.js';
import { LoadMore, Table, type Column } from '../../../ui/table.js';
import { useReloadAfterUndo } from '../../../ui/toasts.js';
import type { Raffle } from '../raffle-tab.js';
import css from '../raffle.module.css';
import { canBeBought, type SaleLock } from '../settings/locked-fields.js';
import { BoxPrizeDialog } from './box-prize-dialog.js';
import { BOX_TEXTS } from './box-texts.js';

type PendingAction = { what: 'delete' | 'lock'; prize: PrizeOfBoxesFragment };

/** Prizes cannot be edited: they are deleted and created again. */
export function BoxPrizes({
  raffle,
  prizes,
  saleLock,
}: {
  raffle: Raffle;
  prizes: PagedResult<PrizeOfBoxesFragment>;
  saleLock: SaleLock;
}) {
  const t = useTexts(TEXTS);
  const common = useTexts(BOX_TEXTS);
  const { money, number, percent } = useFormats();
  const client = useClient();
  const setLocked = (id: string, isLocked: boolean): Promise<unknown> =>
    isLocked ? client.mutate(LockPrizeOfBoxesDocument, { id }) : client.mutate(UnlockPrizeOfBoxesDocument, { id });
  useReloadAfterUndo(prizes.reload);
  const [isAdding, setAdding] = useState(false);
  const [pendingAction, setPendingAction] = useState<PendingAction>();
  const isOver = raffle.frozenAt !== null || raffle.status === 'CANCELLED';
  const columns: readonly Column<PrizeOfBoxesFragment>[] = [
    { key: 'title', head: t.prize, cell: ({ title }) => <span class={css.name}>{title}</span> },
    { key: 'worth', head: t.worth, isFigure: true, cell: ({ prize }) => money(prize) },
    {
      key: 'units',
      head: t.units,
      isFigure: true,
      cell: ({ quantity, unitsLeft }) => t.left(number(unitsLeft), number(quantity)),
    },
    {
      key: 'chance',
      head: t.chance,
      cell: ({ mode, percentage }) => (mode === 'ALEATORIO' ? t.hidden : t.each(percent(percentage ?? 0))),
    },
    {
      key: 'release',
      head: t.release,
      cell: ({ isLocked, releaseAtPercentage }) =>
        isLocked ? '—' : releaseAtPercentage > 0 ? t.from(percent(releaseAtPercentage)) : t.atOnce,
    },
    {
      key: 'locked',
      head: t.state,
      cell: ({ isLocked }) => <Badge tone={isLocked ? 'warn' : 'good'}>{isLocked ? t.locked : t.free}</Badge>,
    },
    {
      key: 'do',
      head: common.actions,
      cell: (prize) => (
        <Row>
          {!isOver && !(prize.isLocked && canBeBought(raffle)) && (
            <RowButton
              label={prize.isLocked ? t.unlock : t.lock}
              of={prize.title}
              onClick={() => setPendingAction({ what: 'lock', prize })}
            />
          )}
          {!saleLock && (
            <RowButton label={common.remove} of={prize.title} onClick={() => setPendingAction({ what: 'delete', prize })} />
          )}
        </Row>
      ),
    },
  ];
  return (
    <Card
      title={t.title}
      actions={
        !saleLock && (
          <Button small onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )
      }
    >
      {!prizes.nodes && <Problem problem={prizes.error} onRetry={prizes.reload} />}
      {!prizes.nodes && !prizes.error && <Skeleton lines={4} />}
      {prizes.nodes?.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {prizes.nodes && prizes.nodes.length > 0 && (
        <Table caption={t.listed} columns={columns} rows={prizes.nodes} keyOf={({ id }) => id} />
      )}
      <LoadMore list={prizes} />
      {isAdding && <BoxPrizeDialog raffleId={raffle.id} onSaved={prizes.reload} onClose={() => setAdding(false)} />}
      {pendingAction && (
        <ConfirmDialog
          title={pendingAction.what === 'delete' ? t.askDelete : pendingAction.prize.isLocked ? t.askUnlock : t.askLock}
          confirm={pendingAction.what === 'delete' ? common.remove : pendingAction.prize.isLocked ? t.unlock : t.lock}
          variant={pendingAction.what === 'delete' ? 'danger' : 'primary'}
          onClose={() => setPendingAction(undefined)}
          onConfirm={async () => {
            const { what, prize } = pendingAction;
            const { id, title, isLocked } = prize;
            if (what === 'delete') await client.mutate(DeletePrizeOfBoxesDocument, { id });
            else await setLocked(id, !isLocked);
            prizes.reload();
            if (what === 'delete') return t.done.delete(title);
            const text = t.done[isLocked ? 'unlock' : 'lock'](title);
            // Once it can be bought, a locked prize stays locked.
            if (canBeBought(raffle)) return text;
            return { text, undo: { run: () => setLocked(id, isLocked), done: t.done[isLocked ? 'lock' : 'unlock'](title) } };
          }}
        >
          <p>
            {number(pendingAction.prize.quantity)} × {pendingAction.prize.title}, {money(pendingAction.prize.prize)}
          </p>
          {pendingAction.what === 'lock' && <p>{pendingAction.prize.isLocked ? t.unlockText : t.lockText}</p>}
          {pendingAction.what === 'lock' && canBeBought(raffle) && <p>{t.notice}</p>}
        </ConfirmDialog>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Prêmios das caixas',
    listed: 'Lista dos prêmios das caixas',
    add: 'Novo prêmio',
    none: 'Nenhum prêmio: as caixas estariam todas vazias.',
    prize: 'Prêmio',
    worth: 'Vale',
    units: 'Por sair',
    left: (left: string, all: string) => (left === all ? all : `${left} de ${all}`),
    chance: 'Como sai',
    hidden: 'entre as cotas que restam',
    each: (share: string) => `${share} de chance por caixa`,
    release: 'Sai quando',
    from: (share: string) => `${share} das cotas pagas`,
    atOnce: 'desde o início',
    state: 'Situação',
    locked: 'no encerramento',
    free: 'na venda',
    lock: 'Mandar ao encerramento',
    unlock: 'Pôr em jogo',
    askDelete: 'Excluir o prêmio?',
    askLock: 'Mandar o prêmio ao encerramento?',
    askUnlock: 'Pôr o prêmio em jogo?',
    lockText: 'O que resta dele é sorteado no encerramento entre todos os que pagaram.',
    unlockText: 'Pedidos pagos podem ganhá-lo durante a venda.',
    notice: 'A rifa já pode ser comprada: isso não pode ser desfeito, e fica no registro público.',
    done: {
      delete: (prize: string) => `O prêmio ${prize} foi excluído.`,
      lock: (prize: string) => `O prêmio ${prize} vai ao encerramento.`,
      unlock: (prize: string) => `O prêmio ${prize} está em jogo.`,
    },
  },
  en: {
    title: 'What is in boxes',
    listed: 'List of what is in boxes',
    add: 'New prize',
    none: 'There are no prizes: all boxes would be empty.',
    prize: 'Prize',
    worth: 'Worth',
    units: 'Left',
    left: (left: string, all: string) => (left === all ? all : `${left} of ${all}`),
    chance: 'How it is won',
    hidden: 'among the quotas that are left',
    each: (share: string) => `${share} chance of each box`,
    release: 'Won when',
    from: (share: string) => `${share} of the quotas are paid`,
    atOnce: 'from the first order on',
    state: 'Status',
    locked: 'at the close',
    free: 'in the sale',
    lock: 'Send to the close',
    unlock: 'Put into play',
    askDelete: 'Delete the prize?',
    askLock: 'Send the prize to the close?',
    askUnlock: 'Put the prize into play?',
    lockText: 'What is left of it is drawn at the close among all who paid.',
    unlockText: 'Paid orders can win it during the sale.',
    notice: 'The raffle can be bought: this cannot be undone, and stands in the public record.',
    done: {
      delete: (prize: string) => `The prize ${prize} was deleted.`,
      lock: (prize: string) => `The prize ${prize} goes to the close.`,
      unlock: (prize: string) => `The prize ${prize} is in play.`,
    },
  },
});
