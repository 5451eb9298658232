import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function sha256(data: Uint8Array | string): Buffer<ArrayBuffer> {
  return hash('sha256', data, 'buffer');
}

export function constantTimeEqual(one: Uint8Array | string, other: Uint8Array | string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

/** Encrypts with AES-256-GCM under the first key: key id (4 bytes of the key's hash), nonce (12), tag (16), ciphertext. */
export function seal(keys: Buffer[], plain: Buffer): Buffer<ArrayBuffer> {
  const key = keys[0];
  if (!key) throw new Error('no encryption key');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([keyId(key), nonce, cipher.getAuthTag(), body]);
}

export class UnknownKeyError extends Error {}

/** Throws when no key of the list made it, or it was changed. */
export function unseal(keys: Buffer[], sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const id = bytes.subarray(0, KEY_ID_BYTES);
  const key = keys.find((candidate) => keyId(candidate).equals(id));
  if (!key) throw new UnknownKeyError('a stored secret was encrypted with a key that ENCRYPTION_KEY no longer lists');
  const tagStart = KEY_ID_BYTES + NONCE_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(KEY_ID_BYTES, tagStart));
  decipher.setAuthTag(bytes.subarray(tagStart, tagStart + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(tagStart + TAG_BYTES)), decipher.final()]);
}

function keyId(key: Buffer): Buffer {
  return sha256(key).subarray(0, KEY_ID_BYTES);
}

/** In constant time. An empty secret equals nothing. */
export function isSameSecret(given: unknown, secret: string): boolean {
  return typeof given === 'string' && secret !== '' && constantTimeEqual(given, secret);
}

/** Lower-case hex HMAC-SHA256 of a body as it is on the wire: the `Signature` header of the legacy group and of Paggue. */
export function bodySignature(secret: string, rawBody: string | Buffer): string {
  return createHmac('sha256', secret).update(rawBody).digest('hex');
}
