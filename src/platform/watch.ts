import { AsyncResource } from 'node:async_hooks';
import { DomainError } from './domain-error.js';
import { createLatestValue, type LatestValue } from './latest-value.js';

/** Streams of rows' latest values. */
export interface Watch<Value> {
  /**
   * `current` at once, then each change. A slow reader misses what lay between: the latest value wins. The stream counts from
   * here on, read or not, until its `return`. Throws UNAVAILABLE when there are too many.
   */
  subscribe(key: string, current: Value): AsyncIterableIterator<Value>;
  /** A hint that a key changed in this process: it is read soon rather than at the next interval. */
  touch(key: string): void;
  /** Live subscriptions. */
  readonly subscribers: number;
  /** Ends every stream, for good. */
  stop(): void;
}

interface Subscriber<Value> {
  latest: LatestValue<Value>;
  last: Value;
  since: number;
}

/**
 * Follows rows by reading all watched keys in one query an interval, however many read them. Polling rather than
 * NOTIFY: writers pay nothing, a lost notice costs nothing, poolers do not matter, and another process's writes are seen
 * the same way. Nothing is read while nobody watches. `maxSubscribers` bounds the memory; one more is refused.
 */
export function createWatch<Value>(options: {
  intervalMs: number;
  /** No more than one read, and no more than one value to a subscriber, in this time, however many hints arrive. */
  minGapMs: number;
  maxSubscribers: number;
  /** A key that it gives no value is gone, and its streams end. */
  read(keys: string[]): Promise<Map<string, Value>>;
  same(a: Value, b: Value): boolean;
  onError(error: unknown): void;
}): Watch<Value> {
  const { intervalMs, minGapMs, maxSubscribers, read, same, onError } = options;
  const topics = new Map<string, Set<Subscriber<Value>>>();
  let count = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading = false;
  let hinted = false;

  const schedule = (delayMs: number): void => {
    const at = performance.now() + delayMs;
    if (reading || stopped || (timer && dueAt <= at)) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void tick(), delayMs);
  };

  const soon = (): void => {
    hinted = true;
    schedule(Math.max(0, readAt + minGapMs - performance.now()));
  };

  const forget = (key: string, subscriber: Subscriber<Value>): void => {
    count -= 1;
    const topic = topics.get(key);
    topic?.delete(subscriber);
    if (topic?.size === 0) topics.delete(key);
    if (topics.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };

  const deliver = (subscriber: Subscriber<Value>, value: Value | undefined): void => {
    if (value !== undefined && same(subscriber.last, value)) return;
    // It began during this read or just before, with a value of its own: what was read here comes with the next one.
    if (readAt - subscriber.since < minGapMs) {
      hinted = true;
      return;
    }
    if (value === undefined) return subscriber.latest.end();
    subscriber.last = value;
    subscriber.latest.put(value);
  };

  // Of no request: the one that happened to start the timer may be long over.
  const tick = AsyncResource.bind(async (): Promise<void> => {
    timer = undefined;
    reading = true;
    hinted = false;
    readAt = performance.now();
    const keys = [...topics.keys()];
    try {
      const values = await read(keys);
      for (const key of keys) topics.get(key)?.forEach((subscriber) => deliver(subscriber, values.get(key)));
    } catch (error) {
      onError(error);
    }
    reading = false;
    if (topics.size === 0) return;
    if (hinted) soon();
    else schedule(intervalMs);
  });

  return {
    subscribe(key, current) {
      if (stopped || count >= maxSubscribers) throw tooMany();
      const latest = createLatestValue<Value>(() => forget(key, subscriber));
      const subscriber: Subscriber<Value> = { latest, last: current, since: performance.now() };
      latest.put(current);
      topics.set(key, (topics.get(key) ?? new Set()).add(subscriber));
      count += 1;
      schedule(intervalMs);
      return latest.stream;
    },
    touch(key) {
      if (topics.has(key)) soon();
    },
    get subscribers() {
      return count;
    },
    stop() {
      stopped = true;
      for (const topic of topics.values()) for (const { latest } of topic) latest.end();
    },
  };
}

function tooMany(): DomainError {
  return new DomainError('UNAVAILABLE', 'There are too many live subscriptions: try again in a moment.');
}
