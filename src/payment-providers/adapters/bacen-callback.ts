import type { CallbackReference, CallbackRequest } from './adapter.js';
import { isSameSecret } from '../../platform/same-secret.js';

/**
 * The address to register at the provider: ours plus `?hmac=<secret>&ignorar=`. The standard has the provider call the
 * registered URL with "/pix" at its end, and providers append it as text, after the query too: the last parameter is there to
 * swallow it. Most cannot sign callbacks and few users can ask a client certificate of them, so the secret in the address is
 * what tells them from anybody.
 */
export function callbackAddress(callbackUrl: string, secret: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set('hmac', secret);
  return `${url.href}&ignorar=`;
}

/** The same address with the secret masked, to be shown. An address that is none of ours is shown as it is. */
export function maskedAddress(address: string): string {
  return address.replace(/([?&]hmac=)[^&]*/, '$1***');
}

/** Whether the callback carries the secret in its query. */
export function carriesSecret({ query }: Pick<CallbackRequest, 'query'>, secret: string): boolean {
  return isSameSecret(query.hmac, secret);
}

/**
 * What a callback `{"pix": [...]}` names, in its order; entries that name nothing are left out. Undefined for anything that
 * is not such a body.
 */
export function callbackReferences(rawBody: Buffer): CallbackReference[] | undefined {
  return pixEntries(rawBody)?.flatMap((entry) => {
    const txid = reference(entry?.txid);
    const endToEndId = reference(entry?.endToEndId);
    return txid || endToEndId ? [{ ...(txid && { txid }), ...(endToEndId && { endToEndId }) }] : [];
  });
}

function pixEntries(rawBody: Buffer): ({ txid?: unknown; endToEndId?: unknown } | null)[] | undefined {
  try {
    const { pix } = JSON.parse(rawBody.toString('utf8'));
    return Array.isArray(pix) ? pix : undefined;
  } catch {
    return undefined;
  }
}

function reference(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-zA-Z0-9]{1,64}$/.test(value) ? value : undefined;
}
