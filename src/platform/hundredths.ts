/** Percent as hundredths of a percent. Exact for numbers with at most two decimals. */
export function toHundredths(percent: number): number {
  return Math.round(percent * 100);
}
