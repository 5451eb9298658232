// SQL: instants with microseconds, locks, and several tables in one statement.
import type { BillingOrderStatus, LedgerEntryType } from '../../generated/prisma/client.js';
import { statement } from '../../platform/database/statement.js';
import { keysetList } from '../../platform/database/keyset-list.js';
import { BIGINT } from '../../platform/page.js';
import { RETURNABLE } from '../../refunds/returnable.sql.js';

/** ISO 8601 in UTC with microseconds, as the interface has it: a Date would cut them to three digits. */
const microseconds = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export interface BillingOrderRow {
  id: string;
  clientId: string;
  externalId: string;
  payerName: string;
  description: string;
  amount: bigint;
  status: BillingOrderStatus;
  webhookUrl: string | null;
  endToEndId: string | null;
  paidAt: string | null;
  expirationAt: string | null;
  createdAt: string;
  cancelledAt: Date | null;
  clientName: string;
  txid: string;
  brCode: string;
  /** SHA-256 of what was asked for. */
  fingerprint: Buffer;
}

const COLUMNS = `
  b.id, b.client_id AS "clientId", b.external_id AS "externalId", b.payer_name AS "payerName", b.description, b.amount, b.status,
  b.webhook_url AS "webhookUrl", b.end_to_end_id AS "endToEndId", b.fingerprint, b.cancelled_at AS "cancelledAt", a.name AS "clientName",
  ${microseconds('b.paid_at')} AS "paidAt", ${microseconds('b.expiration_at')} AS "expirationAt",
  ${microseconds('b.created_at')} AS "createdAt", c.txid, c.br_code AS "brCode"`;
const FROM_BILLING_ORDERS =
  'FROM billing_orders b JOIN charges c ON c.billing_order_id = b.id JOIN api_clients a ON a.id = b.client_id';

/** $1 client id, $2 hash. */
export const selectBillingOrder = statement<BillingOrderRow>(
  'select_billing_order',
  `
  SELECT ${COLUMNS} ${FROM_BILLING_ORDERS} WHERE b.id = $2 AND b.client_id = $1`,
);

/** $1 client id, $2 external id. */
export const selectBillingOrderByExternalId = statement<BillingOrderRow>(
  'select_billing_order_by_external_id',
  `
  SELECT ${COLUMNS} ${FROM_BILLING_ORDERS} WHERE b.client_id = $1 AND b.external_id = $2`,
);

/** $1 ids. */
export const selectBillingOrders = statement<BillingOrderRow>(
  'select_billing_orders',
  `
  SELECT ${COLUMNS} ${FROM_BILLING_ORDERS} WHERE b.id = ANY ($1::uuid[])`,
);

/**
 * A new billing order, unless the client has one under the external id; waits while another transaction makes it. $1 id,
 * $2 client id, $3 external id, $4 fingerprint, $5 payer name, $6 description, $7 amount, $8 webhook URL, $9 extra data,
 * $10 how many days it can be paid.
 */
export const insertBillingOrder = statement<{ number: bigint }>(
  'insert_billing_order',
  `
  INSERT INTO billing_orders (id, client_id, external_id, fingerprint, payer_name, description, amount, webhook_url, extra_data,
                              expiration_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(days => $10))
  ON CONFLICT (client_id, external_id) DO NOTHING RETURNING number`,
);

export interface LockedBillingOrder {
  id: string;
  clientId: string;
  externalId: string;
  status: BillingOrderStatus;
  amount: bigint;
  endToEndId: string | null;
  expirationAt: Date | null;
  cancelledAt: Date | null;
}

/** Every movement of a client's money begins with this lock; new charges do not wait for it. $1 client id. */
export const lockLedgerOfClient = statement<{ balance: bigint }>(
  'lock_ledger_of_client',
  `
  SELECT balance FROM api_clients WHERE id = $1 FOR NO KEY UPDATE`,
);

/** $1 ids; locked in one order, so that no two callers deadlock. */
export const lockBillingOrders = statement<LockedBillingOrder>(
  'lock_billing_orders',
  `
  SELECT id, client_id AS "clientId", external_id AS "externalId", status, amount, end_to_end_id AS "endToEndId",
         expiration_at AS "expirationAt", cancelled_at AS "cancelledAt"
  FROM billing_orders
  WHERE id = ANY ($1::uuid[]) ORDER BY billing_orders.id FOR NO KEY UPDATE`,
);

/** They are paid, and so are their charges. $1 ids, $2 when each was paid, $3 end-to-end ids. */
export const payBillingOrders = statement<object>(
  'pay_billing_orders',
  `
  WITH paid AS (
    UPDATE billing_orders b SET status = 'PAID', paid_at = p.paid_at, end_to_end_id = p.end_to_end_id
    FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS p(id, paid_at, end_to_end_id) WHERE b.id = p.id
  )
  UPDATE charges SET status = 'PAID', next_check_at = NULL WHERE billing_order_id = ANY ($1)`,
);

/**
 * Adds entries to a client's ledger, in their order, and sets the balance to what the last one says. The client is locked.
 * $1 client id, $2 CREDIT or DEBIT, $3 billing order ids, $4 amounts, $5 the balance after each, $6 the last of them.
 */
export const writeLedger = statement<object>(
  'write_ledger',
  `
  WITH entry AS (
    INSERT INTO ledger_entries (client_id, billing_order_id, type, amount, balance, created_at)
    SELECT $1, e.billing_order_id, $2::ledger_entry_type, e.amount, e.balance, clock_timestamp()
    FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) WITH ORDINALITY AS e(billing_order_id, amount, balance, place)
    ORDER BY e.place
  )
  UPDATE api_clients SET balance = $6 WHERE id = $1`,
);

/** $1 payment id. */
export const selectBillingOrderOfPayment = statement<{ billingOrderId: string; clientId: string; endToEndId: string | null }>(
  'select_billing_order_of_payment',
  `SELECT b.id AS "billingOrderId", b.client_id AS "clientId", p.end_to_end_id AS "endToEndId"
   FROM payments p JOIN billing_orders b ON b.id = p.billing_order_id WHERE p.id = $1`,
);

/** All that its client was debited for has gone back, nothing of it is under way. $1 payment id. */
export const selectIsReturned = statement<{ isReturned: boolean }>(
  'select_is_billing_order_returned',
  `
  SELECT s.returnable <= 0 AND NOT EXISTS (
           SELECT FROM refunds f
           WHERE f.payment_id = p.id AND f.late_payment_id IS NULL AND f.status IN ('PENDING', 'PROCESSING', 'BY_HAND')
         ) AS "isReturned"
  FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE} WHERE p.id = $1`,
);

/** Of these payments those whose billing order waits for its refund. $1 payment ids. */
export const selectProcessing = statement<{ paymentId: string; billingOrderId: string; clientId: string }>(
  'select_processing_billing_orders',
  `
  SELECT p.id AS "paymentId", b.id AS "billingOrderId", b.client_id AS "clientId"
  FROM payments p CROSS JOIN LATERAL (
    SELECT x.id, x.client_id, x.status, x.end_to_end_id FROM billing_orders x WHERE x.id = p.billing_order_id OFFSET 0
  ) b
  WHERE p.id = ANY ($1::uuid[]) AND b.status = 'PROCESSING' AND b.end_to_end_id = p.end_to_end_id ORDER BY b.client_id, b.id`,
);

/** Ends an unpaid one and its charge. $1 id. */
export const cancelUnpaid = statement<object>(
  'cancel_billing_order',
  `
  WITH ended AS (UPDATE billing_orders SET status = 'CANCELLED', cancelled_at = clock_timestamp() WHERE id = $1 AND status = 'PENDING')
  UPDATE charges SET status = 'CANCELLED' WHERE billing_order_id = $1`,
);

/** Billing orders of before they expired: each may be paid as long from now on as a new one. $1 days, $2 how many. */
export const giveAnEnd = statement<object>(
  'give_billing_orders_an_end',
  `
  WITH endless AS MATERIALIZED (
    SELECT id FROM billing_orders WHERE status = 'PENDING' AND expiration_at IS NULL LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE billing_orders b SET expiration_at = now() + make_interval(days => $1) FROM endless e WHERE b.id = e.id RETURNING b.id`,
);

/** Ends those whose time is over, and their charges. One that is being paid is left. $1 how many. */
export const expireUnpaid = statement<{ id: string }>(
  'expire_billing_orders',
  `
  WITH due AS MATERIALIZED (
    SELECT id FROM billing_orders WHERE status = 'PENDING' AND expiration_at <= now()
    ORDER BY expiration_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
  ), ended AS (
    UPDATE billing_orders b SET status = 'CANCELLED' FROM due d WHERE b.id = d.id RETURNING b.id
  ), closed AS (
    UPDATE charges c SET status = 'CANCELLED' FROM due d WHERE c.billing_order_id = d.id
  )
  SELECT id FROM ended`,
);

export interface LedgerEntryRow {
  id: bigint;
  type: LedgerEntryType;
  amount: bigint;
  balance: bigint;
  externalId: string;
  billingOrderId: string;
  createdAt: string;
}

/** Newest first. $1 client id. */
export const ledger = keysetList<LedgerEntryRow>({
  name: 'ledger',
  columns: `e.id, e.type, e.amount, e.balance, b.external_id AS "externalId", e.billing_order_id AS "billingOrderId",
    ${microseconds('e.created_at')} AS "createdAt"`,
  from: 'ledger_entries e',
  joins: 'JOIN billing_orders b ON b.id = e.billing_order_id',
  where: 'e.client_id = $1',
  key: [['id', BIGINT, 'e.id']],
  order: 'DESC',
});
