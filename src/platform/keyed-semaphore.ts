import { DomainError } from './domain-error.js';

/** Places in front of things that only so many may use at once, by name. */
export interface KeyedSemaphore {
  /** Runs `work` once it has a place at each of the names. UNAVAILABLE when too many wait there already, or it waited too long. */
  take<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result>;
}

interface Place {
  underWay: number;
  waiting: Set<() => void>;
}

/** First come, first served. A name that nobody uses is forgotten. */
export function createKeyedSemaphore(options: {
  /** At once at one name. @default 1 */
  atOnce?: number;
  maxWaiting: number;
  maxWaitMs: number;
  /** What those are told who are sent away. */
  refusal: string;
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
    if (place.waiting.size >= maxWaiting) throw new DomainError('UNAVAILABLE', refusal);
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        place.waiting.delete(start);
        reject(new DomainError('UNAVAILABLE', refusal));
      }, maxWaitMs);
      place.waiting.add(start);
    });
  }

  function leave(name: string): void {
    const place = places.get(name);
    if (!place) return;
    const [next] = place.waiting;
    // A place is handed on as it is: nobody who comes just now can slip in between.
    if (next) {
      place.waiting.delete(next);
      next();
    } else if (place.underWay > 1) place.underWay -= 1;
    else places.delete(name);
  }

  return {
    async take(names, work) {
      const entered: string[] = [];
      try {
        // In one order for all, so that no two wait for each other.
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
