// SQL: times of a calendar, and rows that are locked while their exports are written.
import type { ExportSchedule } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

export interface ScheduleRow extends ExportSchedule {
  isActive: boolean;
}

/** As the routes and mutations of exports say. */
const MAY_EXPORT = `EXISTS (
  SELECT FROM users u WHERE u.id = s.created_by AND u.role = 'ADMIN' AND u.operator_role IN ('OWNER', 'FINANCE') AND u.deleted_at IS NULL
    AND u.blocked_at IS NULL
)`;

const COLUMNS = `
  s.id, s.created_by AS "createdBy", s.raffle_id AS "raffleId", s.status, s.is_english AS "isEnglish", s.only_new AS "onlyNew", s.frequency, s.day,
  s.hour, s.next_at AS "nextAt", s.covered_to AS "coveredTo", s.created_at AS "createdAt", ${MAY_EXPORT} AS "isActive"`;

/** The next one after now. More days than between two of a month. */
const nextAt = (frequency: string, day: string, hour: string, zone: string): string => `(
  SELECT min(place.at) FROM generate_series(0, 62) AS days(n), LATERAL (
    SELECT date_trunc('day', now() AT TIME ZONE ${zone}) + make_interval(days => days.n, hours => ${hour}) AS local
  ) AS wall, LATERAL (SELECT wall.local AT TIME ZONE ${zone} AS at) AS place
  WHERE place.at > now() AND CASE ${frequency} WHEN 'DAILY' THEN true
    WHEN 'WEEKLY' THEN extract(isodow FROM wall.local) = ${day} ELSE extract(day FROM wall.local) = ${day} END
)`;

const today = (zone: string): string => `(date_trunc('day', now() AT TIME ZONE ${zone}) AT TIME ZONE ${zone})`;

/** Its first export has the last day, week or month. $1 id, $2 operator, $3 raffle, $4 status, $5 is English, $6 only new, $7 how often, $8 day, $9 hour, $10 time zone. */
export const insertSchedule = statement<ScheduleRow>(
  'insert_export_schedule',
  `
  INSERT INTO export_schedules AS s (id, created_by, raffle_id, status, is_english, only_new, frequency, day, hour, next_at, covered_to)
  SELECT $1, $2, $3, $4, $5, $6, $7::export_frequency, $8::int, $9::int, first.at,
         (date_trunc('day', first.at AT TIME ZONE $10::text)
          - CASE $7::export_frequency WHEN 'DAILY' THEN interval '1 day' WHEN 'WEEKLY' THEN interval '7 days' ELSE interval '1 month' END)
         AT TIME ZONE $10::text
  FROM (SELECT ${nextAt('$7::export_frequency', '$8::int', '$9::int', '$10::text')} AS at) AS first
  RETURNING ${COLUMNS}`,
);

/** Oldest first. $1 how many. */
export const selectSchedules = statement<ScheduleRow>(
  'select_export_schedules',
  `SELECT ${COLUMNS} FROM export_schedules s ORDER BY s.id LIMIT $1`,
);

export const selectSchedule = statement<ScheduleRow>(
  'select_export_schedule',
  `SELECT ${COLUMNS} FROM export_schedules s WHERE s.id = $1`,
);

/** A minute late: by then all orders are there that were placed before the hour. $1 how many, $2 time zone. */
export const lockDueSchedules = statement<ScheduleRow & { today: Date }>(
  'lock_due_export_schedules',
  `
  SELECT ${COLUMNS}, ${today('$2::text')} AS today FROM export_schedules s WHERE s.next_at <= now() - interval '1 minute'
  ORDER BY s.next_at LIMIT $1 FOR UPDATE OF s SKIP LOCKED`,
);

/** Those that were missed are one. $1 id, $2 covered up to, $3 time zone. */
export const moveSchedule = statement<object>(
  'move_export_schedule',
  `
  UPDATE export_schedules s SET covered_to = $2, next_at = ${nextAt('s.frequency', 's.day', 's.hour', '$3::text')} WHERE s.id = $1`,
);
