/** Counts what each of many holds, up to a bound that is the same for all. */
export interface KeyLimit {
  /** Counts one more under a name; undefined when it holds the most already. What it answers takes that one off again. */
  take(name: string): (() => void) | undefined;
}

/** Makes tallies of at most `most` each. They remember only the names that hold something. */
export function createKeyLimit(most: number): KeyLimit {
  const counts = new Map<string, number>();
  const add = (name: string, change: 1 | -1): void => {
    const count = (counts.get(name) ?? 0) + change;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  };
  return {
    take(name) {
      if ((counts.get(name) ?? 0) >= most) return undefined;
      add(name, 1);
      let isTaken = true;
      return () => {
        if (isTaken) add(name, -1);
        isTaken = false;
      };
    },
  };
}
