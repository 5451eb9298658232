import type { Context } from '../context.js';
import { refuseProblems, textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import type { Page, PageRequest } from '../platform/page.js';
import { isUuid, storedId } from '../platform/uuid.js';
import { auditLog, type AuditLogRow, type AuditScope } from './audit-log.sql.js';

/** Which entries: all that are given must hold. */
export interface AuditFilter {
  actorId?: string | null | undefined;
  action?: string | null | undefined;
  subjectType?: string | null | undefined;
  subjectId?: string | null | undefined;
  /** From this instant on. */
  from?: Date | null | undefined;
  /** Before this one. */
  to?: Date | null | undefined;
}

/** What was done, newest first. BAD_USER_INPUT by field: an actor that is no UUID, half a subject, an empty span of time. */
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
