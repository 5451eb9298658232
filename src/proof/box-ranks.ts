/** Things in groups, counted: which group holds the thing of a rank, with that thing taken away. A group costs 8 bytes. */
export interface Ranks {
  /** The group of the thing of that rank among all that are left, and its rank among those left in the group. */
  take(rank: number): { group: number; rest: number };
}

/** A Fenwick tree over the groups: a take is a walk of log2(groups) steps. */
export function createRanks(counts: Float64Array): Ranks {
  const size = counts.length;
  const tree = new Float64Array(size + 1);
  for (let i = 1; i <= size; i++) {
    tree[i]! += counts[i - 1]!;
    const above = i + (i & -i);
    if (above <= size) tree[above]! += tree[i]!;
  }
  const top = 2 ** Math.floor(Math.log2(Math.max(1, size)));

  return {
    take(rank) {
      let group = 0;
      let rest = rank;
      for (let step = top; step > 0; step >>= 1) {
        if (group + step > size || tree[group + step]! > rest) continue;
        group += step;
        rest -= tree[group]!;
      }
      for (let i = group + 1; i <= size; i += i & -i) tree[i]! -= 1;
      return { group, rest };
    },
  };
}

/** The index of that rank, from 0, among those not taken. `taken` is in ascending order, and gains it. */
export function takeFree(taken: number[], rank: number): number {
  // Below taken[j] lie taken[j] - j free ones: the first j with more of them than the rank says how many taken ones to step over.
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (taken[middle]! - middle > rank) high = middle;
    else low = middle + 1;
  }
  taken.splice(low, 0, rank + low);
  return rank + low;
}
