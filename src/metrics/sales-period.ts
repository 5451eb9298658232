import { businessTime, dayRange, isoDay } from '../platform/business-day.js';
import type { SalesPeriod } from './sale-figures.type.js';

const MOST_DAYS = 366;
const DAY_MS = 24 * 3_600_000;

/** Days of the business. Hours are as its clock shows them, "2030-01-31 09:00". */
export interface Period {
  first: Date;
  last: Date;
  /** How many days earlier the period before begins and ends. */
  days: number;
  /** Both are compared until this hour of theirs, so that full hours stand beside full hours. */
  comparedUntil: string;
  isByHour: boolean;
}

export interface AskedPeriod {
  period: SalesPeriod;
  /** With one of these `period` does not matter. */
  from?: Date | null | undefined;
  to?: Date | null | undefined;
}

/** BAD_USER_INPUT on `to`. */
export function periodOf({ period, from, to }: AskedPeriod, { timeZone, at }: { timeZone: string; at: Date }): Period {
  const clock = businessTime(timeZone, at);
  const today = new Date(clock.slice(0, 10));
  const { first, last } =
    from || to ? dayRange(timeZone, { from, to }, { byDefault: 30, most: MOST_DAYS }) : NAMED[period](today);
  const thisHour = `${clock.slice(0, 13)}:00`;
  const begins = hourOf(first);
  const ends = hourOf(daysAfter(last, 1));
  return {
    first,
    last,
    days: (last.getTime() - first.getTime()) / DAY_MS + 1,
    comparedUntil: thisHour < begins ? begins : thisHour > ends ? ends : thisHour,
    isByHour: first.getTime() === last.getTime(),
  };
}

const NAMED: Record<SalesPeriod, (today: Date) => { first: Date; last: Date }> = {
  TODAY: (today) => ({ first: today, last: today }),
  YESTERDAY: (today) => ({ first: daysAfter(today, -1), last: daysAfter(today, -1) }),
  LAST_7_DAYS: (today) => ({ first: daysAfter(today, -6), last: today }),
  LAST_30_DAYS: (today) => ({ first: daysAfter(today, -29), last: today }),
  THIS_MONTH: (today) => ({ first: monthOf(today, 0), last: today }),
  LAST_MONTH: (today) => ({ first: monthOf(today, -1), last: daysAfter(monthOf(today, 0), -1) }),
};

const monthOf = (day: Date, more: number): Date => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + more, 1));

export const daysAfter = (day: Date, days: number): Date => new Date(day.getTime() + days * DAY_MS);

/** The first hour of a day. */
export const hourOf = (day: Date): string => `${isoDay(day)} 00:00`;

/** Some days after an hour. */
export const shifted = (hour: string, days: number): string =>
  `${isoDay(daysAfter(new Date(hour.slice(0, 10)), days))}${hour.slice(10)}`;

/** The hours or days of a period, those that have not begun left out. */
export function stepsOf({ first, last, isByHour }: Period, { timeZone, at }: { timeZone: string; at: Date }): string[] {
  const now = businessTime(timeZone, at).slice(0, 16);
  const all = isByHour
    ? Array.from({ length: 24 }, (_, hour) => `${isoDay(first)} ${String(hour).padStart(2, '0')}:00`)
    : Array.from({ length: (last.getTime() - first.getTime()) / DAY_MS + 1 }, (_, day) => hourOf(daysAfter(first, day)));
  return all.filter((step) => step <= now);
}
