import { LRUCache } from 'lru-cache';

const FIRST_MS = 200;
const LONGEST_MS = 2_000;

/**
 * How long to wait before the retry number `retry` (from 0), in milliseconds: exponential from 200 ms to 2 s with "full
 * jitter", so that callers which failed together do not come back together. A wait that the server asked for is kept, with
 * jitter on top.
 */
export function backoffMs(retry: number, askedMs = 0): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** retry);
  return askedMs + Math.random() * ceiling;
}

/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3: seconds or an HTTP date) as milliseconds from now; undefined when it says
 * nothing.
 */
export function retryAfterMs(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (!text) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Remembers by key what failed, so that it is not tried again at once. */
export interface Backoff {
  /** Whether its wait is over, or it never failed. */
  mayTry(key: string): boolean;
  failed(key: string): void;
  succeeded(key: string): void;
}

const MAX_KEYS = 10_000;

/** How long a failure waits, in milliseconds: the first time, doubled each time, and at most. */
export interface BackoffOptions {
  firstMs: number;
  longestMs: number;
}

/** Waits ever longer for what fails again. It is one process's memory: another, and the next, tries by itself. */
export function createBackoff({ firstMs, longestMs }: BackoffOptions): Backoff {
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
