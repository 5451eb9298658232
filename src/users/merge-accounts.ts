import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import type { Sql } from '../platform/database/statement.js';
import { endMergedAccounts } from './account-of-phone.sql.js';

declare module '../feature.js' {
  interface FeatureDeclaration {
    /** Moves what a buyer has from accounts that end to the one that is left. Before those of later features. */
    accountMoves?(tx: Sql, from: readonly string[], to: string): Promise<void>;
  }
}

/** The accounts end. Their names, CPFs and passwords may be a stranger's, so only orders, wins and commissions follow. Audited. */
export async function mergeAccounts(
  { features }: Pick<Context, 'features'>,
  tx: Transaction,
  from: readonly string[],
  to: string,
): Promise<void> {
  if (from.length === 0) return;
  for (const { accountMoves } of features) await accountMoves?.(tx, from, to);
  await tx.query(endMergedAccounts, [from, to]);
  const by = { id: to, address: null, requestId: null };
  await writeAudit(
    tx,
    ...from.map((id) => ({ by, action: 'mergeAccount', subjectType: 'user', subjectId: id, details: { into: to } })),
  );
}
