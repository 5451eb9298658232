import type { App, Context } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { networkOf } from '../platform/http/network-of.js';
import { createTallies, type Tallies } from '../platform/tallies.js';

const OF_A_CONNECTION = 20;

/** What bounds how many live subscriptions one caller has, so that none leaves no room for the others. */
export interface SubscriptionRoom {
  /** Takes room for one more; RATE_LIMITED, with the way out, when there is none. What it answers gives the room back. */
  take(caller: Pick<Context, 'principal' | 'clientAddress'> & { ofConnection: number }): () => void;
}

export function createSubscriptionRoom(
  options: Pick<App['config'], 'subscriptionsPerUser' | 'subscriptionsPerAddress'>,
): SubscriptionRoom {
  const { subscriptionsPerUser, subscriptionsPerAddress } = options;
  const users = createTallies(subscriptionsPerUser);
  const networks = createTallies(subscriptionsPerAddress);

  return {
    take({ principal, clientAddress, ofConnection }) {
      if (ofConnection >= OF_A_CONNECTION) {
        const way = 'complete one of them first, or open another connection.';
        throw new DomainError('RATE_LIMITED', `One connection holds at most ${OF_A_CONNECTION} subscriptions: ${way}`);
      }
      const given: (() => void)[] = [];
      const giveBack = (): void => {
        for (const give of given) give();
      };
      const takeOf = (tallies: Tallies, name: string, refusal: string): void => {
        const give = tallies.take(name);
        if (give) given.push(give);
        else {
          giveBack();
          throw new DomainError('RATE_LIMITED', refusal);
        }
      };
      const close = 'close other pages that follow something, or complete their subscriptions, and try again.';
      if ('id' in principal)
        takeOf(users, principal.id, `One account has at most ${subscriptionsPerUser} live subscriptions: ${close}`);
      takeOf(
        networks,
        networkOf(clientAddress),
        `One network address has at most ${subscriptionsPerAddress} live subscriptions: ${close}`,
      );
      return giveBack;
    },
  };
}
