import type { Context } from '../context.js';
import { refuse, type DomainError } from '../platform/domain-error.js';
import type { Prices } from '../pricing/price.js';
import type { RaffleSnapshot } from '../raffles/raffle.snapshot.js';
import { selectBuyerRoom } from './buyer-room.sql.js';

/** The most that a buyer may type so that it fits into `room` with its bonus quotas. 0 when no order does. */
function mostToAskFor(prices: Prices, raffle: RaffleSnapshot, room: number): number {
  const { minReservationQuantity: min, maxReservationQuantity: max } = raffle;
  for (let quantity = Math.min(room, max); quantity >= min; quantity--)
    if (quantity + prices.of(raffle, quantity).bonusQuotas <= room) return quantity;
  return 0;
}

export function quotasLeft({ prices }: Pick<Context, 'prices'>, raffle: RaffleSnapshot, available: number): DomainError {
  const ask = mostToAskFor(prices, raffle, available);
  return ask > 0
    ? refuse('orders.quotasLeft', { available, ask, bonus: available - ask })
    : refuse('orders.tooFewLeft', { available });
}

export async function overBuyerLimit({ db, prices }: Context, raffle: RaffleSnapshot, userId: string): Promise<DomainError> {
  const [room] = await db.query(selectBuyerRoom, [raffle.id, userId]);
  return refuse(room?.isShared ? 'orders.mostPerPerson' : 'orders.mostPerBuyer', {
    most: raffle.maxBuyerQuantity ?? 0,
    ask: mostToAskFor(prices, raffle, room?.ofRaffle ?? 0),
  });
}

export async function tooManyUnpaid({ db, prices }: Context, raffle: RaffleSnapshot, userId: string): Promise<DomainError> {
  const [room] = await db.query(selectBuyerRoom, [raffle.id, userId]);
  const most = Math.min(room?.unpaid ?? 0, room?.ofRaffle ?? Infinity);
  return refuse('orders.tooManyUnpaid', { ask: mostToAskFor(prices, raffle, most) });
}
