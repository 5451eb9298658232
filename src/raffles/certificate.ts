import { textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';
import type { CertificateStanding } from './raffle-enums.type.js';

/** Today in the time zone of the business, ISO 8601: what depends on the day may be kept while it is the same. */
export interface Calendar {
  today(): string;
}

/** The first and the last day, as ISO 8601. Null: open on that side. */
export interface Validity {
  certifiedFrom: string | null;
  certifiedUntil: string | null;
}

/** Of the certificate of authorisation. `today` in the time zone of the business, ISO 8601: days compare as text. */
export function standingOf({ certifiedFrom, certifiedUntil }: Validity, today: string): CertificateStanding {
  if (certifiedFrom !== null && today < certifiedFrom) return 'NOT_YET';
  return certifiedUntil !== null && today > certifiedUntil ? 'OVER' : 'VALID';
}

/** A day without a time, as the reader writes it. */
export function dayText(iso: string): KeyedText {
  const [year = '', month = '', day = ''] = iso.split('-');
  return textOf('raffles.day', { year, month, day });
}
