import { AsyncResource } from 'node:async_hooks';
import { type DomainError, refuse } from './domain-error.js';
import { LatestValue } from './latest-value.js';

export interface Watch<Value> {
  /** `current` at once, then each change; a slow reader gets the latest. UNAVAILABLE when there are too many. */
  subscribe(key: string, current: Value): LatestValue<Value>;
  touch(key: string): void;
  readonly subscribers: number;
  stop(): void;
}

interface Subscriber<Value> {
  latest: LatestValue<Value>;
  last: Value;
  since: number;
}

/** One query an interval for all watched keys. Unlike NOTIFY: writers pay nothing, nothing is lost, poolers work. */
export function createWatch<Value>(options: {
  intervalMs: number;
  /** At most one read in this time, and one value to each subscriber. */
  minGapMs: number;
  maxSubscribers: number;
  /** A key without a value is gone: its streams end. */
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
    // It subscribed with a newer value: the next read decides.
    if (readAt - subscriber.since < minGapMs) {
      hinted = true;
      return;
    }
    if (value === undefined) return subscriber.latest.end();
    subscriber.last = value;
    subscriber.latest.put(value);
  };

  // Detached from the request that started the timer.
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
      const latest = new LatestValue<Value>(() => forget(key, subscriber));
      const subscriber: Subscriber<Value> = { latest, last: current, since: performance.now() };
      latest.put(current);
      topics.set(key, (topics.get(key) ?? new Set()).add(subscriber));
      count += 1;
      schedule(intervalMs);
      return latest;
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
  return refuse('platform.tooManySubscriptions');
}
