import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { Transaction } from '../platform/database/database.js';
import { statement, type Sql } from '../platform/database/statement.js';
import { isUniqueViolation } from '../platform/database/errors.js';
import { serializationFailure } from '../platform/database/retry.js';
import { writeEvents } from '../webhooks/outbox.js';
import type { IncomingPayment, LateRow, PaymentRow } from './incoming-payment.js';
import { paymentEvents } from './payment-events.js';
import { writeAudit } from '../platform/audit.js';

/** A payment with an unknown reference, its row locked; centavos. */
export interface UnattachedPayment {
  id: string;
  amount: bigint;
}

/** $1 payment ids. */
const lockUnknownPayments = statement<object>(
  'lock_unknown_payments',
  `
  SELECT FROM payments WHERE id = ANY ($1::uuid[]) ORDER BY payments.id FOR UPDATE`,
);

/** Of the locked payments those that are still unknown and undecided. $1 payment ids. */
const selectUnattached = statement<{ id: string; endToEndId: string; amount: bigint }>(
  'select_unattached_payments',
  `
  SELECT p.id, p.end_to_end_id AS "endToEndId", p.amount
  FROM payments p JOIN late_payments l ON l.payment_id = p.id
  WHERE p.id = ANY ($1::uuid[]) AND p.order_id IS NULL AND p.billing_order_id IS NULL
    AND l.status = 'PENDING' AND l.amount = p.amount AND NOT EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id)`,
);

/** Deletes their late parts, which are decided again. $1 payments, $2 orders, $3 billing orders, $4 txids, $5 providers. */
const attach = statement<object>(
  'attach_payments',
  `
  WITH forgotten AS (DELETE FROM late_payments WHERE payment_id = ANY ($1::uuid[]))
  UPDATE payments p SET order_id = a.order_id, billing_order_id = a.billing_order_id, txid = a.txid, provider_name = a.provider
  FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::text[]) AS a(id, order_id, billing_order_id, txid, provider)
  WHERE p.id = a.id`,
);

/** By end-to-end id. */
async function lockUnattached(sql: Sql, paymentIds: string[]): Promise<Map<string, UnattachedPayment>> {
  if (paymentIds.length === 0) return new Map();
  await sql.query(lockUnknownPayments, [paymentIds]);
  const unattached = await sql.query(selectUnattached, [paymentIds]);
  return new Map(unattached.map(({ id, endToEndId, amount }) => [endToEndId, { id, amount }]));
}

/** Writes what locked payments of unknown references are for; audited. The caller records what of them is late. */
async function attachPayments(sql: Sql, payments: PaymentRow[]): Promise<void> {
  await sql.query(attach, [
    payments.map(({ id }) => id),
    payments.map(({ orderId }) => orderId ?? null),
    payments.map(({ billingOrderId }) => billingOrderId ?? null),
    payments.map(({ incoming }) => incoming.txid ?? null),
    payments.map(({ incoming }) => incoming.providerName),
  ]);
  await writeAudit(
    sql,
    ...payments.map(({ id, orderId, billingOrderId }) => ({
      by: null,
      action: 'attachPayment',
      subjectType: 'payment',
      subjectId: id,
      details: { ...(orderId && { orderId }), ...(billingOrderId && { billingOrderId }) },
    })),
  );
}

const selectRecordedPayments = statement<{ endToEndId: string; id: string; isUnknown: boolean }>(
  'select_recorded_payments',
  `
  SELECT end_to_end_id AS "endToEndId", id, order_id IS NULL AND billing_order_id IS NULL AS "isUnknown"
  FROM payments WHERE end_to_end_id = ANY ($1::text[])`,
);

/** An array a column. ON CONFLICT would add a record to the WAL for each row. */
const insertPayments = statement<object>(
  'insert_payments',
  `
  INSERT INTO payments (id, provider_name, end_to_end_id, txid, order_id, billing_order_id, amount, source, payer_name, payer_cpf, paid_at)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::uuid[], $7::bigint[], $8::payment_source[],
                       $9::text[], $10::text[], $11::timestamptz[])`,
);

/** An array a column. */
const insertLatePayments = statement<object>(
  'insert_late_payments',
  `
  INSERT INTO late_payments (id, payment_id, amount, reason)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::late_payment_reason[])`,
);

export interface RecordedPayments {
  known: Set<string>;
  /** By end-to-end id: a payment that came without its reference and is still undecided is decided like a new one. */
  unattached: Map<string, UnattachedPayment>;
}

/** What is recorded of these payments. Ask once the row that guards them is locked. */
export async function recordedPayments(sql: Sql, incoming: IncomingPayment[]): Promise<RecordedPayments> {
  const endToEndIds = incoming.flatMap(({ endToEndId }) => endToEndId ?? []);
  if (endToEndIds.length === 0) return { known: new Set(), unattached: new Map() };
  const recorded = await sql.query(selectRecordedPayments, [endToEndIds]);
  const unknown = recorded.filter(({ isUnknown }) => isUnknown).map(({ id }) => id);
  return {
    known: new Set(recorded.map(({ endToEndId }) => endToEndId)),
    unattached: await lockUnattached(sql, unknown),
  };
}

/** Undefined when it is recorded already. An unknown one is attached: the provider of the charge knows what was paid for it. */
export function takePayment(
  { known, unattached }: RecordedPayments,
  incoming: IncomingPayment,
  target: { orderId: string } | { billingOrderId: string },
): PaymentRow | undefined {
  const { endToEndId } = incoming;
  if (!endToEndId) return { id: uuidv7(), ...target, incoming };
  const kept = unattached.get(endToEndId);
  unattached.delete(endToEndId);
  if (kept?.amount === incoming.amount) return { id: kept.id, isAttached: true, ...target, incoming };
  if (known.has(endToEndId)) return undefined;
  known.add(endToEndId);
  return { id: uuidv7(), ...target, incoming };
}

/** Records payments, what of them is late, and their events. Throws a serialization failure when one was recorded meanwhile. */
export async function recordPayments(
  app: Pick<App, 'deliveries'>,
  tx: Transaction,
  rows: PaymentRow[],
  late: LateRow[],
): Promise<void> {
  const attached = rows.filter(({ isAttached }) => isAttached);
  if (attached.length > 0) await attachPayments(tx, attached);
  const payments = rows.filter(({ isAttached }) => !isAttached);
  if (payments.length > 0) await insertNew(tx, payments);
  if (late.length > 0) {
    await tx.query(insertLatePayments, [
      late.map(({ id }) => id),
      late.map((l) => l.paymentId),
      late.map((l) => l.amount),
      late.map((l) => l.reason),
    ]);
  }
  await writeEvents(app, tx, paymentEvents(payments, late));
}

async function insertNew(tx: Transaction, payments: PaymentRow[]): Promise<void> {
  const inserted = tx.query(insertPayments, [
    payments.map((p) => p.id),
    payments.map((p) => p.incoming.providerName),
    payments.map((p) => p.incoming.endToEndId ?? null),
    payments.map((p) => p.incoming.txid ?? null),
    payments.map((p) => p.orderId ?? null),
    payments.map((p) => p.billingOrderId ?? null),
    payments.map((p) => p.incoming.amount),
    payments.map((p) => p.incoming.source),
    payments.map((p) => p.incoming.payer?.name ?? null),
    payments.map((p) => p.incoming.payer?.cpf ?? null),
    payments.map((p) => p.incoming.paidAt),
  ]);
  await inserted.catch((error: unknown) => {
    throw isUniqueViolation(error) ? serializationFailure('a payment was recorded meanwhile') : error;
  });
}
