import { seal, unseal } from '../platform/crypto.js';
import type { ProviderCredentials } from './adapters/adapter.js';

/** Every credential there is; one that is forgotten here does not compile. */
const CREDENTIALS: Record<keyof ProviderCredentials, true> = {
  clientId: true,
  clientSecret: true,
  certificatePem: true,
  privateKeyPem: true,
  caPem: true,
  tokenUrl: true,
  signatureSecret: true,
};

/** The names of the credentials a provider may have. */
export const CREDENTIAL_NAMES = Object.keys(CREDENTIALS) as (keyof ProviderCredentials)[];

/** A provider's credentials as its row keeps them: JSON, encrypted under the first key. Null when there are none. */
export function sealCredentials(encryptionKeys: Buffer[], credentials: ProviderCredentials): Buffer<ArrayBuffer> | null {
  if (Object.keys(credentials).length === 0) return null;
  return seal(encryptionKeys, Buffer.from(JSON.stringify(credentials)));
}

/** The credentials in a row. Throws when no key opens them. */
export function openCredentials(encryptionKeys: Buffer[], sealed: Uint8Array | null): ProviderCredentials {
  return sealed ? (JSON.parse(unseal(encryptionKeys, sealed).toString()) as ProviderCredentials) : {};
}
