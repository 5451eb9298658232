import type { Config } from '../../config.js';
import { addressGuard, type AddressGuard } from '../../platform/http/guarded-connector.js';
import { outboundUrlProblem } from '../../platform/http/outbound-url.js';
import type { KeyedText } from '../../platform/texts.js';

/**
 * Which addresses a payment provider may have. In production they are public ones on port 443, and those that the environment
 * names: an operator, or who writes in the database, must not make this service call inside its own network.
 */
export interface ProviderHosts {
  problemOf(url: string): KeyedText | undefined;
  /** For every connection to the origin. */
  guardOf(origin: string): AddressGuard;
}

export function createProviderHosts({
  production,
  providerOrigins,
}: Pick<Config, 'production' | 'providerOrigins'>): ProviderHosts {
  const open = addressGuard(true);
  const guarded = addressGuard(false);
  const isFree = (origin: string): boolean => !production || providerOrigins.includes(origin);
  return {
    problemOf: (url) =>
      outboundUrlProblem(url, isFree(new URL(url).origin) ? { allowHttp: true, allowPrivate: true, ports: 'ANY' } : {}),
    guardOf: (origin) => (isFree(origin) ? open : guarded),
  };
}
