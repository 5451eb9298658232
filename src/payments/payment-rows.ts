import { v7 as uuidv7 } from 'uuid';
import type { LatePaymentReason } from '../generated/prisma/client.js';
import type { App } from '../context.js';
import { statement, type Sql, type Transaction } from '../platform/database/database.js';
import { serializationFailure } from '../platform/database/retry.js';
import { writeEvents } from '../webhooks/outbox.js';
import type { IncomingPayment } from './incoming-payment.js';
import { paymentEvents } from './payment-events.js';

/** $1 end-to-end ids: which were recorded before. */
const selectRecordedPayments = statement<{ endToEndId: string }>(
  'select_recorded_payments',
  `
  SELECT end_to_end_id AS "endToEndId" FROM payments WHERE end_to_end_id = ANY ($1::text[])`,
);

/** Records money, an array a column. An end-to-end id that is already there is left as it is. */
const insertPayments = statement<{ id: string }>(
  'insert_payments',
  `
  INSERT INTO payments (id, provider_name, end_to_end_id, txid, order_id, billing_order_id, amount, source, payer_name, payer_cpf, paid_at)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::uuid[], $7::bigint[], $8::payment_source[],
                       $9::text[], $10::text[], $11::timestamptz[])
  ON CONFLICT (end_to_end_id) DO NOTHING RETURNING id`,
);

/** Money without a live order: id, payment, amount, reason, an array a column. */
const insertLatePayments = statement<object>(
  'insert_late_payments',
  `
  INSERT INTO late_payments (id, payment_id, amount, reason)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::late_payment_reason[])`,
);

/** A payment to be recorded, and what it pays; neither for one whose reference is nobody's. */
export interface PaymentRow {
  id: string;
  orderId?: string | null;
  billingOrderId?: string | null;
  incoming: IncomingPayment;
}

/** Money of a payment that fits nothing: all of it, or what is too much. */
export interface LateRow {
  paymentId: string;
  amount: bigint;
  reason: LatePaymentReason;
}

/** Which of these payments are recorded already, by end-to-end id. Ask once the row that guards them is locked. */
export async function recordedPayments(sql: Sql, incoming: IncomingPayment[]): Promise<Set<string>> {
  const endToEndIds = incoming.flatMap(({ endToEndId }) => endToEndId ?? []);
  if (endToEndIds.length === 0) return new Set();
  return new Set((await sql.query(selectRecordedPayments, [endToEndIds])).map((row) => row.endToEndId));
}

/** Records payments and what of them is late, and tells operators' endpoints. Throws a serialization failure when one was recorded meanwhile. */
export async function recordPayments(
  app: Pick<App, 'deliveries'>,
  tx: Transaction,
  payments: PaymentRow[],
  late: LateRow[],
): Promise<void> {
  if (payments.length === 0) return;
  const inserted = await tx.query(insertPayments, [
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
  if (inserted.length < payments.length) throw serializationFailure('a payment was recorded meanwhile');
  if (late.length > 0) {
    await tx.query(insertLatePayments, [
      late.map(() => uuidv7()),
      late.map((l) => l.paymentId),
      late.map((l) => l.amount),
      late.map((l) => l.reason),
    ]);
  }
  await writeEvents(app, tx, paymentEvents(payments, late));
}
