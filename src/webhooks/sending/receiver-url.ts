import type { Config } from '../../config.js';
import { checkWebhookUrl, type WebhookUrlRules } from './webhook-url.js';

/** Where this process may send webhooks: in production to public hosts by https on the ports it is set to, otherwise anywhere. */
export function receiverRules({ production, webhookPorts }: Pick<Config, 'production' | 'webhookPorts'>): WebhookUrlRules {
  return production ? { ports: webhookPorts } : { allowHttp: true, allowPrivate: true, ports: 'ANY' };
}

/** A receiver's URL as it is stored: as it was sent. BAD_USER_INPUT on `url`. */
export function receiverUrl(config: Pick<Config, 'production' | 'webhookPorts'>, url: string): string {
  checkWebhookUrl(url, receiverRules(config));
  return url;
}
