import { LatePaymentReason } from '../generated/prisma/enums.js';
import { formatMoney } from '../platform/money.js';
import * as shape from '../webhooks/event-shapes.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';
import type { LateRow, PaymentRow } from './incoming-payment.js';

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

export const moneyEvents = {
  'payment.received': {
    description: 'a payment was recorded, whatever it was for.',
    data: shape.record({
      paymentId: shape.uuid,
      orderId: shape.described(
        shape.orNull(shape.orderId),
        'The order that it is for. Null for a charge of a legacy client, and where nobody knows.',
      ),
      billingOrderId: shape.described(shape.orNull(shape.uuid), "The legacy client's charge that it is for."),
      endToEndId: shape.described(shape.orNull(shape.text), "The banks' id. Null where no bank moved it."),
      amount: shape.described(shape.money, 'In reais.'),
      paidAt: shape.time,
    }),
    sample: {
      paymentId: shape.NOWHERE,
      orderId: '0',
      billingOrderId: null,
      endToEndId: 'E00000000000000000000000000000000',
      amount: '12.50',
      paidAt: shape.A_TIME,
    },
  },
  'payment.late': {
    description:
      'money could not be applied to an order or charge. An operator refunds or resolves it, or the service sends it back.',
    data: shape.record({
      paymentId: shape.uuid,
      amount: shape.described(shape.money, 'What of the payment could not be applied, in reais.'),
      reason: { type: 'string', enum: Object.values(LatePaymentReason) },
    }),
    sample: { paymentId: shape.NOWHERE, amount: '12.50', reason: 'ORDER_ENDED' },
  },
} satisfies Record<string, shape.EventDeclaration>;
