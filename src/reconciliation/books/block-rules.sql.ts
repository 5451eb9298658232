// SQL: measured: the books of ten million orders are checked by block.
import { statement } from '../../platform/database/statement.js';
import { COMMISSION_DUE, COMMISSION_EARNED } from '../../referrals/commission.sql.js';
import { ORDER_TO_DECIDE, type BookFinding } from './book-rule.type.js';

/** `detail` is what the two sides say. */
export interface Broken {
  rule: BookFinding;
  id: string;
  detail: string;
  /** Of a buyer, whose orders are in many blocks, always 0. */
  block: bigint;
}

const reais = (centavos: string): string => `to_char((${centavos}) / 100.0, 'FM9999999999990.00')`;

/*
 * One statement a block sees one moment: an order that is being paid is no disagreement. Its plan is made while tables are empty,
 * so it must have no choice: every table is reached by its key, in a subquery that cannot become a join (OFFSET 0).
 */

/** `of` selects block, id, order and amount. */
const paymentsOf = (of: string): string => `
  payment AS MATERIALIZED (
    SELECT p.block, p.id, p.order_id, p.amount, l.id AS late_id, l.amount AS late, l.status AS late_status, f.sent, f.returned, f.gone, f.open
    FROM (${of}) p
    LEFT JOIN LATERAL (
      SELECT x.id, x.amount, x.status FROM late_payments x WHERE x.payment_id = p.id OFFSET 0
    ) l ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.amount) FILTER (WHERE x.status = 'RETURNED' AND x.initiator NOT IN ('BANK', 'PROVIDER')), 0) AS sent,
             coalesce(sum(x.amount) FILTER (WHERE x.status = 'RETURNED'), 0) AS returned,
             coalesce(sum(x.amount) FILTER (WHERE x.status <> 'FAILED'), 0) AS gone,
             count(*) FILTER (WHERE x.status IN ('PENDING', 'PROCESSING', 'BY_HAND')) AS open
      FROM refunds x WHERE x.payment_id = p.id
    ) f
  )`;

/** Payments of unknown references must be late as a whole. */
const paymentRules = (isKnown: boolean): string => `
  SELECT 'PAYMENT_USE' AS rule, p.id::text, format('of %s, %s is late${isKnown ? '' : ", which is nobody''s,"} and %s was returned',
           ${reais('p.amount')}, ${reais('coalesce(p.late, 0)')}, ${reais('p.sent')}) AS detail, p.block
  FROM payment p
  WHERE p.late > p.amount OR p.sent > p.amount ${isKnown ? '' : 'OR p.late IS DISTINCT FROM p.amount'}
  UNION ALL
  SELECT 'LATE_PAYMENT_STATE', p.late_id::text, format('%s is %s, %s of its payment was returned',
           ${reais('p.late')}, p.late_status, ${reais('p.returned')}), p.block
  FROM payment p
  WHERE (p.late_status = 'REFUNDED' AND p.returned < p.late) OR (p.late_status = 'REFUNDING' AND p.open = 0)`;

/** All but what is late. */
const applied = (key: string): string => `
  SELECT count(*) AS payments,
         coalesce(sum(x.amount - coalesce((SELECT l.amount FROM late_payments l WHERE l.payment_id = x.id), 0)), 0) AS applied
  FROM payments x WHERE ${key}`;

/** Of buyers `b` (raffle_id, user_id): rows that differ from what their orders say. */
const BUYER_HOLDINGS = `
  SELECT 'BUYER_HOLDINGS' AS rule, b.raffle_id || ' ' || b.user_id AS id,
         format('the buyer has %s reserved, %s paid and %s given back, their orders hold %s, %s and %s', coalesce(k.reserved, 0),
           coalesce(k.allocated, 0), coalesce(k.given_back, 0), h.reserved, h.allocated, h.given_back) AS detail, 0::bigint AS block
  FROM buyer b
  LEFT JOIN LATERAL (
    SELECT x.reserved, x.allocated, x.given_back FROM raffle_buyers x WHERE x.raffle_id = b.raffle_id AND x.user_id = b.user_id OFFSET 0
  ) k ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(o.quota_quantity) FILTER (WHERE o.status = 'PENDING'), 0) AS reserved,
           coalesce(sum(o.quota_quantity) FILTER (WHERE o.status = 'PAID'), 0) AS allocated,
           coalesce(sum(o.quota_quantity) FILTER (WHERE o.status = 'REFUNDED'), 0) AS given_back
    FROM (
      (SELECT x.raffle_id, x.status, x.quota_quantity FROM orders x
       WHERE x.user_id = b.user_id AND x.status = 'PENDING' ORDER BY x.id NULLS FIRST OFFSET 0)
      UNION ALL
      (SELECT x.raffle_id, x.status, x.quota_quantity FROM orders x
       WHERE x.user_id = b.user_id AND x.status = 'PAID' ORDER BY x.id NULLS FIRST OFFSET 0)
      UNION ALL
      (SELECT x.raffle_id, x.status, x.quota_quantity FROM orders x
       WHERE x.user_id = b.user_id AND x.status = 'REFUNDED' ORDER BY x.id NULLS FIRST OFFSET 0)
    ) o WHERE o.raffle_id = b.raffle_id
  ) h
  WHERE (coalesce(k.reserved, 0), coalesce(k.allocated, 0), coalesce(k.given_back, 0)) <> (h.reserved, h.allocated, h.given_back)`;

/** $1 blocks: an order's is its id >> 10. */
export const checkOrderBlocks = statement<Broken>(
  'check_order_blocks',
  `
  WITH ordered AS MATERIALIZED (
    SELECT n.block, o.*
    FROM unnest($1::bigint[]) AS n(block) CROSS JOIN LATERAL (
      SELECT x.id, x.raffle_id, x.user_id, x.status, x.quota_quantity, x.total_value, x.referrer_id, x.commission_basis_points FROM orders x
      WHERE x.id >= n.block << 10 AND x.id < (n.block + 1) << 10 ORDER BY x.id LIMIT 1024
    ) o
  ), fact AS MATERIALIZED (
    SELECT o.*, c.status AS charge_status, c.amount AS charge_amount, c.next_check_at, a.blocks, a.strange, a.size, a.voided,
           m.payments, m.applied, CASE WHEN o.status = 'REFUNDED' THEN (
             SELECT coalesce(sum((SELECT sum(f.amount) FROM refunds f WHERE f.payment_id = x.id AND f.late_payment_id IS NULL)), 0)
             FROM payments x WHERE x.order_id = o.id
           ) END AS asked
    FROM ordered o
    LEFT JOIN LATERAL (
      SELECT x.status, x.amount, x.next_check_at FROM charges x WHERE x.order_id = o.id OFFSET 0
    ) c ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS blocks, count(x.voided_at) AS voided, count(*) FILTER (WHERE x.raffle_id <> o.raffle_id) AS strange,
             coalesce(sum(x.end_ordinal - x.first_ordinal), 0) AS size
      FROM quota_allocations x WHERE x.order_id = o.id
    ) a
    CROSS JOIN LATERAL (${applied('x.order_id = o.id')}) m
  ), ${paymentsOf(`
    SELECT o.block, x.id, o.id AS order_id, x.amount
    FROM fact o CROSS JOIN LATERAL (SELECT x.id, x.amount FROM payments x WHERE x.order_id = o.id OFFSET 0) x
    WHERE o.payments > 0`)}, buyer AS MATERIALIZED (
    SELECT DISTINCT o.raffle_id, o.user_id FROM ordered o
  ), emptied AS MATERIALIZED (
    SELECT o.id, o.raffle_id, o.total_value, o.block FROM fact o
    WHERE o.status = 'PAID' AND o.total_value > 0 AND o.payments > 0
      AND NOT EXISTS (SELECT FROM payment p WHERE p.order_id = o.id AND p.gone < p.amount AND p.late IS DISTINCT FROM p.amount)
  )
  SELECT 'ORDER_BLOCK' AS rule, o.id::text, format('the order is %s over %s quotas, %s', o.status, o.quota_quantity,
           CASE o.blocks WHEN 0 THEN 'without a block'
                ELSE format('with %s of %s%s', CASE o.blocks WHEN 1 THEN 'a block' ELSE o.blocks || ' blocks' END, o.size,
                            CASE WHEN o.voided > 0 THEN ', voided' END) END) AS detail, o.block
  FROM fact o
  WHERE o.size <> CASE WHEN o.status IN ('PAID', 'REFUNDED') THEN o.quota_quantity ELSE 0 END OR o.strange > 0
     OR o.voided <> CASE o.status WHEN 'REFUNDED' THEN o.blocks ELSE 0 END
  UNION ALL
  SELECT 'ORDER_PAYMENT', o.id::text, format('the order of %s is %s and nobody paid', ${reais('o.total_value')}, o.status), o.block
  FROM fact o WHERE o.status IN ('PAID', 'REFUNDED') AND o.total_value > 0 AND o.payments = 0
  UNION ALL
  SELECT 'ORDER_AMOUNT', o.id::text, format('the order of %s is %s, %s was paid for it',
           ${reais('o.total_value')}, o.status, ${reais('o.applied')}), o.block
  FROM fact o
  WHERE o.payments > 0 AND o.applied <> CASE WHEN o.status IN ('PAID', 'REFUNDED') THEN o.total_value ELSE 0 END
  UNION ALL
  SELECT 'ORDER_CHARGE', o.id::text, format('the order is %s, its charge %s', o.status, o.charge_status), o.block
  FROM fact o
  WHERE (o.charge_status = 'PAID') <> (o.status IN ('PAID', 'REFUNDED')) OR o.charge_amount <> o.total_value
     OR (o.status = 'PENDING' AND o.charge_status NOT IN ('CREATING', 'ACTIVE'))
     OR (o.status <> 'PENDING' AND o.charge_status IN ('CREATING', 'ACTIVE') AND o.next_check_at IS NULL)
  UNION ALL
  SELECT 'ORDER_REFUND', o.id::text, format('the order of %s is REFUNDED, refunds of %s were asked for',
           ${reais('o.total_value')}, ${reais('o.asked')}), o.block
  FROM fact o WHERE o.status = 'REFUNDED' AND o.asked < o.total_value
  UNION ALL
  SELECT CASE WHEN e.may_stay THEN '${ORDER_TO_DECIDE}' ELSE 'ORDER_REFUND' END, o.id::text,
         format('the order of %s is PAID, and all of its money went back before the draw', ${reais('o.total_value')}), o.block
  FROM emptied o CROSS JOIN LATERAL (
    SELECT r.frozen_at IS NOT NULL OR c.is_instant AS may_stay, r.status IN ('DRAWN', 'FINISHED') AS is_drawn
    FROM (SELECT x.frozen_at, x.status FROM raffles x WHERE x.id = o.raffle_id OFFSET 0) r
    CROSS JOIN (SELECT x.is_instant FROM raffle_counters x WHERE x.raffle_id = o.raffle_id OFFSET 0) c
  ) e
  WHERE NOT e.is_drawn OR EXISTS (
    SELECT FROM (SELECT x.state FROM won_prizes x WHERE x.order_id = o.id OFFSET 0) w WHERE w.state IN ('WON', 'CONTACTED')
  )
  UNION ALL
  SELECT 'ORDER_COMMISSION', o.id::text, format('the commission is %s, by the rate of the order it is %s',
           ${reais('earned.amount')}, ${reais('due.amount')}), o.block
  FROM fact o ${COMMISSION_EARNED} ${COMMISSION_DUE}
  WHERE o.commission_basis_points IS NOT NULL AND earned.amount <> due.amount
  UNION ALL
  ${paymentRules(true)}
  UNION ALL
  ${BUYER_HOLDINGS}`,
);

/** $1 blocks: a charge's is its number >> 10. */
export const checkBillingBlocks = statement<Broken>(
  'check_billing_blocks',
  `
  WITH billed AS MATERIALIZED (
    SELECT n.block, b.*, m.payments, m.applied, e.credited, e.debited,
           CASE WHEN b.status IN ('PAID', 'PROCESSING', 'REFUNDED') THEN b.amount ELSE 0 END AS due
    FROM unnest($1::bigint[]) AS n(block) CROSS JOIN LATERAL (
      SELECT x.id, x.status, x.amount FROM billing_orders x
      WHERE x.number >= n.block << 10 AND x.number < (n.block + 1) << 10 ORDER BY x.number LIMIT 1024
    ) b
    CROSS JOIN LATERAL (${applied('x.billing_order_id = b.id')}) m
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.amount) FILTER (WHERE x.type = 'CREDIT'), 0) AS credited,
             coalesce(sum(x.amount) FILTER (WHERE x.type = 'DEBIT'), 0) AS debited
      FROM ledger_entries x WHERE x.billing_order_id = b.id
    ) e
  ), ${paymentsOf(`
    SELECT b.block, x.id, NULL::bigint AS order_id, x.amount
    FROM billed b CROSS JOIN LATERAL (SELECT x.id, x.amount FROM payments x WHERE x.billing_order_id = b.id OFFSET 0) x
    WHERE b.payments > 0`)}
  SELECT 'BILLING_ORDER_AMOUNT' AS rule, b.id::text,
         format('the billing order of %s is %s: %s was paid for it, %s credited, %s debited',
           ${reais('b.amount')}, b.status, ${reais('b.applied')}, ${reais('b.credited')}, ${reais('b.debited')}) AS detail, b.block
  FROM billed b
  WHERE b.applied <> b.due OR b.credited <> b.due OR b.debited > b.due OR (b.status IN ('PROCESSING', 'REFUNDED')) <> (b.amount = b.debited)
  UNION ALL
  ${paymentRules(true)}`,
);

/** $1 blocks: a payment's is the first 32 bits of its id. */
export const checkUnknownPayments = statement<Broken>(
  'check_unknown_payments',
  `
  WITH ${paymentsOf(`
    SELECT n.block, p.id, NULL::bigint AS order_id, p.amount
    FROM unnest($1::bigint[]) AS n(block) CROSS JOIN LATERAL (
      SELECT x.id, x.amount FROM payments x
      WHERE x.order_id IS NULL AND x.billing_order_id IS NULL
        AND x.id BETWEEN (lpad(to_hex(n.block), 8, '0') || '-0000-0000-0000-000000000000')::uuid
                     AND (lpad(to_hex(n.block), 8, '0') || '-ffff-ffff-ffff-ffffffffffff')::uuid
      ORDER BY x.id OFFSET 0
    ) p`)}
  ${paymentRules(false)}`,
);

/** $1 raffle ids, $2 user ids. */
export const checkBuyers = statement<Broken>(
  'check_buyers',
  `
  WITH buyer AS MATERIALIZED (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS b(raffle_id, user_id))
  ${BUYER_HOLDINGS}`,
);
