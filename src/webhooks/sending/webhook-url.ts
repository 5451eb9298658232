import { isIP } from 'node:net';
import { addressProblem } from '../../platform/address-problem.js';
import { joined, refuseField, refuseFields } from '../../platform/domain-error.js';
import { isPublicAddress } from '../../platform/http/addresses.js';
import type { Config } from '../../config.js';

const LONGEST_URL = 2_000;
const HTTPS_PORT = 443;

/** What a webhook's URL may be. The defaults are production's; only development and tests loosen the first two. */
export interface WebhookUrlRules {
  /** Plain http as well as https. @default false */
  allowHttp?: boolean;
  /** Hosts that are not of the public internet: loopback, private networks, names without a dot. @default false */
  allowPrivate?: boolean;
  /** The ports that may be named or implied. @default [443] */
  ports?: readonly number[] | 'ANY';
}

/**
 * The URL that a caller wants webhooks sent to, parsed as WHATWG says, so that every spelling of an address (decimal, octal,
 * hex, short, full-width) is judged as the address it means. Throws BAD_USER_INPUT on field `url` with the first rule
 * broken: an absolute https URL of at most 2,000 characters, without spaces, invisible characters, credentials or fragment, to an
 * allowed port of a public host. A name is not resolved here, since it may resolve otherwise later: the connector judges its addresses at every send.
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
  // Normalising escapes what is not ASCII, so it can make the text longer.
  if (url.href.length > LONGEST_URL) throw refuseField('url', 'webhooks.urlTooLong', { max: LONGEST_URL });

  const port = url.port === '' ? (url.protocol === 'https:' ? HTTPS_PORT : 80) : Number(url.port);
  if (ports !== 'ANY' && !ports.includes(port))
    throw refuseField('url', 'webhooks.urlPort', { ports: joined('platform.or', ports.map(String)), port });

  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (allowPrivate) return url;
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refuseField('url', 'webhooks.privateAddress');
  const isLocalName = isIP(host) === 0 && !host.replace(/\.$/, '').includes('.');
  if (isLocalName) throw refuseField('url', 'webhooks.publicHost');
  return url;
}

/** Where this process may send webhooks: in production to public hosts by https on the ports it is set to, otherwise anywhere. */
export function receiverRules({ production, webhookPorts }: Pick<Config, 'production' | 'webhookPorts'>): WebhookUrlRules {
  return production ? { ports: webhookPorts } : { allowHttp: true, allowPrivate: true, ports: 'ANY' };
}

/** A receiver's URL as it is stored: as it was sent. BAD_USER_INPUT on `url`. */
export function receiverUrl(config: Pick<Config, 'production' | 'webhookPorts'>, url: string): string {
  checkWebhookUrl(url, receiverRules(config));
  return url;
}
