import { LRUCache } from 'lru-cache';

/** Values everybody reads, made once for all of them. */
export interface ReadThroughCache<Value> {
  /** At most `maxAgeMs` old, and at once when it is; one load in flight a key, shared by all who ask meanwhile. */
  get(key: string): Value | Promise<Value>;
  /** The next `get` loads anew. */
  drop(key: string): void;
}

type Entry<Value> = { loading: Promise<Value> } | { loading?: undefined; value: Value; loadedAt: number };

/** A bounded cache of loads; the least recently used entry goes first. A failed load is not kept. */
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
    // What was dropped meanwhile is not kept.
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
