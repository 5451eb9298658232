import type { Raffle } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import type { RaffleSnapshot } from './raffle.snapshot.js';

/** Joins what happens to raffles. */
export interface RaffleHook {
  /**
   * An operator changed the raffle from `before` to `after`: in that transaction and under its counter's lock. When it throws nothing
   * was changed; a refusal is BAD_USER_INPUT by field.
   */
  changed?(tx: Transaction, before: Raffle, after: Raffle): Promise<void>;
  /** The raffle was read for buyers, who are likely to order next. */
  wasRead?(raffle: RaffleSnapshot): void;
}
