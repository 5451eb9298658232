import { LRUCache } from 'lru-cache';

/** Lets only so many work at once, and serves those who wait so that no name gets more turns than the others. */
export interface FairQueue {
  /**
   * Runs `work` when its turn comes. `names` say for whom it is, one of each kind, such as an account and an address. UNAVAILABLE
   * when too many wait, or too long.
   */
  run<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result>;
}

const NAMES_FOR_EACH = 10;

interface Waiting {
  names: readonly string[];
  start(): void;
  refuse(): void;
}

export function createFairQueue(options: {
  atOnce: number;
  maxWaiting: number;
  maxWaitMs: number;
  refusal: () => Error;
}): FairQueue {
  const { atOnce, maxWaiting, maxWaitMs, refusal } = options;
  /** In order of arrival. */
  const waiting = new Set<Waiting>();
  /** The turns that each name had. A new one begins with `turns`: who was away saves nothing up, and owes nothing. */
  const turnsOf = new LRUCache<string, number>({ max: NAMES_FOR_EACH * maxWaiting });
  /** Of accounts, of addresses and so on: the turns that somebody had who came and went with the others. */
  const turns: number[] = [];
  let underWay = 0;

  const turnsOfAll = (names: readonly string[]): number[] =>
    names.map((name, kind) => Math.max(turns[kind] ?? 0, turnsOf.get(name) ?? 0));
  /** How far each is ahead of others of its kind. The one furthest ahead decides, then the others. */
  const lead = ({ names }: Waiting): number[] => descending(turnsOfAll(names).map((had, kind) => had - (turns[kind] ?? 0)));

  function take(names: readonly string[]): void {
    for (const [kind, had] of turnsOfAll(names).entries()) {
      turnsOf.set(names[kind]!, had + 1);
      // Among new ones alone, those who come again must have their turn too.
      turns[kind] = Math.max(had, (turns[kind] ?? 0) + 1 / (waiting.size + 1));
    }
  }

  function startNext(): void {
    const next = leastOf(waiting, lead);
    if (!next) {
      underWay -= 1;
      return;
    }
    waiting.delete(next);
    take(next.names);
    next.start();
  }

  /** Of the name with most who wait, the last one: a crowd pushes out its own, and nobody else. */
  function pushOut(): void {
    const counts = new Map<string, number>();
    for (const { names } of waiting) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    const fewest = ({ names }: Waiting): number[] =>
      descending(names.map((name) => counts.get(name) ?? 0)).map((count) => -count);
    const last = leastOf([...waiting].toReversed(), fewest);
    if (last) waiting.delete(last);
    last?.refuse();
  }

  function wait(names: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(entry);
        entry.refuse();
      }, maxWaitMs);
      const entry: Waiting = {
        names,
        start() {
          clearTimeout(timer);
          resolve();
        },
        refuse() {
          clearTimeout(timer);
          reject(refusal());
        },
      };
      waiting.add(entry);
      if (waiting.size > maxWaiting) pushOut();
    });
  }

  return {
    async run(names, work) {
      if (underWay < atOnce) {
        underWay += 1;
        take(names);
      } else await wait(names);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}

const descending = (numbers: number[]): number[] => numbers.toSorted((one, other) => other - one);

/** The first of the least, by the first number that differs. */
function leastOf(entries: Iterable<Waiting>, numbersOf: (entry: Waiting) => number[]): Waiting | undefined {
  let least: { entry: Waiting; numbers: number[] } | undefined;
  for (const entry of entries) {
    const numbers = numbersOf(entry);
    if (!least || isLess(numbers, least.numbers)) least = { entry, numbers };
  }
  return least?.entry;
}

function isLess(some: number[], others: number[]): boolean {
  const place = some.findIndex((number, at) => number !== (others[at] ?? number));
  return place >= 0 && some[place]! < others[place]!;
}
