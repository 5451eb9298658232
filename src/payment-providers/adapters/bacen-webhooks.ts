import type { HttpCall } from '../client/http-client.js';
import { ProviderError } from '../client/provider-error.js';
import type { ProviderAdapter } from './adapter.js';
import type { BacenApi } from './bacen-api.js';
import { callbackAddress, callbackReferences, carriesSecret } from './bacen-callback.js';
import { readWebhook } from './bacen-documents.js';
import { unlessNotFound } from './provider-api.js';

type WebhookOperations = 'listWebhooks' | 'registerWebhook' | 'deleteWebhook' | 'verifyCallback' | 'parseCallback';

/**
 * The callback on our PIX key: the standard has one for each key, so the key is its id. Asked for by key, not by `GET
 * /webhook`, whose entries do not say which key they belong to.
 */
export function bacenWebhooks(api: BacenApi, callbackSecret: string): Pick<ProviderAdapter, WebhookOperations> {
  const call = (method: 'GET' | 'PUT' | 'DELETE', json?: unknown): HttpCall => ({
    operation: `${method} /webhook/{chave}`,
    method,
    path: `/webhook/${encodeURIComponent(api.pixKey)}`,
    json,
  });
  const consult = () => api.ask(call('GET'), (body) => readWebhook(body, api.pixKey));

  return {
    async listWebhooks() {
      const webhook = await unlessNotFound(consult());
      return webhook ? [webhook] : [];
    },
    async registerWebhook(callbackUrl) {
      await api.ask(call('PUT', { webhookUrl: callbackAddress(callbackUrl, callbackSecret) }), () => undefined);
      return consult();
    },
    async deleteWebhook(id) {
      if (id !== api.pixKey) return false;
      return (await unlessNotFound(api.ask(call('DELETE'), () => true))) ?? false;
    },
    verifyCallback: (request) => carriesSecret(request, callbackSecret),
    parseCallback(rawBody) {
      const references = callbackReferences(rawBody);
      if (references) return references;
      throw new ProviderError('INVALID_ANSWER', 'the body is not {"pix": [...]}', {
        provider: api.provider,
        operation: 'callback',
      });
    },
  };
}
