import { createHmac, hkdfSync } from 'node:crypto';
import type { App } from '../context.js';
import { constantTimeEqual, sha256 } from '../platform/crypto.js';

const MAC_BYTES = 16;
const HASH_BYTES = 32;
const TOKEN = /^[\w-]{64}$/;

/** As in `message_opt_outs`. */
export function hashOfContact(contact: string): Buffer<ArrayBuffer> {
  return sha256(contact.toLowerCase());
}

function macOf(key: Buffer, hash: Buffer): Buffer {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'message opt-out links', 32));
  return createHmac('sha256', derived).update(hash).digest().subarray(0, MAC_BYTES);
}

/**
 * The link of a message: whoever has it chooses what its address gets, and learns nothing of the person. Links outlive a rotation of keys
 * as long as `ENCRYPTION_KEY` lists the old one.
 */
export function optOutToken({ config }: Pick<App, 'config'>, contact: string): string {
  const hash = hashOfContact(contact);
  return Buffer.concat([hash, macOf(config.encryptionKeys[0]!, hash)]).toString('base64url');
}

/** The hash of the address. Undefined for a token that no key of ours made. */
export function contactOfToken({ config }: Pick<App, 'config'>, token: string): Buffer<ArrayBuffer> | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const hash = bytes.subarray(0, HASH_BYTES);
  const isOurs = config.encryptionKeys.some((key) => constantTimeEqual(macOf(key, hash), bytes.subarray(HASH_BYTES)));
  return isOurs ? hash : undefined;
}
