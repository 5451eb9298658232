import { createHmac } from 'node:crypto';

/**
 * Lower-case hex HMAC-SHA256 of a raw body, the bytes as they are on the wire, keyed with a secret text in UTF-8: the `Signature`
 * header of the provider-facing group and of Paggue.
 */
export function bodySignature(secret: string, rawBody: string | Buffer): string {
  return createHmac('sha256', secret).update(rawBody).digest('hex');
}
