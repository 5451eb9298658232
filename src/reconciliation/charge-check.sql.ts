// SQL: leases, taken without waiting for locks.
import type { ChargeStatus, OrderStatus } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

export interface DueCharge {
  txid: string;
  providerReference: string | null;
  chargeStatus: ChargeStatus;
  orderId: string;
  orderStatus: OrderStatus;
  isExpired: boolean;
  /** Marks the claim, which ends when another process changes it. Null when the charge was settled: nobody is asked. */
  leasedUntil: Date | null;
}

const CHECKED_AFTER: [of: 'created_at' | 'expires_at', after: string][] = [
  ['created_at', '30 seconds'],
  ['created_at', '2 minutes'],
  ['created_at', '5 minutes'],
  ['created_at', '15 minutes'],
  ['expires_at', '0 seconds'],
  ['expires_at', '5 minutes'],
  ['expires_at', '1 hour'],
  ['expires_at', '24 hours'],
];

/**
 * Providers give up on callbacks within minutes; the times after the expiry are for codes that cannot be cancelled. The first one
 * is written by prisma/functions/reserve_orders.sql too.
 */
const CHECK_TIMES = `unnest(ARRAY[
  ${CHECKED_AFTER.map(([of, after]) => `o.${of} + interval '${after}'`).join(', ')}])`;

/** How many of them are past; a sub-select each, which is worked out once for all orders. */
export const checkTimesBefore = (instant: string): string =>
  `(${CHECKED_AFTER.map(([of, after]) => `(o.${of} < (SELECT ${instant} - interval '${after}'))::int`).join(' + ')})`;

/**
 * One whose payment a bank moved and that paid its order is only taken off the list. $1 provider, $2 lease in seconds, $3 how
 * many.
 */
export const claimCharges = statement<DueCharge>(
  'claim_charges',
  `
  WITH due AS MATERIALIZED (
    SELECT txid FROM charges WHERE provider_name = $1 AND next_check_at <= now()
    ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE charges c SET next_check_at = CASE
    WHEN c.status = 'PAID' AND EXISTS (
      SELECT FROM payments p WHERE p.order_id = o.id AND p.txid = c.txid AND p.end_to_end_id IS NOT NULL
    ) THEN NULL
    ELSE now() + make_interval(secs => $2) END
  FROM due, orders o WHERE c.txid = due.txid AND o.id = c.order_id
  RETURNING c.txid, c.provider_reference AS "providerReference", c.status AS "chargeStatus", o.id::text AS "orderId",
            o.status AS "orderStatus", o.expires_at <= now() AS "isExpired", c.next_check_at AS "leasedUntil"`,
);

/**
 * `checks` counts the times that were answered. $1 txid, $2 the claim's mark, $3 nothing is left to learn, $4 lease in seconds.
 */
export const finishCheck = statement<object>(
  'finish_check',
  `
  UPDATE charges c SET next_check_at = l.next_at, checks = l.passed,
         status = CASE WHEN l.next_at IS NULL AND c.status IN ('CREATING', 'ACTIVE') AND o.status <> 'PENDING' THEN 'CANCELLED'
                       ELSE c.status END
  FROM orders o, LATERAL (
    SELECT CASE WHEN NOT $3::boolean THEN min(check_time) FILTER (WHERE check_time > claimed_at) END AS next_at,
           count(*) FILTER (WHERE check_time <= claimed_at) AS passed
    FROM ${CHECK_TIMES} AS check_time, (SELECT $2::timestamptz - make_interval(secs => $4) AS claimed_at) claim
  ) l
  WHERE c.txid = $1 AND c.next_check_at = $2 AND o.id = c.order_id`,
);

/** Its order has ended and nobody can say any more whether it was paid. Money that comes for it all the same is settled as ever. */
export const GIVEN_UP_AFTER_DAYS = 30;
const IS_GIVEN_UP = `(o.status <> 'PENDING' AND o.expires_at < now() - interval '${GIVEN_UP_AFTER_DAYS} days')`;
const GIVEN_UP_STATUS = `CASE WHEN ${IS_GIVEN_UP} AND c.status IN ('CREATING', 'ACTIVE') THEN 'CANCELLED' ELSE c.status END`;

/** $1 txids, $2 the marks of their claims, $3 seconds until they are due. */
export const giveBackCharges = statement<object>(
  'give_back_charges',
  `
  UPDATE charges c SET next_check_at = CASE WHEN NOT ${IS_GIVEN_UP} THEN now() + make_interval(secs => $3) END, status = ${GIVEN_UP_STATUS}
  FROM unnest($1::text[], $2::timestamptz[]) AS claimed(txid, leased_until), orders o
  WHERE c.txid = claimed.txid AND c.next_check_at = claimed.leased_until AND o.id = c.order_id`,
);

/** After the last check time daily, for an operator to see, until it is given up. $1 txid, $2 the claim's mark. */
export const missCheck = statement<object>(
  'miss_check',
  `
  UPDATE charges c
  SET next_check_at = CASE WHEN NOT ${IS_GIVEN_UP} THEN
        coalesce((SELECT min(check_time) FROM ${CHECK_TIMES} AS check_time WHERE check_time > now()), now() + interval '1 day') END,
      status = ${GIVEN_UP_STATUS}
  FROM orders o WHERE c.txid = $1 AND c.next_check_at = $2 AND o.id = c.order_id`,
);

/** Of providers that are not configured any more: nobody asks them. $1 days since they were to be asked, $2 how many. */
export const giveUpCharges = statement<{ txid: string }>(
  'give_up_charges',
  `
  UPDATE charges c SET next_check_at = NULL, status = ${GIVEN_UP_STATUS}
  FROM orders o, unnest(ARRAY(
    SELECT x.txid FROM charges x
    WHERE x.next_check_at < now() - make_interval(days => $1)
      AND NOT EXISTS (SELECT FROM payment_providers p WHERE p.name = x.provider_name)
    ORDER BY x.provider_name, x.next_check_at LIMIT $2 FOR UPDATE OF x SKIP LOCKED
  )) AS old(txid)
  WHERE c.txid = old.txid AND o.id = c.order_id AND ${IS_GIVEN_UP}
  RETURNING c.txid`,
);
