import type { RefundStatus } from '../generated/prisma/client.js';
import { formatMoney } from '../platform/money.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';

/** What operators' endpoints are told of a refund that moved; amounts as decimal text. */
export function refundEvent(refund: { id: string; paymentId: string; amount: bigint; status: RefundStatus }): OutgoingEvent {
  const { id, paymentId, amount, status } = refund;
  return { type: 'refund.updated', data: { refundId: id, paymentId, amount: formatMoney(amount), status } };
}
