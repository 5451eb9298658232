import { LRUCache } from 'lru-cache';

/** A cache that loads what it lacks. */
export interface ReadThroughCache<Value> {
  /** At most `maxAgeMs` old. Callers that come while a key is loaded share the load. */
  get(key: string): Value | Promise<Value>;
  /** The next `get` loads again. */
  drop(key: string): void;
}

type Entry<Value> = { loading: Promise<Value> } | { loading?: undefined; value: Value; loadedAt: number };

/** Bounded: the least recently used key goes first. A load that fails is not kept. */
export function createReadThroughCache<Value>(options: {
  maxAgeMs: number;
  maxKeys: number;
  load(key: string): Promise<Value>;
}): ReadThroughCache<Value> {
  const { maxAgeMs, maxKeys, load } = options;
  const entries = new LRUCache<string, Entry<Value>>({ max: maxKeys });

  const loadAnew = (key: string): Promise<Value> => {
    const entry: Entry<Value> = { loading: load(key) };
    entries.set(key, entry);
    // It may have been dropped meanwhile.
    const isCurrent = (): boolean => entries.peek(key) === entry;
    entry.loading.then(
      (value) => {
        if (isCurrent()) entries.set(key, { value, loadedAt: performance.now() });
      },
      () => {
        if (isCurrent()) entries.delete(key);
      },
    );
    return entry.loading;
  };

  return {
    get(key) {
      const known = entries.get(key);
      if (known?.loading) return known.loading;
      if (known && performance.now() - known.loadedAt <= maxAgeMs) return known.value;
      return loadAnew(key);
    },
    drop(key) {
      entries.delete(key);
    },
  };
}
