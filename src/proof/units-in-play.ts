/** What is left of prizes that can be won now, in order of creation. Prizes join at their share. */
export interface UnitsInPlay {
  readonly total: number;
  /** Ordinals ascend. */
  reach(ordinal: number): void;
  /** Takes one unit, and tells whose: `rank` is below `total`. */
  take(rank: number): number;
  /** All that is left of a prize leaves, and does not join later. */
  withdraw(prize: number): void;
}

/** `left` is by prize: its units, 0 for one that is not to be won. A Fenwick tree: a move costs log2(prizes) steps. */
export function unitsInPlay(shares: readonly number[], left: readonly number[]): UnitsInPlay {
  const size = shares.length;
  const units = Float64Array.from(left);
  const tree = new Float64Array(size + 1);
  const isIn = new Uint8Array(size);
  const joining = shares.map((_, prize) => prize).sort((one, other) => shares[one]! - shares[other]!);
  const top = 2 ** Math.floor(Math.log2(Math.max(1, size)));
  let joined = 0;
  let next = size === 0 ? Infinity : shares[joining[0]!]!;
  let total = 0;

  function add(prize: number, count: number): void {
    total += count;
    for (let i = prize + 1; i <= size; i += i & -i) tree[i]! += count;
  }

  return {
    get total() {
      return total;
    },
    reach(ordinal) {
      while (ordinal >= next) {
        const prize = joining[joined++]!;
        isIn[prize] = 1;
        add(prize, units[prize]!);
        next = joined === size ? Infinity : shares[joining[joined]!]!;
      }
    },
    take(rank) {
      let prize = 0;
      let rest = rank;
      for (let step = top; step > 0; step >>= 1) {
        if (prize + step > size || tree[prize + step]! > rest) continue;
        prize += step;
        rest -= tree[prize]!;
      }
      units[prize]! -= 1;
      add(prize, -1);
      return prize;
    },
    withdraw(prize) {
      if (isIn[prize] === 1) add(prize, -units[prize]!);
      units[prize] = 0;
    },
  };
}
