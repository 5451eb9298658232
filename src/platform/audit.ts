import { statement, type Sql } from './database/database.js';
import type { Actor } from './principal.js';

/** Who did what by hand to which row; `details` says why and what it was before. Kept in the transaction of the act itself. */
export interface AuditEntry {
  /** Null for the service itself. */
  by: Actor | null;
  action: string;
  subjectType: string;
  subjectId: string;
  details: Record<string, string | number | boolean | null>;
}

/** $1 entries as a JSON array. */
const insertAuditEntries = statement<object>(
  'insert_audit_entries',
  `
  INSERT INTO audit_log (actor_id, actor_address, request_id, action, subject_type, subject_id, details)
  SELECT ("by" ->> 'id')::uuid, "by" ->> 'address', "by" ->> 'requestId', action, "subjectType", "subjectId", details
  FROM jsonb_to_recordset($1::jsonb) AS e("by" jsonb, action text, "subjectType" text, "subjectId" text, details jsonb)`,
);

/** Writes entries, within the transaction of the act. */
export async function writeAudit(sql: Sql, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length > 0) await sql.query(insertAuditEntries, [JSON.stringify(entries)]);
}
