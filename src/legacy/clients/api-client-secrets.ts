import { randomBytes } from 'node:crypto';
import { seal, sha256, unseal } from '../../platform/crypto.js';

const KEY_BYTES = 16;
const SECRET_BYTES = 32;

/** A fresh client key: public, and not to be guessed from another. */
export function newClientKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** A fresh client secret and what is kept of it. SHA-256 suffices: of 256 random bits nothing can be guessed. */
export function newClientSecret(): { clientSecret: string; clientSecretHash: Buffer<ArrayBuffer> } {
  const clientSecret = randomBytes(SECRET_BYTES).toString('base64url');
  return { clientSecret, clientSecretHash: sha256(clientSecret) };
}

/** A fresh signature secret, a text whose UTF-8 bytes are the key, and the same sealed. */
export function newSignatureSecret(encryptionKeys: Buffer[]): {
  signatureSecret: string;
  sealedSignatureSecret: Buffer<ArrayBuffer>;
} {
  const signatureSecret = randomBytes(SECRET_BYTES).toString('base64url');
  return { signatureSecret, sealedSignatureSecret: seal(encryptionKeys, Buffer.from(signatureSecret)) };
}

/** The text of a sealed signature secret. */
export function openSignatureSecret(encryptionKeys: Buffer[], sealed: Uint8Array): string {
  return unseal(encryptionKeys, sealed).toString();
}
