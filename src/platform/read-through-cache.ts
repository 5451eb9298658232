import { LRUCache } from 'lru-cache';

export interface ReadThroughCache<Value> {
  /** At most `maxAgeMs` old. Callers share a load. */
  get(key: string): Value | Promise<Value>;
  /** However old, also after `drop`: for a caller who finds out if it was too old, and asks `get` then. */
  getOld(key: string): Value | Promise<Value>;
  drop(key: string): void;
}

type Entry<Value> = { loading: Promise<Value> } | { loading?: undefined; value: Value; loadedAt: number };

/** Drops the least recently used key first. A failed load is not kept. */
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
    getOld(key) {
      const known = entries.get(key);
      if (known) return known.loading ?? known.value;
      return loadAnew(key);
    },
    drop(key) {
      const known = entries.peek(key);
      if (known && !known.loading) known.loadedAt = -Infinity;
      else entries.delete(key);
    },
  };
}
