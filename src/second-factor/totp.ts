import { Secret, TOTP } from 'otpauth';

const SECONDS_A_STEP = 30;
/** RFC 6238, 5.2: the clock of a phone may be a step behind, or before. */
const STEPS_AROUND = 1;
/** RFC 4226, 4: 160 bits. */
const SECRET_BYTES = 20;

export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);
}

/** As authenticator apps type it. */
export function base32Of(bytes: Buffer): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}

/** What an authenticator app scans. */
export function totpUri(secret: Buffer, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer, label }).toString();
}

/** The time step that the six digits are of; undefined for a wrong code. The caller accepts no step twice (RFC 6238, 5.2). */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: STEPS_AROUND });
  return delta === null ? undefined : Math.floor(now / 1_000 / SECONDS_A_STEP) + delta;
}

/** SHA-1, six digits, 30 seconds: the only values that all apps know. */
function totpOf(secret: Buffer, named: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...named, algorithm: 'SHA1', digits: 6, period: SECONDS_A_STEP, secret: base32Of(secret) });
}
