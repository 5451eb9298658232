import { LRUCache } from 'lru-cache';

/** Remembers by key what failed, so that it is not tried again at once. */
export interface Patience {
  /** Whether its wait is over, or it never failed. */
  mayTry(key: string): boolean;
  failed(key: string): void;
  succeeded(key: string): void;
}

const MAX_KEYS = 10_000;

/** How long a failure waits, in milliseconds: the first time, doubled each time, and at most. */
export interface PatienceOptions {
  firstMs: number;
  longestMs: number;
}

/** Waits ever longer for what fails again. It is one process's memory: another, and the next, tries by itself. */
export function createPatience({ firstMs, longestMs }: PatienceOptions): Patience {
  const failures = new LRUCache<string, { count: number; untilMs: number }>({ max: MAX_KEYS });
  return {
    mayTry: (key) => performance.now() >= (failures.get(key)?.untilMs ?? 0),
    failed(key) {
      const count = (failures.get(key)?.count ?? 0) + 1;
      failures.set(key, { count, untilMs: performance.now() + Math.min(longestMs, firstMs * 2 ** (count - 1)) });
    },
    succeeded: (key) => void failures.delete(key),
  };
}
