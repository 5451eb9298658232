import type { RaffleForOperatorQuery } from '../../../generated/client/operations.js';

export type Raffle = NonNullable<RaffleForOperatorQuery['raffle']>;

export interface TabProps {
  raffle: Raffle;
  reload(): void;
}
