import { RefundStatus } from '../generated/prisma/enums.js';
import { formatMoney } from '../platform/money.js';
import { described, money, NOWHERE, record, text, uuid, type EventDeclaration } from '../webhooks/event-shapes.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';

export function refundEvent(refund: { id: string; paymentId: string; amount: bigint; status: RefundStatus }): OutgoingEvent {
  const { id, paymentId, amount, status } = refund;
  return { type: 'refund.updated', data: { refundId: id, paymentId, amount: formatMoney(amount), status } };
}

export const refundEvents = {
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
