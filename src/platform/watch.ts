/** A stream of one key's latest value. */
export interface Watch<Value> {
  /** The value at once, then each change. A slow reader misses what lay between: the latest value wins. */
  subscribe(key: string): AsyncIterableIterator<Value>;
  /** A hint that a key changed in this process: it is read soon rather than at the next interval. */
  touch(key: string): void;
  /** Live subscriptions. */
  readonly subscribers: number;
  /** Ends every stream. */
  stop(): void;
}

interface Subscriber<Value> {
  last: Value | undefined;
  /** Not delivered yet. */
  pending: Value | undefined;
  wake: (() => void) | undefined;
  ended: boolean;
}

/**
 * Follows rows by reading all watched keys in one query an interval, however many read them. Polling rather than
 * NOTIFY: writers pay nothing, a lost notice costs nothing, poolers do not matter, and another process's writes are seen
 * the same way. Nothing is read while nobody watches. `maxSubscribers` bounds the memory; one more is refused.
 */
export function createWatch<Value>(options: {
  intervalMs: number;
  /** No more than one read in this time, however many hints arrive. */
  minGapMs: number;
  maxSubscribers: number;
  read(keys: string[]): Promise<Map<string, Value>>;
  same(a: Value, b: Value): boolean;
  onError(error: unknown): void;
}): Watch<Value> {
  const { intervalMs, minGapMs, maxSubscribers, read, same, onError } = options;
  const topics = new Map<string, Set<Subscriber<Value>>>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading = false;
  let hinted = false;

  const schedule = (delayMs: number): void => {
    const at = performance.now() + delayMs;
    if (reading || (timer && dueAt <= at)) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void tick(), delayMs);
  };

  const soon = (): void => {
    hinted = true;
    schedule(Math.max(0, readAt + minGapMs - performance.now()));
  };

  const deliver = (subscriber: Subscriber<Value>, value: Value): void => {
    if (subscriber.last !== undefined && same(subscriber.last, value)) return;
    subscriber.last = value;
    subscriber.pending = value;
    subscriber.wake?.();
  };

  const tick = async (): Promise<void> => {
    timer = undefined;
    reading = true;
    hinted = false;
    readAt = performance.now();
    try {
      const values = await read([...topics.keys()]);
      for (const [key, value] of values) topics.get(key)?.forEach((subscriber) => deliver(subscriber, value));
    } catch (error) {
      onError(error);
    }
    reading = false;
    if (topics.size === 0) return;
    if (hinted) soon();
    else schedule(intervalMs);
  };

  return {
    subscribe(key) {
      if (count >= maxSubscribers) throw new Error('too many subscriptions');
      const subscriber: Subscriber<Value> = { last: undefined, pending: undefined, wake: undefined, ended: false };
      const topic = topics.get(key) ?? new Set();
      topics.set(key, topic.add(subscriber));
      count += 1;
      soon();

      const end = (): void => {
        if (subscriber.ended) return;
        subscriber.ended = true;
        count -= 1;
        topic.delete(subscriber);
        if (topic.size === 0 && topics.get(key) === topic) topics.delete(key);
        if (topics.size === 0) {
          clearTimeout(timer);
          timer = undefined;
        }
        subscriber.wake?.();
      };
      const done: IteratorResult<Value> = { done: true, value: undefined };
      return {
        async next() {
          while (subscriber.pending === undefined && !subscriber.ended) {
            await new Promise<void>((resolve) => {
              subscriber.wake = resolve;
            });
          }
          if (subscriber.ended || subscriber.pending === undefined) return done;
          const value = subscriber.pending;
          subscriber.pending = undefined;
          return { done: false, value };
        },
        async return() {
          end();
          return done;
        },
        async throw(error) {
          end();
          throw error;
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
    touch(key) {
      if (topics.has(key)) soon();
    },
    get subscribers() {
      return count;
    },
    stop() {
      for (const topic of topics.values()) {
        for (const subscriber of topic) {
          subscriber.ended = true;
          subscriber.wake?.();
        }
      }
      topics.clear();
      count = 0;
      clearTimeout(timer);
    },
  };
}
