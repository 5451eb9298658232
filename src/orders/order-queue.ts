import type { App } from '../context.js';
import { createBatchQueues, QueueFullError, WaitedTooLongError } from '../platform/batch-queue.js';
import { isDataOrIntegrityError, isLockTimeout } from '../platform/database/errors.js';
import { QUEUE_WAIT_MS } from '../platform/deadlines.js';
import { refuse } from '../platform/domain-error.js';
import { reserveOrders, type OrderDecision, type OrderRequest } from '../quotas/reserve-orders.js';

const MAX_BATCH = 512;
const MAX_WAITING = 10_000;

export interface OrderQueue {
  /** UNAVAILABLE when the queue is full or stuck, or the database is away. */
  reserve(request: OrderRequest): Promise<OrderDecision>;
}

export function createOrderQueue({ db, metrics, tracer }: Pick<App, 'db' | 'metrics' | 'tracer'>): OrderQueue {
  const queues = createBatchQueues<OrderRequest, OrderDecision>({
    watched: { queue: 'orders', metrics, tracer },
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    maxWaitMs: QUEUE_WAIT_MS,
    decide: (raffleId, take) => reserveOrders(db, raffleId, take),
    blames: isDataOrIntegrityError,
    isHeldUp: isLockTimeout,
  });
  return {
    reserve: (request) =>
      queues.push(request.raffleId, request).catch((error: unknown) => {
        if (error instanceof QueueFullError) throw refuse('orders.tooManyArriving');
        if (error instanceof WaitedTooLongError) throw refuse('orders.heldUp');
        throw error;
      }),
  };
}
