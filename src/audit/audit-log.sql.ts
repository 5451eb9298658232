import { statement, type Statement } from '../platform/database/statement.js';

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

/** Whose entries a list holds: each is found by an index of its own, in the order that it has. */
export type AuditScope = 'all' | 'action' | 'actor' | 'actorAction' | 'subject';

/** The conditions of a scope; its values are `$5` and on of a list, `$3` and on of a count. */
const CONDITIONS: Record<AuditScope, (value: (n: number) => string) => string> = {
  all: () => '',
  action: (value) => `action = ${value(0)} AND `,
  actor: (value) => `actor_id = ${value(0)}::uuid AND `,
  actorAction: (value) => `actor_id = ${value(0)}::uuid AND action = ${value(1)} AND `,
  // Of one thing there are few: who and what may be looked for among them.
  subject: (value) =>
    `subject_type = ${value(0)} AND subject_id = ${value(1)} AND (${value(2)}::uuid IS NULL OR actor_id = ${value(2)}::uuid)
    AND (${value(3)}::text IS NULL OR action = ${value(3)}::text) AND `,
};

/** The order that the index of a scope has, and that of no other: by one of them a rare action was looked for among all entries. */
const ORDERS: Record<AuditScope, string> = {
  all: 'created_at DESC, a.id DESC',
  action: 'created_at DESC NULLS LAST, a.id DESC NULLS LAST',
  actor: 'created_at DESC NULLS LAST, a.id DESC NULLS LAST',
  actorAction: 'created_at DESC, a.id DESC NULLS LAST',
  subject: 'created_at DESC, a.id DESC',
};

const perScope = <Row extends object>(make: (scope: AuditScope) => Statement<Row>): Record<AuditScope, Statement<Row>> => ({
  all: make('all'),
  action: make('action'),
  actor: make('actor'),
  actorAction: make('actorAction'),
  subject: make('subject'),
});

/** Newest first. $1 the instant from which on, $2 and $3 instant and id to stay below, $4 how many; then the scope's own. */
export const selectAuditLog = perScope((scope) =>
  statement<AuditLogRow>(
    `select_audit_log_${scope.toLowerCase()}`,
    `
  SELECT id::text, actor_id AS "actorId", actor_address AS "actorAddress", request_id AS "requestId", action,
         subject_type AS "subjectType", subject_id AS "subjectId", details, created_at AS "createdAt"
  FROM audit_log a
  WHERE ${CONDITIONS[scope]((n) => `$${n + 5}`)}created_at >= $1::timestamptz AND (created_at, a.id) < ($2::timestamptz, $3::bigint)
  ORDER BY ${ORDERS[scope]} LIMIT $4`,
  ),
);

/** $1 the instant from which on, $2 the one before which; then the scope's own. */
export const countAuditLog = perScope((scope) =>
  statement<{ count: number }>(
    `count_audit_log_${scope.toLowerCase()}`,
    `
  SELECT count(*)::int AS count FROM audit_log
  WHERE ${CONDITIONS[scope]((n) => `$${n + 3}`)}created_at >= $1::timestamptz AND created_at < $2::timestamptz`,
  ),
);
