import { createSecureContext } from 'node:tls';
import { refuseField } from '../../platform/domain-error.js';
import type { AdapterName, ProviderSettings } from './adapter.js';

/** How the API of one provider is reached, checked and complete. */
export interface ProviderConnection {
  baseUrl: string;
  tokenUrl: URL;
  clientId: string;
  clientSecret: string;
  tls: { certificatePem?: string; privateKeyPem?: string; caPem?: string };
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Reads the settings of a provider, or throws DomainError BAD_USER_INPUT that names the field: a base URL that is https (http
 * only for the sandbox and on this machine, since the secret travels in it), an id and a secret, and a PEM pair that fits
 * together. `tokenPath` is where the token endpoint is unless the credentials say otherwise, relative to the base URL; with a
 * slash in front, at the root of its host.
 */
export function providerConnection(
  { baseUrl, credentials }: ProviderSettings,
  adapter: AdapterName,
  tokenPath: string,
): ProviderConnection {
  const { clientId, clientSecret, certificatePem, privateKeyPem, caPem } = credentials;
  if (!baseUrl) throw refuseField('baseUrl', 'platform.required');
  const base = trustedUrl(baseUrl, 'baseUrl', adapter);
  const tokenUrl = credentials.tokenUrl
    ? trustedUrl(credentials.tokenUrl, 'tokenUrl', adapter)
    : new URL(tokenPath, base.href.replace(/\/?$/, '/'));
  if (!clientId) throw refuseField('clientId', 'platform.required');
  if (!clientSecret) throw refuseField('clientSecret', 'platform.required');
  if (!certificatePem !== !privateKeyPem) throw refuseField('certificatePem', 'paymentProviders.pairNeeded');
  try {
    createSecureContext({ cert: certificatePem, key: privateKeyPem, ca: caPem });
  } catch {
    throw refuseField('certificatePem', 'paymentProviders.notAPair');
  }
  return { baseUrl: base.href, tokenUrl, clientId, clientSecret, tls: { certificatePem, privateKeyPem, caPem } };
}

function trustedUrl(text: string, field: string, adapter: AdapterName): URL {
  if (!URL.canParse(text)) throw refuseField(field, 'paymentProviders.notAUrl');
  const url = new URL(text);
  const mayBePlain = adapter === 'sandbox' || LOOPBACK.has(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain)) return url;
  throw refuseField(field, 'paymentProviders.https');
}
