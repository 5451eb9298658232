// SQL: instants with microseconds, and several tables.
import type { BillingOrderStatus } from '../../generated/prisma/client.js';
import { statement } from '../../platform/database/statement.js';

/** ISO 8601 in UTC with microseconds, as the interface has it: a Date would cut them to three digits. */
export const microseconds = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A billing order with its charge's code. */
export interface BillingOrderRow {
  id: string;
  clientId: string;
  externalId: string;
  payerName: string;
  description: string;
  /** Centavos. */
  amount: bigint;
  status: BillingOrderStatus;
  webhookUrl: string | null;
  endToEndId: string | null;
  /** Instants as text with microseconds. */
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

/** One of a client's own. $1 client id, $2 hash. */
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
