import type { Context } from '../context.js';
import { keysetList, perScope } from '../platform/database/keyset-list.js';
import { refuseProblems, textOf } from '../platform/domain-error.js';
import { BIGINT, INSTANT, type Page, type PageRequest } from '../platform/page.js';
import type { FieldProblems } from '../platform/refusal.js';
import { isUuid, storedId } from '../platform/uuid.js';

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

/** Each filter has its own index. One subject has few entries. */
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

const auditLog = perScope(SCOPES, (scope, { where, nullsLast }) =>
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

export interface AuditFilter {
  actorId?: string | null | undefined;
  action?: string | null | undefined;
  subjectType?: string | null | undefined;
  subjectId?: string | null | undefined;
  from?: Date | null | undefined;
  to?: Date | null | undefined;
}

export async function listAuditLog({ db }: Context, filter: AuditFilter, page: PageRequest): Promise<Page<AuditLogRow>> {
  refuseUnfit(filter);
  const span = { from: filter.from?.toISOString() ?? '-infinity', to: filter.to?.toISOString() ?? 'infinity' };
  const { scope, values } = scopeOf(filter);
  return auditLog[scope].page(db, page, values, { span });
}

function refuseUnfit({ actorId, subjectType, subjectId, from, to }: AuditFilter): void {
  const problems: FieldProblems = {};
  if (actorId != null && !isUuid(actorId)) problems.actorId = [textOf('graphql.uuid')];
  if (subjectId != null && subjectType == null) problems.subjectType = [textOf('audit.subjectType')];
  if (subjectType != null && subjectId == null) problems.subjectId = [textOf('audit.subjectId')];
  if (from && to && from >= to) problems.to = [textOf('platform.afterFrom')];
  refuseProblems(problems);
}

function scopeOf({ actorId = null, action = null, subjectType, subjectId }: AuditFilter): {
  scope: AuditScope;
  values: unknown[];
} {
  if (subjectType != null) return { scope: 'subject', values: [subjectType, storedId(subjectId ?? ''), actorId, action] };
  if (actorId !== null && action !== null) return { scope: 'actorAction', values: [actorId, action] };
  if (actorId !== null) return { scope: 'actor', values: [actorId] };
  return action === null ? { scope: 'all', values: [] } : { scope: 'action', values: [action] };
}
