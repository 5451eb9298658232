import type { OrderStatus } from '../generated/prisma/client.js';
import { freeQuotas, type Counter } from './counter.sql.js';

interface Sale extends Pick<Counter, 'sellable' | 'reserved' | 'unproven' | 'allocated' | 'returned'> {
  unprovenShare: number;
}

/** What is left: `unpaid` quotas, of which `free` are not reserved, of which an unproven order may reserve `forUnproven`. */
export function roomOf(sale: Sale): {
  unpaid: number;
  free: number;
  forUnproven: number;
} {
  const free = freeQuotas(sale);
  const unpaid = free + sale.reserved;
  return { unpaid, free, forUnproven: Math.max(0, Math.min(free, shareOf(unpaid, sale.unprovenShare) - sale.unproven)) };
}

/** As reserve_orders.sql computes it. */
function shareOf(quotas: number, percent: number): number {
  return Math.floor((quotas * percent) / 100);
}

/** An unproven reservation that may give way to a payment. */
export interface Displaceable {
  id: string;
  quotaQuantity: number;
}

interface Unreserved {
  quotaQuantity: number;
  status: OrderStatus;
}

/** What is left while a batch of payments is settled, one after the other. */
export interface PaymentRoom {
  /** Whether an order without a reservation would get its quotas. Reservations give way only to one that has not ended. */
  fits(order: Unreserved): boolean;
  /** Gives them to it. Answers the orders that lose their reservation, the newest first. */
  take(order: Unreserved): Displaceable[];
  /** An order was paid that had its reservation. */
  keep(order: { quotaQuantity: number; unproven: boolean }): void;
}

/**
 * Unproven reservations give way, the newest first, while they hold more than their share of what is unpaid after the payment. So
 * they alone never keep a buyer who pays from quotas that nobody paid. `displaceable`: as many as may be needed.
 */
export function createPaymentRoom(sale: Sale, displaceable: readonly Displaceable[]): PaymentRoom {
  let { unpaid, free } = roomOf(sale);
  let { unproven } = sale;
  let given = 0;
  const displacedFor = ({ quotaQuantity, status }: Unreserved): Displaceable[] | undefined => {
    if (status !== 'PENDING') return quotaQuantity <= free ? [] : undefined;
    const kept = shareOf(unpaid - quotaQuantity, sale.unprovenShare);
    const displaced: Displaceable[] = [];
    let freed = 0;
    while (free + freed < quotaQuantity) {
      const next = displaceable[given + displaced.length];
      if (!next || unproven - freed <= kept) return undefined;
      displaced.push(next);
      freed += next.quotaQuantity;
    }
    return displaced;
  };
  return {
    fits: (order) => displacedFor(order) !== undefined,
    take(order) {
      const displaced = displacedFor(order);
      if (!displaced) throw new Error(`${order.quotaQuantity} quotas are not left`);
      const freed = displaced.reduce((sum, { quotaQuantity }) => sum + quotaQuantity, 0);
      given += displaced.length;
      unproven -= freed;
      free += freed - order.quotaQuantity;
      unpaid -= order.quotaQuantity;
      return displaced;
    },
    keep(order) {
      unpaid -= order.quotaQuantity;
      if (order.unproven) unproven -= order.quotaQuantity;
    },
  };
}
