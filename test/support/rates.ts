import { RATE_WINDOWS, type RateCeilings } from '../../src/platform/rate-limits.js';

/** Tests and benches ask for more than anybody else. */
export const UNLIMITED = Object.fromEntries(
  Object.keys(RATE_WINDOWS).map((kind) => [kind, { account: 1e12, address: 1e12, all: 1e12 }]),
) as RateCeilings;

export const UNLIMITED_ENV = Object.fromEntries(
  ['COST', 'ORDERS', 'QUOTAS', 'SIGN_UPS'].map((kind) => [`RATE_LIMIT_${kind}`, '1000000000,1000000000,1000000000']),
);
