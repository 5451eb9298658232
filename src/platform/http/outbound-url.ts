import { isIP } from 'node:net';
import { joined, textOf } from '../domain-error.js';
import { addressProblem } from '../text-problem.js';
import type { KeyedText } from '../texts.js';
import { isPublicAddress } from './addresses.js';

const LONGEST_URL = 2_000;
const HTTPS_PORT = 443;

/** Of an address that a caller gives and this service calls. */
export interface OutboundUrlRules {
  allowHttp?: boolean;
  /** Also loopback, private networks and names without a dot. @default false */
  allowPrivate?: boolean;
  /** @default [443] */
  ports?: readonly number[] | 'ANY';
}

/**
 * Every spelling of an address (decimal, octal, short, full-width) is checked as that address. Names are not resolved here: they
 * may resolve differently later, and `guardedConnector` checks them at every connection.
 */
export function outboundUrlProblem(text: string, rules: OutboundUrlRules = {}): KeyedText | undefined {
  const { allowHttp = false, allowPrivate = false, ports = [HTTPS_PORT] } = rules;
  if (text.length > LONGEST_URL) return textOf('platform.maxLength', { max: LONGEST_URL });
  const problem = addressProblem(text);
  if (problem) return problem;
  const url = new URL(text);
  const schemes = allowHttp ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol))
    return textOf('platform.urlScheme', {
      scheme: joined(
        'platform.or',
        schemes.map((s) => `${s}//`),
      ),
    });
  // Normalising escapes what is not ASCII and makes the text longer.
  if (url.href.length > LONGEST_URL) return textOf('platform.urlTooLong', { max: LONGEST_URL });

  const port = url.port === '' ? (url.protocol === 'https:' ? HTTPS_PORT : 80) : Number(url.port);
  if (ports !== 'ANY' && !ports.includes(port)) return textOf('platform.urlPort', { ports: ports.map(String), port });

  if (allowPrivate) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : textOf('platform.privateAddress');
  return host.replace(/\.$/, '').includes('.') ? undefined : textOf('platform.publicHost');
}
