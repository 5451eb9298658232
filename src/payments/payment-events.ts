import { formatMoney } from '../platform/money.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';
import type { LateRow, PaymentRow } from './payment-rows.js';

/** What operators' endpoints are told of money that was recorded: each payment, and what of it is late. */
export function paymentEvents(payments: PaymentRow[], late: LateRow[]): OutgoingEvent[] {
  return [
    ...payments.map(({ id, orderId, billingOrderId, incoming }): OutgoingEvent => ({
      type: 'payment.received',
      data: {
        paymentId: id,
        orderId: orderId ?? null,
        billingOrderId: billingOrderId ?? null,
        endToEndId: incoming.endToEndId ?? null,
        amount: formatMoney(incoming.amount),
        paidAt: incoming.paidAt.toISOString(),
      },
    })),
    ...late.map(({ paymentId, amount, reason }): OutgoingEvent => ({
      type: 'payment.late',
      data: { paymentId, amount: formatMoney(amount), reason },
    })),
  ];
}
