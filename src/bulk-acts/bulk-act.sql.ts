// SQL: claims and leases, and an outcome that is kept together with how far the work is.
import type { BulkAct, OperatorRole } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

export type BulkActRow = BulkAct;

const COLUMNS = `
  b.id, b.created_by AS "createdBy", b.kind, b.state, b.request_hash AS "requestHash", b.reason, b.force, b.client_address AS "clientAddress",
  b.request_id AS "requestId", b.total, b.tried, b.failed, b.claim, b.held_until AS "heldUntil", b.attempts, b.created_at AS "createdAt",
  b.started_at AS "startedAt", b.ended_at AS "endedAt"`;

/**
 * No row: somebody asked for the same, which is not over yet. $1 id, $2 operator, $3 kind, $4 hash of the request, $5 reason, $6 force,
 * $7 address and $8 id of the request, $9 the subjects.
 */
export const insertBulkAct = statement<BulkActRow>(
  'insert_bulk_act',
  `
  WITH made AS (
    INSERT INTO bulk_acts AS b (id, created_by, kind, request_hash, reason, force, client_address, request_id, total)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, cardinality($9::text[]))
    ON CONFLICT (request_hash) DO NOTHING RETURNING ${COLUMNS}
  ), items AS (
    INSERT INTO bulk_act_items (bulk_act_id, position, subject_id)
    SELECT made.id, s.position, s.id FROM made, unnest($9::text[]) WITH ORDINALITY AS s(id, position)
  )
  SELECT * FROM made`,
);

/** $1 hash of the request. */
export const selectBulkActOfRequest = statement<BulkActRow>(
  'select_bulk_act_of_request',
  `SELECT ${COLUMNS} FROM bulk_acts b WHERE b.request_hash = $1`,
);

/** Newest first. $1 how many. */
export const selectBulkActs = statement<BulkActRow>(
  'select_bulk_acts',
  `SELECT ${COLUMNS} FROM bulk_acts b ORDER BY b.id DESC LIMIT $1`,
);

export const selectBulkAct = statement<BulkActRow>('select_bulk_act', `SELECT ${COLUMNS} FROM bulk_acts b WHERE b.id = $1`);

/** Oldest first. $1 how many. */
export const selectOpenBulkActs = statement<BulkActRow>(
  'select_open_bulk_acts',
  `SELECT ${COLUMNS} FROM bulk_acts b WHERE b.state IN ('WAITING', 'RUNNING') ORDER BY b.id LIMIT $1`,
);

/** $1 id. */
export const selectBulkActFailures = statement<{ subjectId: string; problem: unknown }>(
  'select_failures_of_bulk_act',
  `
  SELECT i.subject_id AS "subjectId", i.problem FROM bulk_act_items i
  WHERE i.bulk_act_id = $1 AND i.problem IS NOT NULL ORDER BY i.position`,
);

/**
 * The one that waits longest: for its first process, for the next turn, or since its process crashed. `operatorRole` is null when who asked
 * for it is no operator any more. $1 claim, $2 seconds of the lease.
 */
export const takeBulkAct = statement<BulkActRow & { operatorRole: OperatorRole | null }>(
  'take_bulk_act',
  `
  UPDATE bulk_acts AS b SET state = 'RUNNING', claim = $1, held_until = clock_timestamp() + make_interval(secs => $2),
         started_at = coalesce(b.started_at, clock_timestamp()), attempts = b.attempts + 1
  WHERE b.id = (
    SELECT x.id FROM unnest('{WAITING,RUNNING}'::bulk_act_state[]) AS open(state) CROSS JOIN LATERAL (
      SELECT w.id, w.held_until FROM bulk_acts w
      WHERE w.state = open.state AND (w.held_until IS NULL OR w.held_until < clock_timestamp())
      ORDER BY w.held_until NULLS FIRST, w.id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) x ORDER BY x.held_until NULLS FIRST, x.id LIMIT 1
  ) RETURNING ${COLUMNS}, (
    SELECT u.operator_role FROM users u
    WHERE u.id = b.created_by AND u.role = 'ADMIN' AND u.deleted_at IS NULL AND u.blocked_at IS NULL
  ) AS "operatorRole"`,
);

/** $1 id, $2 behind which one, $3 how many. */
export const selectItemsOfBulkAct = statement<{ position: number; subjectId: string }>(
  'select_items_of_bulk_act',
  `
  SELECT i.position, i.subject_id AS "subjectId" FROM bulk_act_items i
  WHERE i.bulk_act_id = $1 AND i.position > $2 ORDER BY i.position LIMIT $3`,
);

/**
 * Also of one that was stopped meanwhile: what was under way then was done. No row: another process has it, or it was stopped. $1 id,
 * $2 claim, $3 seconds of the lease, $4 which one, $5 why it was not done, or null.
 */
export const keepOutcome = statement<{ id: string }>(
  'keep_outcome_of_bulk_act',
  `
  WITH kept AS (
    UPDATE bulk_acts b SET tried = $4, failed = b.failed + CASE WHEN $5::jsonb IS NULL THEN 0 ELSE 1 END, attempts = 0,
           held_until = clock_timestamp() + make_interval(secs => $3)
    WHERE b.id = $1 AND b.claim = $2 AND b.state IN ('RUNNING', 'STOPPED') AND b.tried = $4 - 1 RETURNING b.id, b.state
  ), item AS (
    UPDATE bulk_act_items i SET problem = $5 FROM kept WHERE i.bulk_act_id = kept.id AND i.position = $4 AND $5::jsonb IS NOT NULL
  )
  SELECT id FROM kept WHERE state = 'RUNNING'`,
);

/** For the next turn, of any process. $1 id, $2 claim. */
export const giveBackBulkAct = statement<object>(
  'give_back_bulk_act',
  "UPDATE bulk_acts SET held_until = clock_timestamp() WHERE id = $1 AND claim = $2 AND state = 'RUNNING'",
);

/** No row: it had ended. $1 id, $2 the state. */
export const endBulkAct = statement<BulkActRow>(
  'end_bulk_act',
  `
  UPDATE bulk_acts b SET state = $2, ended_at = clock_timestamp(), request_hash = NULL, reason = NULL
  WHERE b.id = $1 AND b.state IN ('WAITING', 'RUNNING') RETURNING ${COLUMNS}`,
);

/** With their items. $1 age in days, $2 how many. */
export const purgeOldBulkActs = statement<object>(
  'purge_old_bulk_acts',
  `
  DELETE FROM bulk_acts WHERE id = ANY (ARRAY(
    SELECT b.id FROM bulk_acts b WHERE b.ended_at < now() - make_interval(days => $1) ORDER BY b.ended_at LIMIT least($2, 100)
    FOR UPDATE SKIP LOCKED
  )) RETURNING id`,
);
