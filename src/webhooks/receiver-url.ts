import type { Config } from '../config.js';
import { checkWebhookUrl, type WebhookUrlRules } from './webhook-url.js';

/** Where this process may send webhooks: in production https on port 443 of public hosts only, otherwise anywhere. */
export function receiverRules({ production }: Pick<Config, 'production'>): WebhookUrlRules {
  return production ? {} : { allowHttp: true, allowPrivate: true, ports: 'ANY' };
}

/** A receiver's URL as it is stored: as it was sent, without the spaces around it. BAD_USER_INPUT on `url`. */
export function receiverUrl(config: Pick<Config, 'production'>, text: string): string {
  const url = text.trim();
  checkWebhookUrl(url, receiverRules(config));
  return url;
}
