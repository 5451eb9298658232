/** A block of ordinals: its first one, and how many. */
export type Span = readonly [firstOrdinal: number, count: number];

/** The ordinals that can still win. */
export interface ValidOrdinals {
  /** How many there are. */
  readonly count: number;
  /** The one with so many valid ones before it: `rank` is of [0, count). */
  atRank(rank: number): number;
  has(ordinal: number): boolean;
  /** It has won and is valid no more. */
  remove(ordinal: number): void;
}

/**
 * The ordinals of [0, allocated) outside the voided blocks, which are in ascending order and do not overlap. Holds no array of
 * them.
 */
export function validOrdinals(allocated: number, voided: readonly Span[]): ValidOrdinals {
  /** How many ordinals before each voided block are in none. */
  const before: number[] = [];
  let void_ = 0;
  for (const [first, count] of voided) {
    before.push(first - void_);
    void_ += count;
  }
  const standing = allocated - void_;
  /** Ranks of those that won, among all that are in no voided block; ascending. */
  const won: number[] = [];

  /** How many of an ascending list are at most a value. */
  function countUpTo(list: readonly number[], value: number): number {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (list[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How many ordinals the first so many voided blocks hold. */
  const voidedIn = (blocks: number): number => {
    if (blocks === 0) return 0;
    const [first, count] = voided[blocks - 1]!;
    return first + count - before[blocks - 1]!;
  };
  const firsts = voided.map(([first]) => first);

  /** The rank of an ordinal among those in no voided block; undefined for one that is in such a block, or outside. */
  function standingRank(ordinal: number): number | undefined {
    if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal >= allocated) return undefined;
    const blocks = countUpTo(firsts, ordinal);
    const last = voided[blocks - 1];
    if (last && ordinal < last[0] + last[1]) return undefined;
    return ordinal - voidedIn(blocks);
  }

  return {
    get count() {
      return standing - won.length;
    },
    atRank(rank) {
      let among = rank;
      for (const lost of won) if (lost <= among) among += 1;
      return among + voidedIn(countUpTo(before, among));
    },
    has(ordinal) {
      const rank = standingRank(ordinal);
      return rank !== undefined && won[countUpTo(won, rank) - 1] !== rank;
    },
    remove(ordinal) {
      const rank = standingRank(ordinal);
      if (rank !== undefined) won.splice(countUpTo(won, rank), 0, rank);
    },
  };
}
