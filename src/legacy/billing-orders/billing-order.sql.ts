// SQL: instants with microseconds, locks, and several tables in one statement.
import type { BillingOrderStatus, LedgerEntryType } from '../../generated/prisma/client.js';
import { statement } from '../../platform/database/statement.js';
import { keysetList } from '../../platform/database/keyset-list.js';
import { BIGINT } from '../../platform/page.js';

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
  txid: string;
  brCode: string;
  /** SHA-256 of what was asked for. */
  fingerprint: Buffer;
}

const COLUMNS = `
  b.id, b.client_id AS "clientId", b.external_id AS "externalId", b.payer_name AS "payerName", b.description, b.amount, b.status,
  b.webhook_url AS "webhookUrl", b.end_to_end_id AS "endToEndId", b.fingerprint,
  ${microseconds('b.paid_at')} AS "paidAt", ${microseconds('b.expiration_at')} AS "expirationAt",
  ${microseconds('b.created_at')} AS "createdAt", c.txid, c.br_code AS "brCode"`;
const FROM_BILLING_ORDERS = 'FROM billing_orders b JOIN charges c ON c.billing_order_id = b.id';

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
 * $2 client id, $3 external id, $4 fingerprint, $5 payer name, $6 description, $7 amount, $8 webhook URL, $9 extra data.
 */
export const insertBillingOrder = statement<{ number: bigint }>(
  'insert_billing_order',
  `
  INSERT INTO billing_orders (id, client_id, external_id, fingerprint, payer_name, description, amount, webhook_url, extra_data)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (client_id, external_id) DO NOTHING RETURNING number`,
);

export interface LockedBillingOrder {
  id: string;
  status: BillingOrderStatus;
  amount: bigint;
  endToEndId: string | null;
}

/** Every movement of a client's money begins with this lock; new charges do not wait for it. $1 client id. */
export const lockLedgerOfClient = statement<{ balance: bigint; name: string }>(
  'lock_ledger_of_client',
  `
  SELECT balance, name FROM api_clients WHERE id = $1 FOR NO KEY UPDATE`,
);

/** $1 ids; locked in one order, so that no two callers deadlock. */
export const lockBillingOrders = statement<LockedBillingOrder>(
  'lock_billing_orders',
  `
  SELECT id, status, amount, end_to_end_id AS "endToEndId" FROM billing_orders
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
