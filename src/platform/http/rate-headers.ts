import type { RateState } from '../rate-limits.js';

/** draft-ietf-httpapi-ratelimit-headers. */
export function rateHeaders(told: readonly RateState[]): [string, string][] {
  if (told.length === 0) return [];
  const list = (item: (state: RateState) => string): string => told.map((state) => `"${state.name}";${item(state)}`).join(', ');
  return [
    ['ratelimit-policy', list(({ ceiling, windowSeconds }) => `q=${ceiling};w=${windowSeconds}`)],
    ['ratelimit', list(({ left, resetSeconds }) => `r=${Math.floor(left)};t=${resetSeconds}`)],
  ];
}
