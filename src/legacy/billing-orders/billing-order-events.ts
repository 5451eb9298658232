import type { App } from '../../context.js';
import { BillingOrderStatus } from '../../generated/prisma/enums.js';
import type { Transaction } from '../../platform/database/database.js';
import { formatMoney } from '../../platform/money.js';
import * as shape from '../../webhooks/event-shapes.js';
import { writeEvents, type OutgoingEvent } from '../../webhooks/outbox.js';
import { selectBillingOrders, type BillingOrderRow } from './billing-order.sql.js';

const STATUS_NUMBERS: Record<BillingOrderStatus, number> = { PENDING: 0, PAID: 1, PROCESSING: 2, CANCELLED: 3, REFUNDED: 4 };

/** The interface's billing order: these twelve fields in this order, in answers and in callbacks. Amounts in centavos. */
export function billingOrderRecord(row: BillingOrderRow) {
  return {
    hash: row.id,
    payer_name: row.payerName,
    amount: Number(row.amount),
    description: row.description,
    external_id: row.externalId,
    paid_at: row.paidAt,
    created_at: row.createdAt,
    expiration_at: row.expirationAt,
    payment: row.brCode,
    status: STATUS_NUMBERS[row.status],
    endToEndId: row.endToEndId,
    reference: row.txid,
  };
}

/**
 * The events of billing orders whose status just changed, in the same transaction: their client gets the flat billing order
 * at its endpoints and at the address the order named, operators an event with the amount in reais.
 */
export async function writeBillingOrderEvents(
  app: Pick<App, 'deliveries'>,
  tx: Transaction,
  type: keyof typeof billingOrderEvents,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.query(selectBillingOrders, [ids]);
  const events = rows.flatMap((row): OutgoingEvent[] => [
    { type, clientId: row.clientId, data: billingOrderRecord(row), ...(row.webhookUrl !== null && { url: row.webhookUrl }) },
    { type, data: forOperators(row) },
  ]);
  await writeEvents(app, tx, events);
}

function forOperators(row: BillingOrderRow): object {
  const { id, clientId, clientName, externalId, payerName, description, status, paidAt, endToEndId, txid } = row;
  return {
    hash: id,
    clientId,
    clientName,
    externalId,
    payerName,
    description,
    amount: formatMoney(row.amount),
    status,
    paidAt,
    endToEndId,
    txid,
  };
}

const billingOrder = {
  data: shape.record({
    hash: shape.described(shape.uuid, "The charge's id."),
    clientId: shape.described(shape.uuid, 'The legacy client.'),
    clientName: shape.text,
    externalId: shape.described(shape.text, "The client's reference."),
    payerName: shape.text,
    description: shape.text,
    amount: shape.described(shape.money, 'In reais.'),
    status: { type: 'string', enum: Object.values(BillingOrderStatus) },
    paidAt: shape.orNull(shape.time),
    endToEndId: shape.described(shape.orNull(shape.text), "The banks' id of the payment."),
    txid: shape.described(shape.text, "The code's txid."),
  }),
  sample: {
    hash: shape.NOWHERE,
    clientId: shape.NOWHERE,
    clientName: 'Loja',
    externalId: 'example',
    payerName: 'Ana Lima',
    description: 'Pedido de exemplo',
    amount: '12.50',
    status: 'PAID',
    paidAt: shape.A_TIME,
    endToEndId: 'E00000000000000000000000000000000',
    txid: 'BILLINGORDER0',
  },
};

export const billingOrderEvents = {
  'billing_order.paid': { ...billingOrder, description: "a legacy client's charge was paid." },
  'billing_order.cancelled': {
    description: "a legacy client's charge expired, or its client or an operator cancelled it.",
    data: billingOrder.data,
    sample: { ...billingOrder.sample, status: 'CANCELLED', paidAt: null, endToEndId: null },
  },
  'billing_order.processing': {
    description: "a legacy client's charge was paid, and its money is on its way back. The client was debited.",
    data: billingOrder.data,
    sample: { ...billingOrder.sample, status: 'PROCESSING' },
  },
  'billing_order.refunded': {
    description: "a legacy client's charge was paid, and its money went back.",
    data: billingOrder.data,
    sample: { ...billingOrder.sample, status: 'REFUNDED' },
  },
} satisfies Record<string, shape.EventDeclaration>;
