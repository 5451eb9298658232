import type { WonPrizeKind, WonPrizeState } from '../../../generated/client/operations.js';

export const KINDS: readonly WonPrizeKind[] = ['DRAW', 'BOX', 'QUOTA_PRIZE'];
export const STATES: readonly WonPrizeState[] = ['WON', 'CONTACTED', 'DELIVERED', 'LAPSED', 'DENIED', 'RETURNED_TO_CLOSE'];

/** The query string of the list. */
export interface PrizesQuery {
  raffle?: string | undefined;
  /** Left out: what is to be delivered. */
  state?: WonPrizeState | 'ALL' | undefined;
  kind?: WonPrizeKind | undefined;
  won?: 'LONG_AGO' | undefined;
}

export function prizesHref(query: PrizesQuery = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `/dashboard/prizes${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

/** Unknown values are left out. */
export function readPrizesQuery({ raffle, state, kind, won }: Record<string, string | undefined>): PrizesQuery {
  return {
    raffle,
    state: state === 'ALL' ? state : STATES.find((known) => known === state),
    kind: KINDS.find((known) => known === kind),
    won: won === 'LONG_AGO' ? won : undefined,
  };
}
