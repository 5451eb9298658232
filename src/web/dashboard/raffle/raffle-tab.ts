import type { RaffleSettingsQuery } from '../../../generated/client/operations.js';

export type Raffle = NonNullable<RaffleSettingsQuery['raffle']>;

export interface TabProps {
  raffle: Raffle;
  reload(): void;
}
