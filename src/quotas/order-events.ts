import type { Order } from '../generated/prisma/client.js';
import { OrderReservation, RefundInitiator, RefundStatus } from '../generated/prisma/enums.js';
import { formatMoney } from '../platform/money.js';
import type { JsonSchema } from '../rest/schema-object.js';
import * as shape from '../webhooks/event-shapes.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';
import type { MoneyRefunded } from './counter.sql.js';
import { TRACKING_NAMES, type OrderTracking } from './reserve-orders.js';

export interface OrderOfEvent extends Pick<Order, 'raffleId' | 'userId' | 'reservation' | 'quotaQuantity' | 'totalValue'> {
  id: string;
  tracking: OrderTracking | null;
}

export function orderEvent(
  type: 'order.paid' | 'order.cancelled' | 'order.expired' | 'order.unreserved',
  order: OrderOfEvent,
): OutgoingEvent {
  return { type, data: recordOf(order) };
}

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

function recordOf({ id, raffleId, userId, reservation, quotaQuantity, totalValue, tracking }: OrderOfEvent) {
  return { orderId: id, raffleId, userId, reservation, quotaQuantity, totalValue: formatMoney(totalValue), tracking };
}

const tracking: JsonSchema = {
  type: ['object', 'null'],
  description: 'Where the buyer came from; what was not sent is left out. Null where nothing was.',
  properties: Object.fromEntries(TRACKING_NAMES.map((name) => [name, shape.text])),
  additionalProperties: false,
};
const order = {
  orderId: shape.described(shape.orderId, "The order's id, a number in digits."),
  raffleId: shape.uuid,
  userId: shape.described(shape.uuid, 'The buyer.'),
  reservation: shape.described(
    { type: 'string', enum: Object.values(OrderReservation) },
    'Whether its quotas are, or were, kept for the buyer until the payment.',
  ),
  quotaQuantity: shape.described({ type: 'integer', minimum: 1 }, 'The quotas of the order, with those that a promotion gave.'),
  totalValue: shape.described(shape.money, 'What the order cost, in reais.'),
  tracking,
};
const anOrder = {
  orderId: '0',
  raffleId: shape.NOWHERE,
  userId: shape.NOWHERE,
  reservation: 'RESERVED',
  quotaQuantity: 10,
  totalValue: '12.50',
  tracking: { utmSource: 'instagram' },
};
const refund = shape.record({
  refundId: shape.described(shape.text, "The refund's id."),
  amount: shape.described(shape.money, 'In reais.'),
  status: shape.described(
    { type: 'string', enum: Object.values(RefundStatus) },
    'Where it stands; `refund.updated` tells what becomes of it.',
  ),
  reason: shape.described(shape.orNull(shape.text), 'What was said of it. Null where nothing was.'),
  initiator: shape.described(
    { type: 'string', enum: Object.values(RefundInitiator) },
    'Who began it: the BUYER, an OPERATOR, the BANK (which took it back), somebody at the payment PROVIDER, or the SERVICE.',
  ),
  createdAt: shape.described(shape.time, 'When it was begun.'),
});
const aRefund = {
  refundId: '0'.repeat(32),
  status: 'PENDING',
  reason: 'changed my mind',
  initiator: 'BUYER',
  createdAt: shape.A_TIME,
};
const ofOrder = { data: shape.record(order), sample: anOrder };

export const orderEvents = {
  'order.paid': {
    ...ofOrder,
    description: 'an order was paid. Its lucky numbers are known, but with quota prizes they come with `order.decided`.',
  },
  'order.cancelled': {
    ...ofOrder,
    description:
      'an unpaid order was cancelled: by a caller, with its raffle, because its provider gave no code, or because it was '
      + 'AT_PAYMENT and others had paid for its quotas before it was paid. Then its money goes back at once.',
  },
  'order.expired': { ...ofOrder, description: 'an order was not paid in time.' },
  'order.unreserved': {
    data: shape.record(order),
    sample: { ...anOrder, reservation: 'AT_PAYMENT' },
    description:
      'an unpaid order became AT_PAYMENT, because its quotas were needed for an order that was paid. It can still be paid.',
  },
  'order.refunded': {
    description:
      'a paid order was refunded in full, or the banks took all its money back. Its lucky numbers are out of the draw.',
    data: shape.record({
      ...order,
      refundedAmount: shape.described(
        shape.money,
        'What went back or is on its way, in reais: the sum of `refunds`. The banks may take back more than the total.',
      ),
      refunds: shape.described(
        { type: 'array', items: refund },
        'All refunds of what paid the order, the oldest first, but those that failed. None where it cost nothing.',
      ),
    }),
    sample: {
      ...anOrder,
      refundedAmount: '12.50',
      refunds: [
        { ...aRefund, amount: '2.50' },
        { ...aRefund, refundId: `${'0'.repeat(31)}1`, amount: '10.00' },
      ],
    },
  },
} satisfies Record<string, shape.EventDeclaration>;
