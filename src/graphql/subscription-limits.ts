import type { App, Context } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { networkOf } from '../platform/http/network-of.js';
import { createKeyLimit } from '../platform/key-limit.js';

const OF_A_CONNECTION = 20;

/** How many live subscriptions a connection, an account and a network may have. */
export interface SubscriptionLimits {
  /** Counts one more, or throws RATE_LIMITED. Returns what counts it off. */
  take(caller: Pick<Context, 'principal' | 'clientAddress'> & { ofConnection: number }): () => void;
}

export function createSubscriptionLimits(
  options: Pick<App['config'], 'subscriptionsPerUser' | 'subscriptionsPerAddress'>,
): SubscriptionLimits {
  const { subscriptionsPerUser, subscriptionsPerAddress } = options;
  const users = createKeyLimit(subscriptionsPerUser);
  const networks = createKeyLimit(subscriptionsPerAddress);

  return {
    take({ principal, clientAddress, ofConnection }) {
      if (ofConnection >= OF_A_CONNECTION)
        throw tooMany('connection', OF_A_CONNECTION, 'complete one of them first, or open another connection.');
      const leaveUser = 'id' in principal ? users.take(principal.id) : () => undefined;
      if (!leaveUser) throw tooMany('account', subscriptionsPerUser, ELSEWHERE);
      const leaveNetwork = networks.take(networkOf(clientAddress));
      if (!leaveNetwork) {
        leaveUser();
        throw tooMany('network address', subscriptionsPerAddress, ELSEWHERE);
      }
      return () => {
        leaveUser();
        leaveNetwork();
      };
    },
  };
}

const ELSEWHERE = 'close other pages that follow something, or complete their subscriptions, and try again.';

function tooMany(holder: string, most: number, wayOut: string): DomainError {
  return new DomainError('RATE_LIMITED', `One ${holder} has at most ${most} live subscriptions: ${wayOut}`);
}
