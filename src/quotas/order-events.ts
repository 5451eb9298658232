import { formatMoney } from '../platform/money.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';
import type { OrderTracking } from './order-tracking.js';

/** What of an order its events tell. */
export interface OrderOfEvent {
  id: string;
  raffleId: string;
  userId: string;
  quotaQuantity: number;
  /** Centavos. */
  totalValue: bigint;
  tracking: OrderTracking | null;
}

/** What an operator's endpoint is told of an order; amounts as decimal text, `tracking` null where the order has none. */
export function orderEvent(
  type: 'order.paid' | 'order.cancelled' | 'order.expired' | 'order.refunded',
  { id, raffleId, userId, quotaQuantity, totalValue, tracking }: OrderOfEvent,
): OutgoingEvent {
  return { type, data: { orderId: id, raffleId, userId, quotaQuantity, totalValue: formatMoney(totalValue), tracking } };
}
