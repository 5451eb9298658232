/** Limits how much works at once under a name. */
export interface KeyedSemaphore {
  /** Runs `work` once there is room under all names. UNAVAILABLE when too many wait, or too long. */
  run<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result>;
}

interface Place {
  underWay: number;
  waiting: Set<() => void>;
}

export function createKeyedSemaphore(options: {
  /** How many at once under a name. @default 1 */
  atOnce?: number;
  maxWaiting: number;
  maxWaitMs: number;
  refusal: () => Error;
}): KeyedSemaphore {
  const { atOnce = 1, maxWaiting, maxWaitMs, refusal } = options;
  const places = new Map<string, Place>();

  async function enter(name: string): Promise<void> {
    const place = places.get(name) ?? { underWay: 0, waiting: new Set() };
    places.set(name, place);
    if (place.underWay < atOnce) {
      place.underWay += 1;
      return;
    }
    if (place.waiting.size >= maxWaiting) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        place.waiting.delete(start);
        reject(refusal());
      }, maxWaitMs);
      place.waiting.add(start);
    });
  }

  function leave(name: string): void {
    const place = places.get(name);
    if (!place) return;
    const [next] = place.waiting;
    // Passed on without becoming free, so that no other comes between.
    if (next) {
      place.waiting.delete(next);
      next();
    } else if (place.underWay > 1) place.underWay -= 1;
    else places.delete(name);
  }

  return {
    async run(names, work) {
      const entered: string[] = [];
      try {
        // Sorted, so that no two wait for each other.
        for (const name of [...new Set(names)].sort()) {
          await enter(name);
          entered.push(name);
        }
        return await work();
      } finally {
        for (const name of entered) leave(name);
      }
    },
  };
}
