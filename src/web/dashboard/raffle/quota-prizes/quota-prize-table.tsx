import { useState } from 'preact/hooks';
import {
  DeleteQuotaPrizeDocument,
  LockQuotaPrizeDocument,
  UnlockQuotaPrizeDocument,
  type QuotaPrizeLineFragment,
} from '../../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { useClient } from '../../../common/session.js';
import { ConfirmDialog } from '../../../ui/dialog.js';
import { Row } from '../../../ui/layout.js';
import { Badge } from '../../../ui/surface.js';
import { Table, type Column } from '../../../ui/table.js';
import css from '../raffle.module.css';
import { RowButton } from '../../../ui/button.js';

interface Props {
  caption: string;
  prizes: readonly QuotaPrizeLineFragment[];
  mayDelete: boolean;
  mayLock: boolean;
  isSold: boolean;
  onChanged(): void;
}

type PendingAction = { what: 'delete' | 'lock' | 'unlock'; prize: QuotaPrizeLineFragment };

const TONES = { AVAILABLE: 'good', LOCKED: 'warn', VOID: 'bad', WON: 'calm' } as const;

export function QuotaPrizeTable({ caption, prizes, mayDelete, mayLock, isSold, onChanged }: Props) {
  const t = useTexts(TEXTS);
  const { percent, dateTime } = useFormats();
  const client = useClient();
  const [pendingAction, setPendingAction] = useState<PendingAction>();
  const doing = async ({ what, prize: { id } }: PendingAction): Promise<void> => {
    if (what === 'delete') await client.mutate(DeleteQuotaPrizeDocument, { id });
    else if (what === 'lock') await client.mutate(LockQuotaPrizeDocument, { id });
    else await client.mutate(UnlockQuotaPrizeDocument, { id });
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
      cell: ({ releaseAtPercentage }) => (releaseAtPercentage > 0 ? t.from(percent(releaseAtPercentage)) : t.atOnce),
    },
    {
      key: 'winner',
      head: t.winner,
      cell: ({ winnerName, orderId, wonAt }) =>
        wonAt && (
          <span class={css.name}>
            {winnerName} {orderId && <a href={`/dashboard/orders/${orderId}`}>#{orderId}</a>}
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
                {mayLock && prize.standing === 'LOCKED' && (
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
            await doing(pendingAction);
            onChanged();
          }}
        >
          <p>
            {pendingAction.prize.prize}
            {pendingAction.prize.luckyNumber && ` — ${pendingAction.prize.luckyNumber}`}
          </p>
          <p>{t.meaning[pendingAction.what]}</p>
          {isSold && pendingAction.what !== 'delete' && <p>{t.notice}</p>}
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
    standings: { AVAILABLE: 'não ganha', LOCKED: 'retida', VOID: 'anulada', WON: 'ganha' },
    release: 'Pode sair',
    from: (share: string) => `com ${share} pagas`,
    atOnce: 'desde o início',
    winner: 'Ganhador',
    when: 'Quando',
    actions: 'Ações',
    doing: { lock: 'Reter', unlock: 'Soltar', delete: 'Excluir' },
    ask: {
      lock: 'Reter este número da venda?',
      unlock: 'Soltar este número para a venda?',
      delete: 'Excluir esta cota premiada?',
    },
    meaning: {
      lock: 'A rifa vende uma cota a menos até o número ser solto. Se todas as outras estiverem pagas, ela fica esgotada.',
      unlock: 'O número volta à venda, em um lugar que ninguém pode saber. Uma rifa esgotada volta a vender.',
      delete: 'O número continua na rifa, sem prêmio.',
    },
    notice: 'Como já há pedidos, isso fica no registro público de prêmios.',
  },
  en: {
    number: 'Number',
    secret: 'secret',
    prize: 'Prize',
    state: 'Status',
    standings: { AVAILABLE: 'not won', LOCKED: 'withheld', VOID: 'void', WON: 'won' },
    release: 'Can be won',
    from: (share: string) => `once ${share} are paid`,
    atOnce: 'from the start',
    winner: 'Winner',
    when: 'When',
    actions: 'Actions',
    doing: { lock: 'Withhold', unlock: 'Sell again', delete: 'Delete' },
    ask: { lock: 'Withhold this number from sale?', unlock: 'Sell this number again?', delete: 'Delete this quota prize?' },
    meaning: {
      lock: 'The raffle sells one quota less until the number is sold again. If all others are paid, it is sold out.',
      unlock: 'The number is for sale again, in a place that nobody can know. A raffle that is sold out sells again.',
      delete: 'The number stays in the raffle, without a prize.',
    },
    notice: 'Since there are orders, this stands in the public log of prizes.',
  },
});
