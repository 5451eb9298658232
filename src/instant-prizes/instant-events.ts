import * as shape from '../webhooks/event-shapes.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';

interface DecidedOrder {
  orderId: string;
  raffleId: string;
  userId: string;
  boxes: number;
  quotaPrizes: number;
  round: number;
}

/** What closed boxes hold stays secret. */
export function decidedOrderEvent(order: DecidedOrder): OutgoingEvent {
  return { type: 'order.decided', data: { ...order } };
}

export const instantPrizeEvents = {
  'order.decided': {
    description:
      'the public round of a paid order is there: its boxes can be opened, and its lucky numbers and quota prizes are known. '
      + 'Only in raffles with instant prizes, some seconds after `order.paid`.',
    data: shape.record({
      orderId: shape.orderId,
      raffleId: shape.uuid,
      userId: shape.described(shape.uuid, 'The buyer.'),
      boxes: shape.described(shape.whole, 'Boxes that the order received.'),
      quotaPrizes: shape.described(shape.whole, 'Quota prizes that it won.'),
      round: shape.described(shape.whole, 'The round of the beacon that decided it.'),
    }),
    sample: { orderId: '0', raffleId: shape.NOWHERE, userId: shape.NOWHERE, boxes: 2, quotaPrizes: 0, round: 1 },
  },
} satisfies Record<string, shape.EventDeclaration>;
