import { LRUCache } from 'lru-cache';

/** Values everybody reads, made once for all of them. */
export interface Snapshots<Value> {
  /** At most `maxAgeMs` old; one load in flight a key, shared by all who ask meanwhile. */
  get(key: string): Promise<Value>;
  /** The next `get` loads anew. */
  drop(key: string): void;
}

interface Entry<Value> {
  value: Promise<Value>;
  /** When the load ended; while it is under way the entry is fresh. */
  loadedAt: number;
}

/** A bounded cache of loads; the least recently used entry goes first. A failed load is not kept. */
export function createSnapshots<Value>(options: {
  maxAgeMs: number;
  maxKeys: number;
  load(key: string): Promise<Value>;
}): Snapshots<Value> {
  const { maxAgeMs, maxKeys, load } = options;
  const entries = new LRUCache<string, Entry<Value>>({ max: maxKeys });
  return {
    get(key) {
      const known = entries.get(key);
      if (known && performance.now() - known.loadedAt <= maxAgeMs) return known.value;
      entries.delete(key);
      const entry: Entry<Value> = { value: load(key), loadedAt: Number.POSITIVE_INFINITY };
      entries.set(key, entry);
      entry.value.then(
        () => {
          entry.loadedAt = performance.now();
        },
        () => {
          if (entries.peek(key) === entry) entries.delete(key);
        },
      );
      return entry.value;
    },
    drop(key) {
      entries.delete(key);
    },
  };
}
