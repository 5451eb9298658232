import type { App } from '../context.js';
import { createBatchQueues, QueueFullError } from '../platform/batch-queue.js';
import { isDataOrIntegrityError } from '../platform/database/retry.js';
import { DomainError } from '../platform/domain-error.js';
import { reserveOrders, type OrderDecision, type OrderRequest } from '../quotas/reserve-orders.js';

const MAX_BATCH = 512;
const MAX_WAITING = 10_000;

/** The queues of incoming orders, one a raffle: see createBatchQueue. */
export interface OrderQueue {
  /** UNAVAILABLE when the queue is full or the database is away. */
  reserve(request: OrderRequest): Promise<OrderDecision>;
}

export function createOrderQueue({ db }: Pick<App, 'db'>): OrderQueue {
  const queues = createBatchQueues<OrderRequest, OrderDecision>({
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    decide: (raffleId, requests) => reserveOrders(db, raffleId, requests),
    blames: isDataOrIntegrityError,
  });
  return {
    reserve: (request) =>
      queues.push(request.raffleId, request).catch((error: unknown) => {
        if (error instanceof QueueFullError)
          throw new DomainError('UNAVAILABLE', 'Too many orders are arriving: try again in a moment.');
        throw error;
      }),
  };
}
