import { statement, type Sql } from './database/statement.js';
import type { Actor } from './principal.js';
import { storedId } from './uuid.js';

export interface AuditEntry {
  /** Null for the service itself. */
  by: Actor | null;
  action: string;
  subjectType: string;
  /** As a caller typed it; a UUID is stored in small letters, as rows have it. */
  subjectId: string;
  /** Amounts are decimal text. */
  details: Record<string, string | number | boolean | null>;
}

const insertAuditEntries = statement<object>(
  'insert_audit_entries',
  `
  INSERT INTO audit_log (actor_id, actor_address, request_id, action, subject_type, subject_id, details)
  SELECT ("by" ->> 'id')::uuid, "by" ->> 'address', "by" ->> 'requestId', action, "subjectType", "subjectId", details
  FROM jsonb_to_recordset($1::jsonb) AS e("by" jsonb, action text, "subjectType" text, "subjectId" text, details jsonb)`,
);

/** Within the transaction of the act. */
export async function writeAudit(sql: Sql, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const kept = entries.map((entry) => ({ ...entry, subjectId: storedId(entry.subjectId) }));
  await sql.query(insertAuditEntries, [JSON.stringify(kept)]);
}
