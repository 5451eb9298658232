import type { HttpCall } from '../client/http-client.js';
import type { ProviderAdapter } from './adapter.js';
import { InvalidDocumentError, object } from './document-fields.js';
import type { PaggueApi } from './paggue-api.js';
import { hashOf, readCashInWebhooks, readWebhook, requestedWebhook } from './paggue-documents.js';
import { unlessNotFound } from './provider-api.js';
import { isSameSecret } from '../../platform/same-secret.js';

type WebhookOperations = 'listWebhooks' | 'registerWebhook' | 'deleteWebhook' | 'verifyCallback' | 'parseCallback';

/**
 * The addresses that are told of money coming in (type 0). A client may have several, so registering adds ours unless it is
 * there already. A callback is the billing order itself, signed over its bytes.
 */
export function paggueWebhooks(api: PaggueApi): Pick<ProviderAdapter, WebhookOperations> {
  const path = '/client/api/webhooks';
  const call = (method: 'GET' | 'POST', json?: unknown): HttpCall => ({ operation: `${method} ${path}`, method, path, json });
  const listWebhooks = () => api.ask(call('GET'), readCashInWebhooks);

  return {
    listWebhooks,
    async registerWebhook(callbackUrl) {
      const known = (await listWebhooks()).find(({ url }) => url === callbackUrl);
      return known ?? api.ask(call('POST', requestedWebhook(callbackUrl)), readWebhook);
    },
    async deleteWebhook(id) {
      if (!/^\d{1,15}$/.test(id)) return false;
      const deletion = { operation: `DELETE ${path}/{id}`, method: 'DELETE', path: `${path}/${id}` } as const;
      return (await unlessNotFound(api.ask(deletion, () => true))) ?? false;
    },
    verifyCallback: ({ headers, rawBody }) => isSameSecret(headers.signature, api.signatureOf(rawBody)),
    parseCallback: (rawBody) =>
      api.readDocument('callback', () => [{ providerReference: hashOf(object(parsed(rawBody), 'the body')) }]),
  };
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new InvalidDocumentError('the body is not JSON');
  }
}
