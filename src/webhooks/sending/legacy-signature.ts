import { createHmac } from 'node:crypto';

/**
 * The `Signature` header of the provider-facing group: lower-case hex HMAC-SHA256 of the raw body, the bytes as they are on
 * the wire, keyed with the client's signature secret (its text in UTF-8).
 */
export function legacySignature(secret: string, rawBody: string | Buffer): string {
  return createHmac('sha256', secret).update(rawBody).digest('hex');
}
