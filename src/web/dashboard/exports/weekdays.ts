import type { Language } from '../../common/language.js';

/** 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

export function weekdayOf(day: number, language: Language): string {
  // The first of January of 2024 was a Monday.
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, day)));
}
