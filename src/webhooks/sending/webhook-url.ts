import { isIP } from 'node:net';
import { addressProblem } from '../../platform/text-problem.js';
import { joined, refuseField, refuseFields } from '../../platform/domain-error.js';
import { isPublicAddress } from '../../platform/http/addresses.js';
import type { Config } from '../../config.js';

const LONGEST_URL = 2_000;
const HTTPS_PORT = 443;

export interface WebhookUrlRules {
  allowHttp?: boolean;
  /** Also loopback, private networks and names without a dot. @default false */
  allowPrivate?: boolean;
  /** @default [443] */
  ports?: readonly number[] | 'ANY';
}

/**
 * Every spelling of an address (decimal, octal, short, full-width) is checked as that address. Names are not resolved here: they
 * may resolve differently later, and the connector checks them at every send. BAD_USER_INPUT on `url`.
 */
export function checkWebhookUrl(text: string, rules: WebhookUrlRules = {}): URL {
  const { allowHttp = false, allowPrivate = false, ports = [HTTPS_PORT] } = rules;
  if (text.length > LONGEST_URL) throw refuseField('url', 'platform.maxLength', { max: LONGEST_URL });
  const problem = addressProblem(text);
  if (problem) throw refuseFields({ url: [problem] });
  const url = new URL(text);
  const schemes = allowHttp ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol))
    throw refuseField('url', 'webhooks.urlScheme', {
      scheme: joined(
        'platform.or',
        schemes.map((s) => `${s}//`),
      ),
    });
  // Normalising escapes what is not ASCII and makes the text longer.
  if (url.href.length > LONGEST_URL) throw refuseField('url', 'webhooks.urlTooLong', { max: LONGEST_URL });

  const port = url.port === '' ? (url.protocol === 'https:' ? HTTPS_PORT : 80) : Number(url.port);
  if (ports !== 'ANY' && !ports.includes(port)) throw refuseField('url', 'webhooks.urlPort', { ports: ports.map(String), port });

  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (allowPrivate) return url;
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refuseField('url', 'webhooks.privateAddress');
  const isLocalName = isIP(host) === 0 && !host.replace(/\.$/, '').includes('.');
  if (isLocalName) throw refuseField('url', 'webhooks.publicHost');
  return url;
}

export function receiverRules({ production, webhookPorts }: Pick<Config, 'production' | 'webhookPorts'>): WebhookUrlRules {
  return production ? { ports: webhookPorts } : { allowHttp: true, allowPrivate: true, ports: 'ANY' };
}

/** BAD_USER_INPUT on `url`. Stored as it was sent. */
export function receiverUrl(config: Pick<Config, 'production' | 'webhookPorts'>, url: string): string {
  checkWebhookUrl(url, receiverRules(config));
  return url;
}
