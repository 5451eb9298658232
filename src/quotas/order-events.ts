import { formatMoney } from '../platform/money.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';
import type { MoneyRefunded } from './refunded-money.sql.js';
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
export function orderEvent(type: 'order.paid' | 'order.cancelled' | 'order.expired', order: OrderOfEvent): OutgoingEvent {
  return { type, data: recordOf(order) };
}

/** The same of an order that was refunded, with the refunds that its money went back by: all of those given that are its own. */
export function refundedOrderEvent(order: OrderOfEvent, refunds: readonly MoneyRefunded[]): OutgoingEvent {
  const own = refunds.filter(({ orderId }) => orderId === order.id);
  const data = {
    ...recordOf(order),
    refundedAmount: formatMoney(own.reduce((sum, { amount }) => sum + amount, 0n)),
    refunds: own.map(({ id, amount, status, reason, initiator, createdAt }) => ({
      refundId: id,
      amount: formatMoney(amount),
      status,
      reason,
      initiator,
      createdAt: createdAt.toISOString(),
    })),
  };
  return { type: 'order.refunded', data };
}

function recordOf({ id, raffleId, userId, quotaQuantity, totalValue, tracking }: OrderOfEvent) {
  return { orderId: id, raffleId, userId, quotaQuantity, totalValue: formatMoney(totalValue), tracking };
}
