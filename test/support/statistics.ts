export function chiSquare(counts: ArrayLike<number>, expected: ArrayLike<number>): number {
  let sum = 0;
  for (let j = 0; j < counts.length; j++) sum += (counts[j]! - expected[j]!) ** 2 / expected[j]!;
  return sum;
}

/** How many of the values are 0, 1, 2, ... */
export function tally(values: Iterable<number>, size: number): Float64Array {
  const counts = new Float64Array(size);
  for (const value of values) counts[value]! += 1;
  return counts;
}

/** The statistic of so many degrees of freedom that pure chance exceeds once in ten thousand times (Wilson and Hilferty). */
export function critical(degrees: number): number {
  const spread = 2 / (9 * degrees);
  return degrees * (1 - spread + 3.719 * Math.sqrt(spread)) ** 3;
}
