import type { App } from '../context.js';
import type { Sql } from '../platform/database/statement.js';
import { countCommissionChanges, lockSums, selectChangedReferrers } from './commission.sql.js';

const CHANGES_AT_ONCE = 10_000;

/** Locks the referrers, and counts what settlements and refunds have left for them. */
export async function countChangesOf(tx: Sql, userIds: readonly string[]): Promise<void> {
  await tx.query(lockSums, [userIds]);
  await tx.query(countCommissionChanges, [userIds]);
}

/** Safe in several processes. */
export async function countChanges({ db }: Pick<App, 'db'>): Promise<void> {
  const changed = await db.query(selectChangedReferrers, [CHANGES_AT_ONCE]);
  if (changed.length === 0) return;
  const userIds = changed.map(({ userId }) => userId);
  await db.transaction((tx) => countChangesOf(tx, userIds));
}
