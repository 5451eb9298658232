// SQL: leases, and a part of a file that is kept together with how far it is.
import type { Export } from '../generated/prisma/client.js';
import { giveBackWork, takeWork } from '../platform/database/leased-work.js';
import { statement } from '../platform/database/statement.js';

export type ExportRow = Omit<Export, 'lastId'> & { lastId: string | null };

const COLUMNS = `
  e.id, e.created_by AS "createdBy", e.schedule_id AS "scheduleId", e.is_scheduled AS "isScheduled", e.request_hash AS "requestHash", e.raffle_id AS "raffleId", e.status,
  e.placed_from AS "placedFrom", e.placed_to AS "placedTo", e.is_english AS "isEnglish", e.state, e.rows_done AS "rowsDone",
  e.rows_total AS "rowsTotal", e.parts, e.last_created_at AS "lastCreatedAt", e.last_id::text AS "lastId", e.claim, e.held_until AS "heldUntil",
  e.attempts, e.created_at AS "createdAt", e.started_at AS "startedAt", e.ended_at AS "endedAt"`;

/**
 * No row: somebody asked for the same, which is not made yet. $1 id, $2 operator, $3 schedule, $4 hash of the request, $5 raffle, $6 status,
 * $7 placed from, $8 placed before, $9 is English.
 */
export const insertExport = statement<ExportRow>(
  'insert_export',
  `
  INSERT INTO exports AS e (
    id, created_by, schedule_id, is_scheduled, request_hash, raffle_id, status, placed_from, placed_to, is_english, rows_total
  ) VALUES ($1, $2, $3::uuid, $3 IS NOT NULL, $4, $5, $6, $7, least($8::timestamptz, now()), $9, CASE WHEN num_nonnulls($7::timestamptz, $8::timestamptz) = 0 THEN (
    SELECT coalesce(sum(t.orders), 0) FROM order_totals t
    WHERE ($5::uuid IS NULL OR t.raffle_id = $5) AND ($6::order_status IS NULL OR t.status = $6)
  ) END)
  ON CONFLICT (request_hash) DO NOTHING RETURNING ${COLUMNS}`,
);

/** Until the end of the transaction: of two at once neither sees how many there are without the other. */
export const lockExports = statement<object>('lock_exports', "SELECT pg_advisory_xact_lock(hashtextextended('exports', 0))");

/** $1 hash of the request. */
export const selectExportOfRequest = statement<ExportRow>(
  'select_export_of_request',
  `SELECT ${COLUMNS} FROM exports e WHERE e.request_hash = $1`,
);

/** Newest first. $1 how many. */
export const selectExports = statement<ExportRow>(
  'select_exports',
  `SELECT ${COLUMNS} FROM exports e ORDER BY e.id DESC LIMIT $1`,
);

export const selectExport = statement<ExportRow>('select_export', `SELECT ${COLUMNS} FROM exports e WHERE e.id = $1`);

export const takeExport = takeWork<ExportRow>('take_export', {
  table: 'exports',
  alias: 'e',
  columns: COLUMNS,
  state: 'export_state',
});

export const giveBackExport = giveBackWork('give_back_export', 'exports');

/**
 * No row: it was stopped or deleted, or another process has it. The part and how far it is are kept together. $1 id, $2 claim, $3 seconds of
 * the lease, $4 rows, $5 and $6 the last order, $7 id of the part, $8 the sealed part or null, $9 whether it is the last.
 */
export const keepPart = statement<{ id: string }>(
  'keep_part_of_export',
  `
  WITH kept AS (
    UPDATE exports e SET rows_done = e.rows_done + $4, last_created_at = coalesce($5, e.last_created_at),
           last_id = coalesce($6::bigint, e.last_id), attempts = 0, parts = e.parts + CASE WHEN $8::bytea IS NULL THEN 0 ELSE 1 END,
           held_until = clock_timestamp() + make_interval(secs => $3),
           state = CASE WHEN $9 THEN 'DONE'::export_state ELSE e.state END, request_hash = CASE WHEN $9 THEN NULL ELSE e.request_hash END,
           ended_at = CASE WHEN $9 THEN clock_timestamp() END
    WHERE e.id = $1 AND e.claim = $2 AND e.state = 'RUNNING' RETURNING e.id, e.parts
  ), part AS (
    INSERT INTO export_parts (id, export_id, part, sealed) SELECT $7, id, parts, $8 FROM kept WHERE $8 IS NOT NULL
  )
  SELECT id FROM kept`,
);

/** No row: it had ended. $1 id, $2 the state. */
export const endExport = statement<ExportRow>(
  'end_export_of_orders',
  `
  UPDATE exports e SET state = $2, ended_at = clock_timestamp(), request_hash = NULL, parts = 0, rows_done = 0
  WHERE e.id = $1 AND e.state IN ('WAITING', 'RUNNING') RETURNING ${COLUMNS}`,
);

/** After `endExport`, which waits for a part that is written right now: only another statement sees that part. $1 id. */
export const deleteParts = statement<object>('delete_parts_of_export', 'DELETE FROM export_parts WHERE export_id = $1');

/** $1 id, $2 which. */
export const selectPart = statement<{ sealed: Buffer }>(
  'select_part_of_export',
  'SELECT sealed FROM export_parts WHERE export_id = $1 AND part = $2',
);

/** Before their exports: a large one has more parts than one statement should delete. $1 age in days, $2 how many. */
export const purgeOldParts = statement<object>(
  'purge_old_parts_of_exports',
  `
  DELETE FROM export_parts WHERE id = ANY (ARRAY(
    SELECT p.id FROM exports e JOIN export_parts p ON p.export_id = e.id WHERE e.ended_at < now() - make_interval(days => $1) LIMIT $2
  )) RETURNING id`,
);

/** Those without parts. $1 age in days, $2 how many. */
export const purgeOldExports = statement<object>(
  'purge_old_exports',
  `
  DELETE FROM exports WHERE id = ANY (ARRAY(
    SELECT e.id FROM exports e
    WHERE e.ended_at < now() - make_interval(days => $1) AND NOT EXISTS (SELECT FROM export_parts p WHERE p.export_id = e.id)
    ORDER BY e.ended_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )) RETURNING id`,
);

/** Oldest first. $1 how many. */
export const selectOpenExports = statement<ExportRow>(
  'select_open_exports',
  `SELECT ${COLUMNS} FROM exports e WHERE e.state IN ('WAITING', 'RUNNING') ORDER BY e.id LIMIT $1`,
);
