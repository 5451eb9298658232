import type { Context } from '../context.js';
import type { DrawConfirmation } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { selectDrawOperators, type ContestEntryRow } from './contest-entry.sql.js';

const HOUR_MS = 3_600_000;
/** How long an entry is public before its operator may confirm it alone. Longer where others could, and cannot any more. */
const WAIT_MS = { neverOthers: 24 * HOUR_MS, othersLeft: 72 * HOUR_MS };

/** Of a draw by a contest. */
export interface DrawOperators {
  /** Could type results at the freeze. */
  all: ReadonlySet<string>;
  /** Those who still can, with the same password: an account with a new one may be in other hands. */
  left: ReadonlySet<string>;
}

export async function operatorsOf(db: Pick<Transaction | Context['db'], 'query'>, raffleId: string): Promise<DrawOperators> {
  const rows = await db.query(selectDrawOperators, [raffleId]);
  return {
    all: new Set(rows.map(({ userId }) => userId)),
    left: new Set(rows.flatMap(({ userId, isLeft }) => (isLeft ? [userId] : []))),
  };
}

export type EntryOutcome = { confirmation: DrawConfirmation } | { differsFrom: string[] } | { isWaiting: true };

/**
 * What an operator's entry leads to. `last`: the last entry of each operator. `now` in milliseconds since 1970. Only the entries of
 * operators who are left confirm others: an account that was made after the freeze may be of the same person.
 */
export function outcomeOf(
  own: ContestEntryRow,
  last: readonly ContestEntryRow[],
  operators: DrawOperators,
  now: number,
): EntryOutcome {
  const others = last.filter(({ userId }) => userId !== own.userId && operators.left.has(userId));
  if (others.some(({ results }) => isSame(results, own.results))) return { confirmation: 'SECOND_OPERATOR' };
  if (others[0]) return { differsFrom: others[0].results };
  const alone = confirmableAlone(own, operators);
  return alone && alone.getTime() <= now ? { confirmation: 'WAITED' } : { isWaiting: true };
}

/** From when the operator of an entry may confirm it alone. Null while another operator can. */
export function confirmableAlone({ userId, typedAt }: ContestEntryRow, { all, left }: DrawOperators): Date | null {
  const others = (some: ReadonlySet<string>): boolean => [...some].some((id) => id !== userId);
  if (others(left)) return null;
  return new Date(typedAt.getTime() + (others(all) ? WAIT_MS.othersLeft : WAIT_MS.neverOthers));
}

export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join();
}
