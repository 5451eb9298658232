import { isIPv6 } from 'node:net';
import type { Config } from '../../config.js';
import { addressProblem } from '../../platform/address-problem.js';
import { refuseField, refuseFields } from '../../platform/domain-error.js';

type Addresses = Pick<Config, 'production' | 'publicUrl' | 'host' | 'port'>;

/**
 * Where the callbacks of a provider reach this service: PUBLIC_URL or, in development, the address it listens on. BAD_USER_INPUT
 * where that is not known, which is a port that was left to chance.
 */
export function ownCallbackUrl({ publicUrl, host, port }: Addresses, providerName: string): string {
  if (!publicUrl && port === 0) throw refuseField('url', 'paymentProviders.urlRequired');
  const reachableHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const listening = `http://${isIPv6(reachableHost) ? `[${reachableHost}]` : reachableHost}:${port}`;
  return `${publicUrl ?? listening}/v1/payments/callbacks/${providerName}`;
}

/** A caller's address for callbacks, or BAD_USER_INPUT: https, in development http too, without a login and a fragment. */
export function givenCallbackUrl(url: string, { production }: Addresses): string {
  const problem = addressProblem(url);
  if (problem) throw refuseFields({ url: [problem] });
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && (production || protocol !== 'http:')) throw refuseField('url', 'paymentProviders.https');
  return url;
}
