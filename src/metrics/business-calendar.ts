import type { App } from '../context.js';
import { statement } from '../platform/database/statement.js';

const selectTimeZone = statement<{ timeZone: string; isUsed: boolean }>(
  'select_business_time_zone',
  'SELECT time_zone AS "timeZone", EXISTS (SELECT FROM sales_hours) AS "isUsed" FROM business_calendar',
);

/** $1 time zone. */
export const setTimeZone = statement<object>(
  'set_business_time_zone',
  'UPDATE business_calendar SET time_zone = $1 WHERE time_zone <> $1',
  { repeatable: true },
);

/** Sets the time zone by whose days the database counts sales. Returns a problem when it has already counted by another one. */
export async function keepBusinessCalendar({ db, config }: Pick<App, 'db' | 'config'>): Promise<string | undefined> {
  const wanted = config.businessTimeZone;
  const [calendar] = await db.query(selectTimeZone);
  if (!calendar || calendar.timeZone === wanted) return undefined;
  if (calendar.isUsed)
    return (
      `TZ_BUSINESS is ${wanted}, and this database has counted sales by the days of ${calendar.timeZone}: set TZ_BUSINESS to that, or run `
      + '"npm run metrics:rebuild" with the new one, which counts all of them again.'
    );
  await db.transaction((tx) => tx.query(setTimeZone, [wanted]));
  return undefined;
}
