import { isValidPhone, parsePhone as nationalDigitsOf } from '@brazilian-utils/brazilian-utils';

// The library skips whatever is no digit, letters too.
const PHONE_CHARACTERS = /^\+?[\d\s().-]{8,30}$/;
/** ITU-T E.164, 6.1: a country code, which never begins with 0, and at most 15 digits in all. */
const E164 = /^\+[1-9]\d{7,14}$/;

/**
 * A phone number in E.164, "+5511987654321"; undefined when it is none. Without a plus it is a Brazilian mobile or
 * landline, area code included, with or without the 55. With a plus it is of the country it names: a Brazilian one is
 * checked by Brazil's numbering plan, any other for its form only.
 */
export function parsePhone(text: string): string | undefined {
  const trimmed = text.trim();
  if (!PHONE_CHARACTERS.test(trimmed)) return undefined;
  const compact = trimmed.replace(/[^\d+]/g, '');
  // Left to the library, +1 198 765 4321 would be a mobile of São Paulo.
  if (compact.startsWith('+') && !compact.startsWith('+55')) return E164.test(compact) ? compact : undefined;
  return isValidPhone(compact) ? `+55${nationalDigitsOf(compact)}` : undefined;
}
