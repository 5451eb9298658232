import type { App } from '../context.js';
import { createBatchQueues, QueueFullError, WaitedTooLongError } from '../platform/batch-queue.js';
import { isDataOrIntegrityError, isLockTimeout } from '../platform/database/errors.js';
import { TURN_WAIT_MS } from '../platform/deadlines.js';
import { DomainError } from '../platform/domain-error.js';
import { reserveOrders, type OrderDecision, type OrderRequest } from '../quotas/reserve-orders.js';

const MAX_BATCH = 512;
const MAX_WAITING = 10_000;

/** The queues of incoming orders, one a raffle: see createBatchQueue. */
export interface OrderQueue {
  /** UNAVAILABLE when the queue is full, does not move or the database is away. */
  reserve(request: OrderRequest): Promise<OrderDecision>;
}

export function createOrderQueue({ db, metrics, tracer }: Pick<App, 'db' | 'metrics' | 'tracer'>): OrderQueue {
  const queues = createBatchQueues<OrderRequest, OrderDecision>({
    watched: { queue: 'orders', metrics, tracer },
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    maxWaitMs: TURN_WAIT_MS,
    decide: (raffleId, take) => reserveOrders(db, raffleId, take),
    blames: isDataOrIntegrityError,
    isHeldUp: isLockTimeout,
  });
  return {
    reserve: (request) =>
      queues.push(request.raffleId, request).catch((error: unknown) => {
        if (error instanceof QueueFullError)
          throw new DomainError('UNAVAILABLE', 'Too many orders are arriving: try again in a moment.');
        if (error instanceof WaitedTooLongError)
          throw new DomainError(
            'UNAVAILABLE',
            'Orders of this raffle are held up, and nothing was reserved: try again in a moment.',
          );
        throw error;
      }),
  };
}
