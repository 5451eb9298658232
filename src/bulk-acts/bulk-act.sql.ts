// SQL: leases, and an outcome that is kept together with how far the work is.
import type { BulkAct } from '../generated/prisma/client.js';
import { giveBackWork, takeWork } from '../platform/database/leased-work.js';
import { statement } from '../platform/database/statement.js';

export type BulkActRow = BulkAct;

const COLUMNS = `
  b.id, b.created_by AS "createdBy", b.kind, b.state, b.request_hash AS "requestHash", b.reason, b.force, b.client_address AS "clientAddress",
  b.request_id AS "requestId", b.token_version AS "tokenVersion", b.total, b.tried, b.failed, b.claim, b.held_until AS "heldUntil", b.attempts, b.created_at AS "createdAt",
  b.started_at AS "startedAt", b.ended_at AS "endedAt"`;

/**
 * $1 id, $2 operator, $3 kind, $4 hash of the request, $5 reason, $6 force, $7 address and $8 id of the request, $9 version of the token,
 * $10 the subjects.
 */
export const insertBulkAct = statement<BulkActRow>(
  'insert_bulk_act',
  `
  WITH made AS (
    INSERT INTO bulk_acts AS b (id, created_by, kind, request_hash, reason, force, client_address, request_id, token_version, total)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, cardinality($10::text[])) RETURNING ${COLUMNS}
  ), items AS (
    INSERT INTO bulk_act_items (bulk_act_id, position, subject_id)
    SELECT made.id, s.position, s.id FROM made, unnest($10::text[]) WITH ORDINALITY AS s(id, position)
  )
  SELECT * FROM made`,
);

/** The oldest of an operator that have ended, but for the last. $1 operator, $2 how many stay. */
export const deleteOldestBulkActs = statement<object>(
  'delete_oldest_bulk_acts',
  `
  DELETE FROM bulk_acts WHERE id IN (
    SELECT b.id FROM bulk_acts b WHERE b.created_by = $1 AND b.ended_at IS NOT NULL ORDER BY b.id DESC OFFSET $2
  )`,
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

export const takeBulkAct = takeWork<BulkActRow>('take_bulk_act', {
  table: 'bulk_acts',
  alias: 'b',
  columns: COLUMNS,
  state: 'bulk_act_state',
});

export const giveBackBulkAct = giveBackWork('give_back_bulk_act', 'bulk_acts');

/** $1 id, $2 behind which one, $3 how many. */
export const selectItemsOfBulkAct = statement<{ position: number; subjectId: string }>(
  'select_items_of_bulk_act',
  `
  SELECT i.position, i.subject_id AS "subjectId" FROM bulk_act_items i
  WHERE i.bulk_act_id = $1 AND i.position > $2 ORDER BY i.position LIMIT $3`,
);

/**
 * With the last one the act is DONE. Also of one that was stopped meanwhile: what was under way then was done. No row: another process has
 * it, or it is over. $1 id, $2 claim, $3 seconds of the lease, $4 which one, $5 why it was not done, or null.
 */
export const keepOutcome = statement<{ id: string }>(
  'keep_outcome_of_bulk_act',
  `
  WITH kept AS (
    UPDATE bulk_acts b SET tried = $4, failed = b.failed + CASE WHEN $5::jsonb IS NULL THEN 0 ELSE 1 END, attempts = 0,
           held_until = clock_timestamp() + make_interval(secs => $3),
           state = CASE WHEN b.state = 'RUNNING' AND $4 = b.total THEN 'DONE'::bulk_act_state ELSE b.state END,
           ended_at = CASE WHEN $4 = b.total THEN coalesce(b.ended_at, clock_timestamp()) ELSE b.ended_at END,
           request_hash = CASE WHEN $4 = b.total THEN NULL ELSE b.request_hash END,
           reason = CASE WHEN $4 = b.total THEN NULL ELSE b.reason END
    WHERE b.id = $1 AND b.claim = $2 AND b.state IN ('RUNNING', 'STOPPED') AND b.tried = $4 - 1 RETURNING b.id, b.state
  ), item AS (
    UPDATE bulk_act_items i SET problem = $5 FROM kept WHERE i.bulk_act_id = kept.id AND i.position = $4 AND $5::jsonb IS NOT NULL
  )
  SELECT id FROM kept WHERE state = 'RUNNING'`,
);

/**
 * Whether the act was done to it, but not kept. Callers choose the id of a request: an older act may have the same. $1 that id, $2 action,
 * $3 type of the subject, $4 its id, $5 when the act was asked for.
 */
export const selectAuditOfOne = statement<object>(
  'select_audit_of_one_of_many',
  'SELECT id FROM audit_log WHERE subject_type = $3 AND subject_id = $4 AND request_id = $1 AND action = $2 AND created_at >= $5 LIMIT 1',
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
