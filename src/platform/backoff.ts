import { LRUCache } from 'lru-cache';

const FIRST_MS = 200;
const LONGEST_MS = 2_000;

/** The wait before retry `retry` (from 0), in milliseconds: 200 ms to 2 s with full jitter, and the `askedMs` of a server. */
export function backoffMs(retry: number, askedMs = 0): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** retry);
  return askedMs + Math.random() * ceiling;
}

/** A `Retry-After` header (RFC 9110, 10.2.3: seconds or an HTTP date) in milliseconds from now. */
export function retryAfterMs(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (!text) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

export interface Backoff {
  mayTry(key: string): boolean;
  failed(key: string): void;
  succeeded(key: string): void;
}

const MAX_KEYS = 10_000;

/** The wait doubles with each failure, from `firstMs` to `longestMs`. */
export interface BackoffOptions {
  firstMs: number;
  longestMs: number;
}

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
