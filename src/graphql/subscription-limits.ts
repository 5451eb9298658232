import type { App, Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { networkOf } from '../platform/http/addresses.js';
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
      if (ofConnection >= OF_A_CONNECTION) throw refuse('graphql.subscriptionsOfConnection', { most: OF_A_CONNECTION });
      const leaveUser = 'id' in principal ? users.take(principal.id) : () => undefined;
      if (!leaveUser) throw refuse('graphql.subscriptionsOfAccount', { most: subscriptionsPerUser });
      const leaveNetwork = networks.take(networkOf(clientAddress));
      if (!leaveNetwork) {
        leaveUser();
        throw refuse('graphql.subscriptionsOfNetwork', { most: subscriptionsPerAddress });
      }
      return () => {
        leaveUser();
        leaveNetwork();
      };
    },
  };
}
