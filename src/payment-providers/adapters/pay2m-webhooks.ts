import type { HttpCall } from '../client/http-client.js';
import { ProviderError } from '../client/provider-error.js';
import type { CallbackReference, ProviderAdapter } from './adapter.js';
import { identifier, object, text } from './document-fields.js';
import { isRejection, unlessNotFound, type ProviderApi } from './provider-api.js';
import { isSameSecret } from '../../platform/same-secret.js';

type WebhookOperations = 'listWebhooks' | 'registerWebhook' | 'deleteWebhook' | 'verifyCallback' | 'parseCallback';

/** An account has one configuration, without a name. */
const ID = 'pay2m';

/**
 * The account's callback address. The `authorization` registered with it comes back in the Authorization header of every
 * callback: ours is the callback secret. A callback is `{"notification_type": "PIX:QRCODE", "message": {...}}`, the message a
 * QR code; Pay2m's pages leave its body out, so this is what clients of it in public repositories read. Notifications of other
 * types are taken and speak of nothing.
 */
export function pay2mWebhooks(api: ProviderApi, callbackSecret: string): Pick<ProviderAdapter, WebhookOperations> {
  const path = '/api/v1/webhooks';
  const call = (method: 'GET' | 'POST' | 'DELETE', json?: unknown): HttpCall => ({
    operation: `${method} ${path}`,
    method,
    path,
    json,
    // Also the POST: it overwrites.
    idempotent: true,
  });

  return {
    async listWebhooks() {
      const consulted = api.ask(call('GET'), (body) => text(object(body, 'the answer').url, 'url'));
      const url = await unlessNotFound(consulted);
      return url === undefined ? [] : [{ id: ID, url }];
    },
    async registerWebhook(url) {
      await api.ask(call('POST', { url, authorization: callbackSecret }), () => undefined);
      return { id: ID, url };
    },
    async deleteWebhook(id) {
      if (id !== ID) return false;
      try {
        return await api.ask(call('DELETE'), () => true);
      } catch (error) {
        // "No configuration registered" is documented as a 400.
        if (isRejection(error) && (error.status === 400 || error.status === 404)) return false;
        throw error;
      }
    },
    verifyCallback: ({ headers }) => isSameSecret(headers.authorization, callbackSecret),
    parseCallback(rawBody) {
      const references = callbackReferences(rawBody);
      if (references) return references;
      throw new ProviderError('INVALID_ANSWER', 'the body is not {"notification_type": ..., "message": {...}}', {
        provider: api.provider,
        operation: 'callback',
      });
    },
  };
}

/** What the callback speaks of; undefined for anything that is no callback. */
function callbackReferences(rawBody: Buffer): CallbackReference[] | undefined {
  try {
    const body = object(JSON.parse(rawBody.toString('utf8')), 'the body');
    if (text(body.notification_type, 'notification_type') !== 'PIX:QRCODE') return [];
    const message = object(body.message, 'message');
    const providerReference = identifier(message.reference_code);
    return providerReference ? [{ providerReference }] : undefined;
  } catch {
    return undefined;
  }
}
