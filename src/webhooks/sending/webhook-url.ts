import { refuseFields } from '../../platform/domain-error.js';
import { outboundUrlProblem, type OutboundUrlRules } from '../../platform/http/outbound-url.js';
import type { Config } from '../../config.js';

export type RulesOf = (url: string) => OutboundUrlRules;

/** BAD_USER_INPUT on `url`. */
export function checkWebhookUrl(text: string, rules?: OutboundUrlRules): URL {
  const problem = outboundUrlProblem(text, rules);
  if (problem) throw refuseFields({ url: [problem] });
  return new URL(text);
}

type ReceiverSettings = Pick<Config, 'production' | 'webhookPorts' | 'webhookOrigins'>;

const FREE: OutboundUrlRules = { allowHttp: true, allowPrivate: true, ports: 'ANY' };

/**
 * What holds for the address of a receiver. In production it is a public one, or one that the environment names: an operator, or who
 * writes in the database, must not make this service call inside its own network.
 */
export function receiverRules({ production, webhookPorts, webhookOrigins }: ReceiverSettings): RulesOf {
  const rules = production ? { ports: webhookPorts } : FREE;
  return (url) => (URL.canParse(url) && webhookOrigins.includes(new URL(url).origin) ? FREE : rules);
}

/** BAD_USER_INPUT on `url`. Stored as it was sent. */
export function receiverUrl(config: ReceiverSettings, url: string): string {
  checkWebhookUrl(url, receiverRules(config)(url));
  return url;
}
