import { formatMoney } from '../platform/money.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';

/** What an operator's endpoint is told of an order; amounts as decimal text. */
export function orderEvent(
  type: 'order.paid' | 'order.cancelled' | 'order.expired' | 'order.refunded',
  order: { id: string; raffleId: string; userId: string; quotaQuantity: number; totalValue: bigint },
): OutgoingEvent {
  const { id, raffleId, userId, quotaQuantity, totalValue } = order;
  return { type, data: { orderId: id, raffleId, userId, quotaQuantity, totalValue: formatMoney(totalValue) } };
}
