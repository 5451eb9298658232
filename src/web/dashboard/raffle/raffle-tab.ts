import type { RaffleForOperatorQuery } from '../../../generated/client/operations.js';

/** A raffle as its screen knows it. */
export type Raffle = NonNullable<RaffleForOperatorQuery['raffle']>;

/** What each tab is given. */
export interface TabProps {
  raffle: Raffle;
  /** Asks for the raffle anew, when it was changed. */
  reload(): void;
}
