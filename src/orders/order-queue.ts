import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { createBatchQueue, createBatchQueues, QueueFullError, WaitedTooLongError } from '../platform/batch-queue.js';
import { isDataOrIntegrityError, isLockTimeout } from '../platform/database/errors.js';
import { LOCK_TIMEOUT_MS, QUEUE_WAIT_MS } from '../platform/deadlines.js';
import { refuse } from '../platform/domain-error.js';
import { reserveOrders, type OrderDecision, type OrderRequest } from '../quotas/reserve-orders.js';

const MAX_BATCH = 512;
const MAX_WAITING = 10_000;
/** Longer than a commit that waits for a standby nearby. */
const SHARED_WAIT_MS = 100;
const HELD_MS = 1_000;
const MAX_HELD = 10_000;

export interface OrderQueue {
  /** UNAVAILABLE when the queue is full or stuck, or the database is away. */
  reserve(request: OrderRequest): Promise<OrderDecision>;
}

/**
 * The orders of all raffles share batches: an order alone costs ten times as much as in a batch of 64. Another process holds a
 * raffle for the time of a commit, and a batch waits for that. What is held longer holds up nobody else: its orders go on in a queue of
 * their raffle, and so does what arrives for it within a second.
 */
export function createOrderQueue({ db, metrics, tracer }: Pick<App, 'db' | 'metrics' | 'tracer'>): OrderQueue {
  const options = {
    watched: { queue: 'orders', metrics, tracer },
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    maxWaitMs: QUEUE_WAIT_MS,
    blames: isDataOrIntegrityError,
    isHeldUp: isLockTimeout,
  } as const;
  const heldUp = createBatchQueues<OrderRequest, OrderDecision>({
    ...options,
    decide: (_raffleId, take) => reserveOrders(db, take, { waitMs: LOCK_TIMEOUT_MS }),
  });
  const shared = createBatchQueue<OrderRequest, OrderDecision>({
    ...options,
    keyOf: ({ raffleId }) => raffleId,
    decide: (take) => reserveOrders(db, take, { waitMs: SHARED_WAIT_MS, skipsHeld: true }),
  });
  // For a second, not until its queue is empty: of many raffles that sell, some queues never are.
  const held = new LRUCache<string, true>({ max: MAX_HELD, ttl: HELD_MS });
  const reserve = async (request: OrderRequest): Promise<OrderDecision> => {
    const endsAtMs = performance.now() + QUEUE_WAIT_MS;
    if (!held.has(request.raffleId)) {
      const decision = await shared.push(request, endsAtMs);
      if (decision.outcome !== 'HELD_UP') return decision;
      held.set(request.raffleId, true);
    }
    return heldUp.push(request.raffleId, request, endsAtMs);
  };
  return {
    reserve: (request) =>
      reserve(request).catch((error: unknown) => {
        if (error instanceof QueueFullError) throw refuse('orders.tooManyArriving');
        if (error instanceof WaitedTooLongError) throw refuse('orders.heldUp');
        throw error;
      }),
  };
}
