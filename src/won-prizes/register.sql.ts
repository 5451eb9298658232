// SQL: pages of large lists, locks, sums, and what several tables say of an order.
import { keysetList, perScope } from '../platform/database/keyset-list.js';
import { instantText, moneyText } from '../platform/database/sql-text.js';
import { statement } from '../platform/database/statement.js';
import { INSTANT, UUID } from '../platform/page.js';
import { orderIsDisputed } from '../disputes/dispute.sql.js';
import { RETURNABLE } from '../refunds/returnable.sql.js';
import { WON_PRIZE, WON_PRIZE_JOINS, type WonPrizeRow } from '../prizes/won-prize.sql.js';

/** What somebody still has to receive. */
const OWED = "w.state IN ('WON', 'CONTACTED')";

const SCOPES = { all: undefined, raffle: 'w.raffle_id = $3::uuid' } as const;

/** $1 kinds, $2 states, $3 raffle. */
export const wonPrizes = perScope(SCOPES, (scope, where) =>
  keysetList<WonPrizeRow>({
    name: `won_prizes_of_${scope}`,
    columns: WON_PRIZE,
    from: 'won_prizes w',
    joins: WON_PRIZE_JOINS,
    where,
    key: [
      ['wonAt', INSTANT, 'w.won_at'],
      ['id', UUID, 'w.id'],
    ],
    order: 'BOTH',
    isInSpan: true,
    each: [
      { column: 'w.kind', values: '$1::won_prize_kind[]' },
      { column: 'w.state', values: '$2::won_prize_state[]' },
    ],
  }),
);

/** What the winner may know. $1 user, $2 raffle or null. */
export const wonPrizesOfWinner = keysetList<WonPrizeRow>({
  name: 'won_prizes_of_winner',
  columns: WON_PRIZE,
  from: 'won_prizes w',
  joins: WON_PRIZE_JOINS,
  where: 'w.user_id = $1 AND w.shown_at IS NOT NULL AND ($2::uuid IS NULL OR w.raffle_id = $2)',
  key: [
    ['shownAt', INSTANT, 'w.shown_at'],
    ['id', UUID, 'w.id'],
  ],
  order: 'DESC',
});

/** $1 id. */
export const selectWonPrize = statement<WonPrizeRow>(
  'select_won_prize',
  `SELECT ${WON_PRIZE} FROM won_prizes w ${WON_PRIZE_JOINS} WHERE w.id = $1`,
);

/** $1 id. */
export const lockWonPrize = statement<WonPrizeRow>(
  'lock_won_prize',
  `SELECT ${WON_PRIZE} FROM won_prizes w ${WON_PRIZE_JOINS} WHERE w.id = $1 FOR UPDATE OF w`,
);

/** In the order of those who take money back: payments before prizes. $1 prize. */
export const lockPaymentsOfPrize = statement<object>(
  'lock_payments_of_prize',
  `
  SELECT FROM payments WHERE order_id = (SELECT w.order_id FROM won_prizes w WHERE w.id = $1) ORDER BY payments.id FOR NO KEY UPDATE`,
);

export interface MoneyOfOrder {
  orderId: string;
  isDisputed: boolean;
  /** It is PAID, and money that paid it went back without our asking. What we refunded was decided by somebody. */
  isReturned: boolean;
}

/** $1 order ids. */
export const selectMoneyOfOrders = statement<MoneyOfOrder>(
  'select_money_of_orders',
  `
  SELECT o.id::text AS "orderId", ${orderIsDisputed('o.id')} AS "isDisputed", o.status = 'PAID' AND coalesce((
    SELECT bool_or(t.taken > b.taken_of_late)
    FROM payments p LEFT JOIN LATERAL (SELECT * FROM late_payments WHERE payment_id = p.id OFFSET 0) l ON true ${RETURNABLE}
    WHERE p.order_id = o.id AND (l.id IS NULL OR l.reason = 'OVERPAID')
  ), false) AS "isReturned"
  FROM orders o WHERE o.id = ANY ($1::bigint[])`,
);

/** $1 how many. */
export const lapseWonPrizes = statement<WonPrizeRow>(
  'lapse_won_prizes',
  `
  WITH lapsed AS (
    UPDATE won_prizes SET state = 'LAPSED', lapsed_at = now() WHERE id = ANY (ARRAY(
      SELECT w.id FROM won_prizes w WHERE w.lapses_at <= now() AND ${OWED} AND w.claimed_at IS NULL
      ORDER BY w.lapses_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )) RETURNING *
  )
  SELECT ${WON_PRIZE} FROM lapsed w ${WON_PRIZE_JOINS}`,
);

/** Centavos. */
export interface Owed {
  count: number;
  valued: number;
  value: bigint;
}

const OWED_FIGURES = 'count(*)::int AS count, count(w.value)::int AS valued, coalesce(sum(w.value), 0)::bigint AS value';

export const selectOwed = statement<Owed & { oldestSeconds: number | null }>(
  'select_owed_prizes',
  `
  SELECT ${OWED_FIGURES}, extract(epoch FROM now() - min(w.won_at))::float8 AS "oldestSeconds" FROM won_prizes w WHERE ${OWED}`,
);

/** $1 raffle. */
export const selectOwedOfRaffle = statement<Owed>(
  'select_owed_prizes_of_raffle',
  `SELECT ${OWED_FIGURES} FROM won_prizes w WHERE w.raffle_id = $1 AND ${OWED}`,
);

/** $1 orders. */
export const showWinsOfCalledOff = statement<WonPrizeRow>(
  'show_wins_of_called_off',
  `
  WITH shown AS (
    UPDATE won_prizes w SET shown_at = clock_timestamp() FROM raffles r
    WHERE w.order_id = ANY ($1::bigint[]) AND r.id = w.raffle_id AND r.status = 'CANCELLED' AND w.shown_at IS NULL RETURNING w.*
  )
  SELECT ${WON_PRIZE} FROM shown w ${WON_PRIZE_JOINS}`,
);

/** Also one that was delivered or that lapsed. $1 order. */
export const selectWinOfOrder = statement<{ id: string }>(
  'select_win_of_order',
  `SELECT w.id FROM won_prizes w WHERE w.order_id = $1 AND w.state <> 'RETURNED_TO_CLOSE' LIMIT 1`,
);

/** $1 user, $2 whether boxes that are closed count. */
export const selectOwedTo = statement<{ title: string }>(
  'select_prizes_owed_to',
  `
  SELECT w.title FROM won_prizes w
  WHERE w.user_id = $1 AND ${OWED} AND ($2::boolean OR w.shown_at IS NOT NULL) LIMIT 3`,
);

/** What the winner may know, as everywhere: a closed box is not told of. */
export const selectPersonalWonPrizes = statement<{ status: string; id: string; json: string }>(
  'select_personal_won_prizes',
  `
  SELECT $2::text AS status, w.id::text, jsonb_build_object(
    'raffle', r.title, 'kind', w.kind, 'title', w.title, 'value', ${moneyText('w.value')}, 'orderId', w.order_id::text, 'state', w.state,
    'wonAt', ${instantText('w.won_at')}, 'claimedAt', ${instantText('w.claimed_at')}, 'contactedAt', ${instantText('w.contacted_at')},
    'deliveredAt', ${instantText('w.delivered_at')}, 'receipt', w.receipt_note, 'lapsesAt', ${instantText('w.lapses_at')}
  )::text AS json
  FROM won_prizes w JOIN raffles r ON r.id = w.raffle_id
  WHERE w.user_id = $1 AND w.shown_at IS NOT NULL
    AND w.id > coalesce(nullif($3::text, '0'), '00000000-0000-0000-0000-000000000000')::uuid ORDER BY w.id LIMIT $4`,
);

/** What went back to the close stays as it was. $1 from, $2 to. */
export const moveWonPrizes = statement<object>(
  'move_won_prizes',
  `
  UPDATE won_prizes w SET user_id = $2::uuid
  FROM (SELECT id FROM orders WHERE user_id = $2 AND status = 'PAID' OFFSET 0) o
  WHERE w.order_id = o.id AND w.user_id = ANY ($1::uuid[]) AND w.state <> 'RETURNED_TO_CLOSE'`,
);

/** What operators wrote about deliveries. A delivery keeps that it had a receipt. $1 user. */
export const forgetReceiptNotes = statement<object>(
  'forget_receipt_notes',
  `
  UPDATE won_prizes SET receipt_note = '***' WHERE receipt_note IS NOT NULL AND id = ANY (ARRAY(
    SELECT w.id FROM orders o CROSS JOIN LATERAL (SELECT x.id FROM won_prizes x WHERE x.order_id = o.id OFFSET 0) w
    WHERE o.user_id = $1
  ))`,
);
