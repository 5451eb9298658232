import type { Transaction } from '../platform/database/database.js';
import { deleteParts, endExport, type ExportRow } from './export.sql.js';

/** Without what it has made. Undefined: it had ended. */
export async function endAs(tx: Transaction, id: string, state: 'STOPPED' | 'FAILED'): Promise<ExportRow | undefined> {
  const [ended] = await tx.query(endExport, [id, state]);
  if (ended) await tx.query(deleteParts, [id]);
  return ended;
}
