import { businessDay } from '../platform/business-day.js';
import type { RaffleSnapshot } from './raffle.snapshot.js';

export const ADULT_YEARS = 18;

/** The last birth date of an adult, in the business's zone; null where age does not matter. May be 29 February of a year without one: it is compared as text. */
export function adultSince(
  { reservationFields, adultsOnly, quotaPrice }: Pick<RaffleSnapshot, 'reservationFields' | 'adultsOnly' | 'quotaPrice'>,
  businessTimeZone: string,
): string | null {
  const isForAdults = (adultsOnly && quotaPrice > 0n) || reservationFields.includes('BIRTH_DATE');
  if (!isForAdults) return null;
  const today = businessDay(businessTimeZone);
  return `${Number(today.slice(0, 4)) - ADULT_YEARS}${today.slice(4)}`;
}
