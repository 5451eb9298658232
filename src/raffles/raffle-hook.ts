import type { Raffle } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';

/**
 * Joins what an operator changes of a raffle, in the transaction of it and under its counter's lock. When it throws nothing was changed;
 * a refusal is BAD_USER_INPUT by field.
 */
export interface RaffleHook {
  /** The raffle's row was `before`, and is `after`. */
  changed(tx: Transaction, before: Raffle, after: Raffle): Promise<void>;
}
