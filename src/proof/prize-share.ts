const ALL = 10_000;

/** A prize is in play for the ordinals from this one on. `releaseAt` is in hundredths of a percent of all quotas. */
export function shareOf(releaseAt: number, quotas: number): number {
  return Math.min(quotas - 1, Math.ceil((releaseAt * quotas) / ALL));
}
