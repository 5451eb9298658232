import type { Sql } from '../platform/database/statement.js';
import { countCommissionChanges } from './commission.sql.js';
import * as sql from './move-referrers.sql.js';

/** What the accounts earned and were paid. */
export async function moveReferrers(tx: Sql, from: readonly string[], to: string): Promise<void> {
  const referrers = await tx.query(sql.lockReferrers, [[...from, to]]);
  if (!referrers.some(({ userId }) => userId !== to)) return;
  await tx.query(countCommissionChanges, [[...from, to]]);
  await tx.query(sql.addReferrers, [from, to]);
  await tx.query(sql.moveCommissionEntries, [from, to]);
  await tx.query(sql.movePendingCommissions, [from, to]);
  await tx.query(sql.deleteReferrers, [from]);
}
