import { statement } from '../platform/database/statement.js';

/** The list of notifications is bounded: one more than this is refused. */
export const MAX_NOTIFICATIONS = 200;

export interface NotificationRow {
  id: string;
  title: string;
  body: string;
  link: string | null;
  active: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Newest first: their ids begin with the time. $1 only those that are active. */
export const selectNotifications = statement<NotificationRow>(
  'select_notifications',
  `
  SELECT id, title, body, link, active, starts_at AS "startsAt", ends_at AS "endsAt", created_at AS "createdAt", updated_at AS "updatedAt"
  FROM notifications WHERE active OR NOT $1::boolean ORDER BY id DESC LIMIT ${MAX_NOTIFICATIONS}`,
);

/** Whether visitors see it at an instant: active, and from `startsAt` to before `endsAt`. */
export function isVisible({ active, startsAt, endsAt }: NotificationRow, at: Date): boolean {
  return active && (startsAt === null || startsAt <= at) && (endsAt === null || at < endsAt);
}
