// SQL: locks, and counters and buyers that grow under them.
import { statement } from '../platform/database/statement.js';
import type { RaffleCounter, Refund } from '../generated/prisma/client.js';

/**
 * Some of the `sellable` quotas are reserved (of these `unproven` by unproven orders), some were allocated (paid), the ordinals below
 * `allocated`. Of these some were `returned` and are for sale again, or are `spent`. `quotaPrizeChanges` is a version for caches.
 */
export type Counter = Omit<RaffleCounter, 'buyers' | 'soldIn'>;

/**
 * The one row of a raffle's counter, its newest version first: see reserve_orders.sql. A statement that changes it by its `ctid`, under
 * the lock, reads no older version.
 */
export const newestCounter = (columns: string, raffleId: string): string =>
  `SELECT ${columns} FROM raffle_counters x WHERE x.raffle_id = ${raffleId} ORDER BY x.raffle_id, x.sold_in DESC LIMIT 1`;

/** Of the counter `c`. */
export const SOLD_NOW = 'greatest(c.sold_in, extract(epoch FROM clock_timestamp())::int / 5)';

const lockingCounters = (lock: string): string => `
  SELECT c.raffle_id AS "raffleId", c.sellable, c.reserved, c.unproven, c.allocated, c.quota_prizes AS "quotaPrizes",
         c.quota_prize_changes AS "quotaPrizeChanges", c.leaves, c.last_round AS "lastRound", c.is_instant AS "isInstant",
         c.returned, c.spent
  FROM unnest($1::uuid[]) AS a(id) CROSS JOIN LATERAL (${newestCounter('*', 'a.id')} ${lock}) c`;

/** Every change of a raffle's quotas takes this lock first. $1 raffle ids, in ascending order against deadlocks. */
export const lockCounters = statement<Counter>('lock_counters', lockingCounters('FOR UPDATE'));

/** Those that no other transaction holds. $1 raffle ids. */
export const lockFreeCounters = statement<Counter>('lock_free_counters', lockingCounters('FOR UPDATE SKIP LOCKED'));

/** Quotas that nobody has reserved or owns. */
export function freeQuotas({
  sellable,
  reserved,
  allocated,
  returned,
}: Pick<Counter, 'sellable' | 'reserved' | 'allocated' | 'returned'>): number {
  return sellable - reserved - allocated + returned;
}

/** Quotas that were paid and not given back. */
export function paidQuotas({ allocated, returned, spent }: Pick<Counter, 'allocated' | 'returned' | 'spent'>): number {
  return allocated - returned - spent;
}

/** Whether anybody ever ordered: such an order can be paid, or its code can, also when nothing is reserved. $1 raffle id. */
export const selectIsOrdered = statement<{ isOrdered: boolean }>(
  'select_is_ordered',
  'SELECT EXISTS (SELECT FROM orders WHERE raffle_id = $1) AS "isOrdered"',
);

export const resizeCounter = statement<object>('resize_counter', 'UPDATE raffle_counters SET sellable = $2 WHERE raffle_id = $1');

export const countQuotaPrizeChange = statement<object>(
  'count_quota_prize_change',
  `
  UPDATE raffle_counters SET sellable = $2, quota_prizes = $3, quota_prize_changes = quota_prize_changes + 1 WHERE raffle_id = $1`,
);

export interface MoneyRefunded extends Pick<Refund, 'id' | 'amount' | 'status' | 'reason' | 'initiator' | 'createdAt'> {
  orderId: string;
}

/** Oldest first, without those that failed or return an excess. $1 order ids. */
export const selectMoneyRefunded = statement<MoneyRefunded>(
  'select_money_refunded',
  `
  SELECT p.order_id::text AS "orderId", f.id, f.amount, f.status, f.reason, f.initiator, f.created_at AS "createdAt"
  FROM payments p CROSS JOIN LATERAL (SELECT * FROM refunds WHERE payment_id = p.id OFFSET 0) f
  WHERE p.order_id = ANY ($1::bigint[]) AND f.status <> 'FAILED' AND f.late_payment_id IS NULL
  ORDER BY f.created_at, f.id`,
);

/** The counter is locked. $2 users, $3 orders, $4 values, $5 when each last paid: differences to add. */
export const repairBuyers = statement<object>(
  'repair_buyers',
  `
  UPDATE raffle_buyers b SET paid_orders = b.paid_orders + d.orders, paid_value = b.paid_value + d.value, reached_at = d.reached_at
  FROM unnest($2::uuid[], $3::int[], $4::bigint[], $5::timestamptz[]) AS d(user_id, orders, value, reached_at)
  WHERE b.raffle_id = $1 AND b.user_id = d.user_id`,
);

export const repairBuyersCount = statement<object>(
  'repair_buyers_count',
  'UPDATE raffle_counters SET buyers = buyers + $2 WHERE raffle_id = $1',
);

/** Payer and tracking may name a person. $1 user. */
export const forgetBuyer = statement<object>(
  'forget_buyer',
  `
  UPDATE orders SET buyer_name = NULL, buyer_cpf = NULL, buyer_phone = NULL, tracking = NULL, referral = NULL
  WHERE user_id = $1 AND (buyer_name IS NOT NULL OR buyer_cpf IS NOT NULL OR buyer_phone IS NOT NULL OR tracking IS NOT NULL
                         OR referral IS NOT NULL)`,
);
