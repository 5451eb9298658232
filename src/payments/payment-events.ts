import { LatePaymentReason, RefundStatus } from '../generated/prisma/enums.js';
import { formatMoney } from '../platform/money.js';
import {
  A_TIME,
  described,
  money,
  NOWHERE,
  orderId,
  orNull,
  record,
  text,
  time,
  uuid,
  type EventDeclaration,
} from '../webhooks/event-shapes.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';
import type { LateRow, PaymentRow } from './incoming-payment.js';

/** The events of recorded money for operators' endpoints: each payment, and what of it is late. */
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

/** What operators' endpoints receive of a refund that moved; amounts as decimal text. */
export function refundEvent(refund: { id: string; paymentId: string; amount: bigint; status: RefundStatus }): OutgoingEvent {
  const { id, paymentId, amount, status } = refund;
  return { type: 'refund.updated', data: { refundId: id, paymentId, amount: formatMoney(amount), status } };
}

/** The events of money, as receivers read of them. */
export const moneyEvents = {
  'payment.received': {
    description: 'a payment was recorded, whatever it was for.',
    data: record({
      paymentId: uuid,
      orderId: described(
        orNull(orderId),
        'The order that it is for. Null for a charge of a legacy client, and where nobody knows.',
      ),
      billingOrderId: described(orNull(uuid), "The legacy client's charge that it is for."),
      endToEndId: described(orNull(text), "The banks' id. Null where no bank moved it."),
      amount: described(money, 'In reais.'),
      paidAt: time,
    }),
    sample: {
      paymentId: NOWHERE,
      orderId: '0',
      billingOrderId: null,
      endToEndId: 'E00000000000000000000000000000000',
      amount: '12.50',
      paidAt: A_TIME,
    },
  },
  'payment.late': {
    description: 'money could not be applied to an order or charge. An operator refunds or resolves it.',
    data: record({
      paymentId: uuid,
      amount: described(money, 'What of the payment could not be applied, in reais.'),
      reason: { type: 'string', enum: Object.values(LatePaymentReason) },
    }),
    sample: { paymentId: NOWHERE, amount: '12.50', reason: 'ORDER_ENDED' },
  },
  'refund.updated': {
    description:
      'a refund became PROCESSING, RETURNED, FAILED or BY_HAND: by the answer of its provider, by '
      + '`confirmRefund`, or because the banks took money back.',
    data: record({
      refundId: described(text, "The refund's id."),
      paymentId: uuid,
      amount: described(money, 'In reais.'),
      status: { type: 'string', enum: Object.values(RefundStatus) },
    }),
    sample: { refundId: '0'.repeat(32), paymentId: NOWHERE, amount: '12.50', status: 'RETURNED' },
  },
} satisfies Record<string, EventDeclaration>;
