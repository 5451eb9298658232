import { LRUCache } from 'lru-cache';
import { createBatchQueue, createBatchQueues, type Decided, type QueueOptions, type Take } from './batch-queue.js';
import { LOCK_TIMEOUT_MS, QUEUE_WAIT_MS } from './deadlines.js';

/** Longer than a commit that waits for a standby nearby. */
const SHARED_WAIT_MS = 100;
const HELD_MS = 1_000;
const MAX_HELD = 10_000;

/** Nothing was decided of the item, because another transaction holds what it needs. */
export const HELD_UP = Symbol('held up');

/** How long a batch waits for what another transaction holds. With `skipsHeld` it then answers HELD_UP, and decides the other items. */
export interface HeldRows {
  waitMs: number;
  skipsHeld: boolean;
}

export interface SharedQueue<Item, Answer> {
  /** Rejects as createBatchQueue says. */
  push(item: Item): Promise<Answer>;
}

/**
 * Items of all keys share batches, because one alone costs ten times as much as in a batch of 64. Another process holds the rows of a
 * key for the time of a commit, and a batch waits for that. What is held longer holds up nobody else: its items go on in a queue of
 * their key, and so does what arrives for it within a second.
 */
export function createSharedQueue<Item, Answer>({
  keyOf,
  decide,
  ...rest
}: Omit<QueueOptions, 'maxWaitMs'> & {
  keyOf(item: Item): string;
  decide(take: Take<Item>, held: HeldRows): Promise<Decided<Answer | typeof HELD_UP>>;
}): SharedQueue<Item, Answer> {
  const options = { ...rest, maxWaitMs: QUEUE_WAIT_MS };
  const heldUp = createBatchQueues<Item, Answer | typeof HELD_UP>({
    ...options,
    decide: (_key, take) => decide(take, { waitMs: LOCK_TIMEOUT_MS, skipsHeld: false }),
  });
  const shared = createBatchQueue<Item, Answer | typeof HELD_UP>({
    ...options,
    keyOf,
    decide: (take) => decide(take, { waitMs: SHARED_WAIT_MS, skipsHeld: true }),
  });
  // For a second, not until its queue is empty: of many keys with items, some queues never are.
  const held = new LRUCache<string, true>({ max: MAX_HELD, ttl: HELD_MS });
  return {
    async push(item) {
      const endsAtMs = performance.now() + QUEUE_WAIT_MS;
      const key = keyOf(item);
      if (!held.has(key)) {
        const answer = await shared.push(item, endsAtMs);
        if (answer !== HELD_UP) return answer;
        held.set(key, true);
      }
      const answer = await heldUp.push(key, item, endsAtMs);
      if (answer === HELD_UP) throw new Error('what waits for held rows was passed over');
      return answer;
    },
  };
}
