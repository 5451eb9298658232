import { randomBytes, randomInt } from 'node:crypto';

/** The bank's number in the payment system; no bank has it. */
const ISPB = '99999999';
const ALPHANUMERIC = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Never resolved: the bank knows its own locations whatever its port, so that codes outlive a restart. */
const LOCATION = 'pix-sandbox.localhost/qr/v2/';

/** A payment's id: `E`, the ISPB, the minute in UTC, eleven letters and digits (Manual de Padrões, EndToEndId). */
export function newEndToEndId(at: Date): string {
  return `E${settlementId(at)}`;
}

/** A return's id (RtrId): `D` and the same parts. */
export function newReturnId(at: Date): string {
  return `D${settlementId(at)}`;
}

/** A charge's location: host and path without a scheme, not to be guessed. */
export function newLocation(): string {
  return LOCATION + randomBytes(16).toString('hex');
}

function settlementId(at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  const random = Array.from({ length: 11 }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
  return ISPB + minute + random;
}
