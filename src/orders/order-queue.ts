import type { App } from '../context.js';
import { QueueFullError, WaitedTooLongError } from '../platform/batch-queue.js';
import { isDataOrIntegrityError, isLockTimeout } from '../platform/database/errors.js';
import { refuse } from '../platform/domain-error.js';
import { createSharedQueue } from '../platform/shared-queue.js';
import { reserveOrders, type OrderDecision, type OrderRequest } from '../quotas/reserve-orders.js';

const MAX_BATCH = 512;
const MAX_WAITING = 10_000;

export interface OrderQueue {
  /** UNAVAILABLE when the queue is full or stuck, or the database is away. */
  reserve(request: OrderRequest): Promise<OrderDecision>;
}

/** One for the orders of all raffles. */
export function createOrderQueue({ db, metrics, tracer }: Pick<App, 'db' | 'metrics' | 'tracer'>): OrderQueue {
  const queue = createSharedQueue<OrderRequest, OrderDecision>({
    watched: { queue: 'orders', metrics, tracer },
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    keyOf: ({ raffleId }) => raffleId,
    decide: (take, held) => reserveOrders(db, take, held),
    blames: isDataOrIntegrityError,
    isHeldUp: isLockTimeout,
  });
  return {
    reserve: (request) =>
      queue.push(request).catch((error: unknown) => {
        if (error instanceof QueueFullError) throw refuse('orders.tooManyArriving');
        if (error instanceof WaitedTooLongError) throw refuse('orders.heldUp');
        throw error;
      }),
  };
}
