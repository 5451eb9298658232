export interface KeyLimit {
  /** Counts one more and returns a function that takes it back; undefined at the limit. */
  take(name: string): (() => void) | undefined;
  readonly counts: ReadonlyMap<string, number>;
}

/** `elsewhere`: how many are taken that are not counted here. */
export function createKeyLimit(most: number, elsewhere = (_name: string): number => 0): KeyLimit {
  const counts = new Map<string, number>();
  const add = (name: string, change: 1 | -1): void => {
    const count = (counts.get(name) ?? 0) + change;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  };
  return {
    counts,
    take(name) {
      if ((counts.get(name) ?? 0) + elsewhere(name) >= most) return undefined;
      add(name, 1);
      let isTaken = true;
      return () => {
        if (isTaken) add(name, -1);
        isTaken = false;
      };
    },
  };
}
