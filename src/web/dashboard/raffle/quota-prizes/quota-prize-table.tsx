import { useState } from 'preact/hooks';
import {
  DeleteQuotaPrizeDocument,
  LockQuotaPrizeDocument,
  UnlockQuotaPrizeDocument,
  type QuotaPrizeLineFragment,
} from '../../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { useClient } from '../../../common/session.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Row } from '../../../ui/layout.js';
import { Badge } from '../../../ui/surface.js';
import { Table, type Column } from '../../../ui/table.js';
import { OrderLink } from '../../links.js';
import css from '../raffle.module.css';
import { RowButton } from '../../../ui/button.js';

interface Props {
  caption: string;
  prizes: readonly QuotaPrizeLineFragment[];
  mayDelete: boolean;
  mayLock: boolean;
  /** Then a prize that goes to the close stays there. */
  isOnSale: boolean;
  onChanged(): void;
}

type PendingAction = { what: 'delete' | 'lock' | 'unlock'; prize: QuotaPrizeLineFragment };

const TONES = { AVAILABLE: 'good', LOCKED: 'warn', VOID: 'bad', WON: 'calm' } as const;

export function QuotaPrizeTable({ caption, prizes, mayDelete, mayLock, isOnSale, onChanged }: Props) {
  const t = useTexts(TEXTS);
  const { percent, dateTime } = useFormats();
  const client = useClient();
  const [pendingAction, setPendingAction] = useState<PendingAction>();
  const acts = {
    delete: (id: string) => client.mutate(DeleteQuotaPrizeDocument, { id }),
    lock: (id: string) => client.mutate(LockQuotaPrizeDocument, { id }),
    unlock: (id: string) => client.mutate(UnlockQuotaPrizeDocument, { id }),
  };
  const columns: readonly Column<QuotaPrizeLineFragment>[] = [
    {
      key: 'number',
      head: t.number,
      cell: ({ luckyNumber }) => (luckyNumber === null ? t.secret : <span class={css.numbers}>{luckyNumber}</span>),
    },
    { key: 'prize', head: t.prize, cell: ({ prize }) => <span class={css.name}>{prize}</span> },
    { key: 'standing', head: t.state, cell: ({ standing }) => <Badge tone={TONES[standing]}>{t.standings[standing]}</Badge> },
    {
      key: 'release',
      head: t.release,
      cell: ({ standing, releaseAtPercentage }) =>
        standing === 'LOCKED' ? '—' : releaseAtPercentage > 0 ? t.from(percent(releaseAtPercentage)) : t.atOnce,
    },
    {
      key: 'winner',
      head: t.winner,
      cell: ({ winnerName, orderId, wonAt }) =>
        wonAt && (
          <span class={css.name}>
            {winnerName} {orderId && <OrderLink id={orderId} />}
          </span>
        ),
    },
    { key: 'when', head: t.when, isFigure: true, cell: ({ wonAt }) => wonAt && dateTime(wonAt) },
    ...(mayDelete || mayLock
      ? [
          {
            key: 'do',
            head: t.actions,
            cell: (prize: QuotaPrizeLineFragment) => (
              <Row>
                {mayLock && prize.standing === 'AVAILABLE' && (
                  <RowButton
                    label={t.doing.lock}
                    of={prize.luckyNumber ?? prize.prize}
                    onClick={() => setPendingAction({ what: 'lock', prize })}
                  />
                )}
                {mayLock && !isOnSale && prize.standing === 'LOCKED' && (
                  <RowButton
                    label={t.doing.unlock}
                    of={prize.luckyNumber ?? prize.prize}
                    onClick={() => setPendingAction({ what: 'unlock', prize })}
                  />
                )}
                {mayDelete && (
                  <RowButton
                    label={t.doing.delete}
                    of={prize.luckyNumber ?? prize.prize}
                    onClick={() => setPendingAction({ what: 'delete', prize })}
                  />
                )}
              </Row>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Table caption={caption} columns={columns} rows={prizes} keyOf={({ id }) => id} />
      {pendingAction && (
        <ConfirmDialog
          title={t.ask[pendingAction.what]}
          confirm={t.doing[pendingAction.what]}
          variant={pendingAction.what === 'delete' ? 'danger' : 'primary'}
          onClose={() => setPendingAction(undefined)}
          onConfirm={async () => {
            const { what, prize } = pendingAction;
            await acts[what](prize.id);
            onChanged();
            const text = t.done[what](prize.prize);
            if (what === 'delete' || isOnSale) return text;
            const opposite = what === 'lock' ? 'unlock' : 'lock';
            return { text, undo: { run: () => acts[opposite](prize.id), done: t.done[opposite](prize.prize) } };
          }}
        >
          <p>
            {pendingAction.prize.prize}
            {pendingAction.prize.luckyNumber && ` — ${pendingAction.prize.luckyNumber}`}
          </p>
          <p>{t.meaning[pendingAction.what]}</p>
          {isOnSale && pendingAction.what !== 'delete' && <p>{t.notice}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    number: 'Número',
    secret: 'em segredo',
    prize: 'Prêmio',
    state: 'Situação',
    standings: { AVAILABLE: 'na venda', LOCKED: 'no encerramento', VOID: 'volta no encerramento', WON: 'ganha' },
    release: 'Pode sair',
    from: (share: string) => `com ${share} pagas`,
    atOnce: 'desde o início',
    winner: 'Ganhador',
    when: 'Quando',
    actions: 'Ações',
    doing: { lock: 'Mandar ao encerramento', unlock: 'Pôr em jogo', delete: 'Excluir' },
    ask: {
      lock: 'Mandar esta cota premiada ao encerramento?',
      unlock: 'Pôr esta cota premiada em jogo?',
      delete: 'Excluir esta cota premiada?',
    },
    meaning: {
      lock: 'O prêmio é sorteado no encerramento entre todos os que pagaram, e o número não é vendido: a rifa vende uma cota a menos.',
      unlock: 'O número volta à venda, e qualquer cota pode recebê-lo.',
      delete: 'O número continua na rifa, sem prêmio.',
    },
    notice: 'A rifa já pode ser comprada: isso não pode ser desfeito, e fica no registro público.',
    done: {
      delete: (prize: string) => `O prêmio ${prize} foi excluído.`,
      lock: (prize: string) => `O prêmio ${prize} vai ao encerramento.`,
      unlock: (prize: string) => `O prêmio ${prize} está em jogo.`,
    },
  },
  en: {
    number: 'Number',
    secret: 'secret',
    prize: 'Prize',
    state: 'Status',
    standings: { AVAILABLE: 'in the sale', LOCKED: 'at the close', VOID: 'back at the close', WON: 'won' },
    release: 'Can be won',
    from: (share: string) => `once ${share} are paid`,
    atOnce: 'from the start',
    winner: 'Winner',
    when: 'When',
    actions: 'Actions',
    doing: { lock: 'Send to the close', unlock: 'Put into play', delete: 'Delete' },
    ask: {
      lock: 'Send this quota prize to the close?',
      unlock: 'Put this quota prize into play?',
      delete: 'Delete this quota prize?',
    },
    meaning: {
      lock: 'The prize is drawn at the close among all who paid, and its number is not sold: the raffle sells one quota less.',
      unlock: 'The number is for sale again, and any quota may receive it.',
      delete: 'The number stays in the raffle, without a prize.',
    },
    notice: 'The raffle can be bought: this cannot be undone, and stands in the public record.',
    done: {
      delete: (prize: string) => `The prize ${prize} was deleted.`,
      lock: (prize: string) => `The prize ${prize} goes to the close.`,
      unlock: (prize: string) => `The prize ${prize} is in play.`,
    },
  },
});
