import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.js';

export const CHALLENGE_SECONDS = 300;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const BODY_BYTES = NONCE_BYTES + TIME_BYTES;

/** What a passkey signs a challenge for: one of a purpose, a person or a session is worth nothing for another. */
export type Purpose = { act: 'logIn' } | { act: 'register' | 'confirm'; userId: string; sessionId: string | undefined };

export interface Challenge {
  nonce: Buffer<ArrayBuffer>;
  expiresAt: Date;
}

/**
 * A nonce, when it expires, and our signature: nothing is stored until a passkey has signed it, so strangers who ask for challenges
 * fill no table, and every process knows those of the others.
 */
export function newChallenge({ jwtSecret }: Pick<Config, 'jwtSecret'>, purpose: Purpose, now = Date.now()) {
  const expiresAt = new Date(now + 1_000 * CHALLENGE_SECONDS);
  const body = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)]);
  body.writeUIntBE(expiresAt.getTime(), NONCE_BYTES, TIME_BYTES);
  return { bytes: Buffer.concat([body, signatureOf(jwtSecret, body, purpose)]), expiresAt };
}

/** Undefined for one that is not ours, has another purpose, or has expired. `text`: base64url. */
export function readChallenge(
  { jwtSecret }: Pick<Config, 'jwtSecret'>,
  purpose: Purpose,
  text: string,
  now = Date.now(),
): Challenge | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const [body, signature] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES)];
  if (body.length < BODY_BYTES) return undefined;
  const expected = signatureOf(jwtSecret, body, purpose);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
  const expiresAt = new Date(body.readUIntBE(NONCE_BYTES, TIME_BYTES));
  return expiresAt.getTime() > now ? { nonce: Buffer.from(body.subarray(0, NONCE_BYTES)), expiresAt } : undefined;
}

function signatureOf(jwtSecret: string, body: Buffer, purpose: Purpose): Buffer {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'passkey challenges', 32));
  const of = purpose.act === 'logIn' ? '' : `${purpose.userId} ${purpose.sessionId ?? ''}`;
  return createHmac('sha256', key).update(body).update(`${purpose.act} ${of}`).digest();
}
