import { refuseField } from './domain-error.js';

interface Calendar {
  format: Intl.DateTimeFormat;
  /** The minute since 1970 of the last day printed: days begin with a minute. */
  minute: number;
  day: string;
}

/** By time zone: making a format and printing a day takes longer than anything else about a buyer. */
const calendars = new Map<string, Calendar>();

/** Today in the time zone (an IANA name) as ISO 8601, "2030-01-31": days compare as text. */
export function businessDay(timeZone: string): string {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    // The Swedish locale prints ISO 8601.
    calendar = { format: new Intl.DateTimeFormat('sv', { timeZone }), minute: -1, day: '' };
    calendars.set(timeZone, calendar);
  }
  const now = Date.now();
  const minute = Math.floor(now / 60_000);
  if (minute !== calendar.minute) Object.assign(calendar, { minute, day: calendar.format.format(now) });
  return calendar.day;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** "2030-01-31 09:30:00" in the time zone. */
export function businessTime(timeZone: string, at: Date): string {
  let clock = clocks.get(timeZone);
  if (!clock)
    clocks.set(timeZone, (clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })));
  return clock.format(at);
}

const DAY_MS = 24 * 3_600_000;

/** "2030-01-31" of a day without a time. */
export const isoDay = (day: Date): string => day.toISOString().slice(0, 10);

/** The days that were asked for. Left out: until today, and as many as by default. BAD_USER_INPUT on `to`. */
export function dayRange(
  timeZone: string,
  { from, to }: { from?: Date | null | undefined; to?: Date | null | undefined },
  { byDefault, most }: { byDefault: number; most: number },
): { first: Date; last: Date } {
  const last = to ?? new Date(businessDay(timeZone));
  const first = from ?? new Date(last.getTime() - (byDefault - 1) * DAY_MS);
  const days = (last.getTime() - first.getTime()) / DAY_MS + 1;
  if (!(days >= 1 && days <= most)) throw refuseField('to', 'platform.daysAfterFrom', { max: most - 1 });
  return { first, last };
}
