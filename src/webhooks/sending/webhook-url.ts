import { refuseFields } from '../../platform/domain-error.js';
import { outboundUrlProblem, type OutboundUrlRules } from '../../platform/http/outbound-url.js';
import type { Config } from '../../config.js';

/** BAD_USER_INPUT on `url`. */
export function checkWebhookUrl(text: string, rules?: OutboundUrlRules): URL {
  const problem = outboundUrlProblem(text, rules);
  if (problem) throw refuseFields({ url: [problem] });
  return new URL(text);
}

export function receiverRules({ production, webhookPorts }: Pick<Config, 'production' | 'webhookPorts'>): OutboundUrlRules {
  return production ? { ports: webhookPorts } : { allowHttp: true, allowPrivate: true, ports: 'ANY' };
}

/** BAD_USER_INPUT on `url`. Stored as it was sent. */
export function receiverUrl(config: Pick<Config, 'production' | 'webhookPorts'>, url: string): string {
  checkWebhookUrl(url, receiverRules(config));
  return url;
}
