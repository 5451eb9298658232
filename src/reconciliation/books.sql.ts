import { statement, type Statement } from '../platform/database/database.js';
import type { BookRule } from './book-rule.type.js';

/** A row that disagrees: whose it is, and what the two sides say. */
export interface Disagreeing {
  /** How many there are, of which these are the first. */
  total: number;
  id: string;
  detail: string;
}

const EXAMPLES = 20;

const reais = (centavos: string): string => `to_char((${centavos}) / 100.0, 'FM9999999999990.00')`;

/** What of a payment paid what it was made for: all but what is late. */
const APPLIED = '(p.amount - coalesce(l.amount, 0))';

const PAYMENTS = 'payments p LEFT JOIN late_payments l ON l.payment_id = p.id';

/** Each selects `id` and `detail` of those that break it; one statement each, so that it sees one moment. */
const RULES: Record<BookRule, string> = {
  RAFFLE_RESERVED: `
    SELECT c.raffle_id::text AS id,
           format('the counter has %s reserved, unpaid orders hold %s', c.reserved, coalesce(o.quantity, 0)) AS detail
    FROM raffle_counters c LEFT JOIN (
      SELECT raffle_id, sum(quota_quantity) AS quantity FROM orders WHERE status = 'PENDING' GROUP BY raffle_id
    ) o USING (raffle_id)
    WHERE c.reserved <> coalesce(o.quantity, 0)`,
  RAFFLE_ALLOCATED: `
    SELECT c.raffle_id::text AS id, format('the counter has %s allocated, blocks hold %s and end at %s',
             c.allocated, coalesce(a.quantity, 0), coalesce(a.last, 0)) AS detail
    FROM raffle_counters c LEFT JOIN (
      SELECT raffle_id, sum(end_ordinal - first_ordinal) AS quantity, max(end_ordinal) AS last
      FROM quota_allocations GROUP BY raffle_id
    ) a USING (raffle_id)
    WHERE c.allocated <> coalesce(a.quantity, 0) OR c.allocated <> coalesce(a.last, 0)`,
  BUYER_HOLDINGS: `
    SELECT raffle_id || ' ' || user_id AS id, format('the buyer has %s reserved and %s paid, their orders hold %s and %s',
             coalesce(b.reserved, 0), coalesce(b.allocated, 0), coalesce(o.reserved, 0), coalesce(o.allocated, 0)) AS detail
    FROM raffle_buyers b FULL JOIN (
      SELECT raffle_id, user_id, coalesce(sum(quota_quantity) FILTER (WHERE status = 'PENDING'), 0) AS reserved,
             coalesce(sum(quota_quantity) FILTER (WHERE status = 'PAID'), 0) AS allocated
      FROM orders WHERE status IN ('PENDING', 'PAID') GROUP BY raffle_id, user_id
    ) o USING (raffle_id, user_id)
    WHERE coalesce(b.reserved, 0) <> coalesce(o.reserved, 0) OR coalesce(b.allocated, 0) <> coalesce(o.allocated, 0)`,
  ORDER_BLOCK: `
    SELECT o.id::text, format('the order is %s over %s quotas, %s', o.status, o.quota_quantity,
             CASE WHEN a.order_id IS NULL THEN 'without a block' ELSE format('with a block of %s%s',
               a.end_ordinal - a.first_ordinal, CASE WHEN a.voided_at IS NOT NULL THEN ', voided' END) END) AS detail
    FROM orders o LEFT JOIN quota_allocations a ON a.order_id = o.id
    WHERE (o.status IN ('PAID', 'REFUNDED')) <> (a.order_id IS NOT NULL) OR a.end_ordinal - a.first_ordinal <> o.quota_quantity
       OR a.raffle_id <> o.raffle_id OR (a.voided_at IS NOT NULL) <> (o.status = 'REFUNDED')`,
  ORDER_PAYMENT: `
    SELECT o.id::text, format('the order of %s is %s and nobody paid', ${reais('o.total_value')}, o.status) AS detail
    FROM orders o
    WHERE o.status IN ('PAID', 'REFUNDED') AND o.total_value > 0 AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id)`,
  ORDER_AMOUNT: `
    SELECT o.id::text, format('the order of %s is %s, %s was paid for it',
             ${reais('o.total_value')}, o.status, ${reais('m.applied')}) AS detail
    FROM (
      SELECT p.order_id, sum(${APPLIED}) AS applied FROM ${PAYMENTS} WHERE p.order_id IS NOT NULL GROUP BY p.order_id
    ) m JOIN orders o ON o.id = m.order_id
    WHERE m.applied <> CASE WHEN o.status IN ('PAID', 'REFUNDED') THEN o.total_value ELSE 0 END`,
  ORDER_CHARGE: `
    SELECT o.id::text, format('the order is %s, its charge %s', o.status, c.status) AS detail
    FROM charges c JOIN orders o ON o.id = c.order_id
    WHERE (c.status = 'PAID') <> (o.status IN ('PAID', 'REFUNDED')) OR c.amount <> o.total_value
       OR (o.status = 'PENDING' AND c.status NOT IN ('CREATING', 'ACTIVE'))
       OR (o.status <> 'PENDING' AND c.status IN ('CREATING', 'ACTIVE') AND c.next_check_at IS NULL)`,
  ORDER_REFUND: `
    SELECT o.id::text, format('the order of %s is REFUNDED, refunds of %s were asked for',
             ${reais('o.total_value')}, ${reais('coalesce(f.amount, 0)')}) AS detail
    FROM orders o LEFT JOIN (
      SELECT p.order_id, sum(f.amount) AS amount FROM refunds f JOIN payments p ON p.id = f.payment_id
      WHERE f.late_payment_id IS NULL GROUP BY p.order_id
    ) f ON f.order_id = o.id
    WHERE o.status = 'REFUNDED' AND coalesce(f.amount, 0) < o.total_value`,
  PAYMENT_USE: `
    SELECT p.id::text, format('of %s, %s is late%s and %s was returned', ${reais('p.amount')}, ${reais('coalesce(l.amount, 0)')},
             CASE WHEN p.order_id IS NULL AND p.billing_order_id IS NULL THEN ', which is nobody''s,' END,
             ${reais('coalesce(f.returned, 0)')}) AS detail
    FROM ${PAYMENTS} LEFT JOIN (
      SELECT payment_id, sum(amount) AS returned FROM refunds
      WHERE status = 'RETURNED' AND initiator NOT IN ('BANK', 'PROVIDER') GROUP BY payment_id
    ) f ON f.payment_id = p.id
    WHERE l.amount > p.amount OR f.returned > p.amount
       OR (p.order_id IS NULL AND p.billing_order_id IS NULL AND l.amount IS DISTINCT FROM p.amount)`,
  LATE_PAYMENT_STATE: `
    SELECT l.id::text, format('%s is %s, %s of its payment was returned',
             ${reais('l.amount')}, l.status, ${reais('f.returned')}) AS detail
    FROM late_payments l, LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE status = 'RETURNED'), 0) AS returned,
             count(*) FILTER (WHERE status IN ('PENDING', 'PROCESSING', 'BY_HAND')) AS open
      FROM refunds WHERE payment_id = l.payment_id
    ) f
    WHERE (l.status = 'REFUNDED' AND f.returned < l.amount) OR (l.status = 'REFUNDING' AND f.open = 0)`,
  BILLING_ORDER_AMOUNT: `
    SELECT b.id::text, format('the billing order of %s is %s: %s was paid for it, %s credited, %s debited',
             ${reais('b.amount')}, b.status, ${reais('coalesce(m.applied, 0)')}, ${reais('coalesce(e.credited, 0)')},
             ${reais('coalesce(e.debited, 0)')}) AS detail
    FROM billing_orders b LEFT JOIN (
      SELECT p.billing_order_id, sum(${APPLIED}) AS applied FROM ${PAYMENTS} WHERE p.billing_order_id IS NOT NULL GROUP BY 1
    ) m ON m.billing_order_id = b.id LEFT JOIN (
      SELECT billing_order_id, sum(amount) FILTER (WHERE type = 'CREDIT') AS credited,
             sum(amount) FILTER (WHERE type = 'DEBIT') AS debited
      FROM ledger_entries GROUP BY billing_order_id
    ) e ON e.billing_order_id = b.id, LATERAL (
      SELECT CASE WHEN b.status IN ('PAID', 'REFUNDED') THEN b.amount ELSE 0 END AS paid
    ) due
    WHERE coalesce(m.applied, 0) <> due.paid OR coalesce(e.credited, 0) <> due.paid OR coalesce(e.debited, 0) > due.paid
       OR (b.status = 'REFUNDED') <> (b.amount = coalesce(e.debited, 0))`,
  CLIENT_BALANCE: `
    SELECT a.id::text, format('the balance is %s, the extract sums up to %s and ends with %s',
             ${reais('a.balance')}, ${reais('coalesce(e.sum, 0)')}, ${reais('coalesce(e.last, 0)')}) AS detail
    FROM api_clients a LEFT JOIN (
      SELECT client_id, sum(CASE type WHEN 'CREDIT' THEN amount ELSE -amount END) AS sum,
             (array_agg(balance ORDER BY id DESC))[1] AS last
      FROM ledger_entries GROUP BY client_id
    ) e ON e.client_id = a.id
    WHERE a.balance <> coalesce(e.sum, 0) OR a.balance <> coalesce(e.last, 0)`,
};

/** The rules and their statements: each answers the first twenty rows that break it, by their ids, none when all is well. */
export const bookChecks: [BookRule, Statement<Disagreeing>][] = Object.entries(RULES).map(([rule, text]) => [
  rule as BookRule,
  statement<Disagreeing>(
    `check_${rule.toLowerCase()}`,
    `
    SELECT count(*) OVER ()::int AS total, id, detail FROM (${text}) broken ORDER BY id LIMIT ${EXAMPLES}`,
  ),
]);
