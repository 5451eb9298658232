/** Things to do later that die with the bank. */
export interface Timers {
  after(delayMs: number, run: () => void): void;
  /** How many are still to come. */
  pending(): number;
  clear(): void;
}

/** Timers that can be cleared together, so that stopping the bank leaves nothing behind. */
export function createTimers(): Timers {
  const waiting = new Set<NodeJS.Timeout>();
  return {
    after(delayMs, run) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        run();
      }, delayMs);
      waiting.add(timer);
    },
    pending: () => waiting.size,
    clear() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
