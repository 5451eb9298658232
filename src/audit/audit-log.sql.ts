// SQL: a list by a keyset, over a different index for each filter.
import { keysetList, perScope } from '../platform/database/keyset-list.js';
import { BIGINT, INSTANT } from '../platform/page.js';

/** An entry as it was written. */
export interface AuditLogRow {
  id: string;
  actorId: string | null;
  actorAddress: string | null;
  requestId: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  details: Record<string, string | number | boolean | null>;
  createdAt: Date;
}

/** Which entries, each found by an index of its own. Its parameters are `$1` and on; of one thing there are few entries to look through. */
const SCOPES = {
  all: { where: undefined, nullsLast: [] },
  action: { where: 'action = $1', nullsLast: ['createdAt', 'id'] },
  actor: { where: 'actor_id = $1::uuid', nullsLast: ['createdAt', 'id'] },
  actorAction: { where: 'actor_id = $1::uuid AND action = $2', nullsLast: ['id'] },
  subject: {
    where: `subject_type = $1 AND subject_id = $2 AND ($3::uuid IS NULL OR actor_id = $3::uuid)
      AND ($4::text IS NULL OR action = $4::text)`,
    nullsLast: [],
  },
} as const;
export type AuditScope = keyof typeof SCOPES;

export const auditLog = perScope(SCOPES, (scope, { where, nullsLast }) =>
  keysetList<AuditLogRow>({
    name: `audit_log_${scope.toLowerCase()}`,
    columns: `a.id::text, actor_id AS "actorId", actor_address AS "actorAddress", request_id AS "requestId", action,
      subject_type AS "subjectType", subject_id AS "subjectId", details, created_at AS "createdAt"`,
    from: 'audit_log a',
    where,
    key: [
      ['createdAt', INSTANT, 'a.created_at'],
      ['id', BIGINT, 'a.id'],
    ],
    order: 'DESC',
    nullsLast,
    isInSpan: true,
  }),
);
