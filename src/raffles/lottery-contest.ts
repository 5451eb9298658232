import { textOf } from '../platform/domain-error.js';
import { businessTime } from '../platform/business-day.js';
import type { FieldProblems } from '../platform/refusal.js';

/** A contest of the Loteria Federal. `contestDate` is its day, as midnight UTC. */
export interface Contest {
  contest: number;
  contestDate: Date;
}

export interface MaybeContest {
  contest: number | null;
  contestDate: Date | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The Caixa draws at 20:00 of Brasilia since 3 November 2025, on Wednesdays and Saturdays. It is no setting: who could name a later
 * time could freeze a raffle after the draw. On a day when the Caixa draws earlier, freeze earlier.
 */
const DRAW_HOUR = 20;
const LOTTERY_TIME_ZONE = 'America/Sao_Paulo';

/** Nobody knows the results so long before. */
const LEAD_MS = HOUR_MS;

/**
 * Contest 5991 was held on 13 August 2025, and two are held a week. The bounds are wide, since the Caixa pauses and adds contests. They
 * refuse contests of past years, whose results everybody knows, and typing errors.
 */
const KNOWN = { contest: 5_991, day: Date.UTC(2025, 7, 13) };
const CONTESTS_A_WEEK = { fewest: 1, most: 4 };

/** When a contest of that day is drawn. */
export function timeOfContest(day: Date): Date {
  const asUtc = day.getTime() + DRAW_HOUR * HOUR_MS;
  // What the wall clock there shows at this instant gives the zone's offset.
  const offset = Date.parse(`${businessTime(LOTTERY_TIME_ZONE, new Date(asUtc)).replace(' ', 'T')}Z`) - asUtc;
  return new Date(asUtc - offset);
}

export function dayOfContest(day: Date): string {
  return day.toISOString().slice(0, 10);
}

/** Whether a raffle may still be frozen for a contest of that day. `now` in milliseconds since 1970. */
export function isInTime(day: Date, now: number): boolean {
  return now + LEAD_MS <= timeOfContest(day).getTime();
}

/** Whether the fields go together. The date of a stored contest may have passed: see `lateContestProblems`. */
export function contestProblems({ contest, contestDate }: MaybeContest): FieldProblems {
  if (contest === null || contestDate === null) {
    if (contest !== null) return { contestDate: [textOf('raffles.contestWithDate')] };
    return contestDate === null ? {} : { contest: [textOf('raffles.contestWithDate')] };
  }
  // Before it the bounds would be of no use, and no such contest is still to come.
  if (contestDate.getTime() < KNOWN.day) return { contestDate: [textOf('raffles.contestInTime')] };
  const weeks = (contestDate.getTime() - KNOWN.day) / (7 * DAY_MS);
  const [min, max] = [CONTESTS_A_WEEK.fewest, CONTESTS_A_WEEK.most].map((aWeek) => KNOWN.contest + Math.round(weeks * aWeek));
  if (contest >= min! && contest <= max!) return {};
  return { contest: [textOf('raffles.contestNumber', { day: dayOfContest(contestDate), min: min!, max: max! })] };
}

/** Whether the results may be known already. `now` in milliseconds since 1970. */
export function lateContestProblems(day: Date | null | undefined, now: number): FieldProblems {
  if (!day || isInTime(day, now)) return {};
  return { contestDate: [textOf('raffles.contestInTime')] };
}
