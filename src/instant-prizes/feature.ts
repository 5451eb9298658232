import { awardedBoxes } from '../awarded-boxes/feature.js';
import { beacon } from '../beacon/feature.js';
import type { App } from '../context.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { loadByKey } from '../graphql/load-by-key.js';
import { luckyNumbers } from '../lucky-numbers/feature.js';
import { orders } from '../orders/feature.js';
import { createBackoff, type Backoff } from '../platform/backoff.js';
import { textOf } from '../platform/domain-error.js';
import type { FigureSource } from '../platform/figure-source.js';
import { timeOfRound } from '../proof/chain.js';
import { prizes } from '../prizes/feature.js';
import { quotaPrizes } from '../quota-prizes/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { selectInstantOrders } from '../quotas/instant-blocks.sql.js';
import { webhooks } from '../webhooks/feature.js';
import { selectOldestRounds, selectRaffleOfOtherChain } from './decide.sql.js';
import { createInstantChances, type InstantChances } from './chances.js';
import { createDeciders, decideRaffles, INSTANT_BACKOFF, type Deciders } from './decide.js';
import { instantPrizeEvents } from './instant-events.js';
import { instantPrizesTexts } from './instant-prizes.texts.js';
import { InstantChanceResolver } from './instant-chance.resolver.js';
import { OrderInstantResolver } from './order-instant.resolver.js';
import { createPublishedLists, type PublishedListsCache } from './published-lists.js';

const loaders = {
  instantOfOrder: loadByKey(
    ({ db }, orderIds) => db.query(selectInstantOrders, [orderIds]),
    (row) => [row.orderId, row],
    null,
  ),
};

declare module '../context.js' {
  interface App {
    publishedLists: PublishedListsCache;
    deciders: Deciders;
    instantChances: InstantChances;
    instantBackoff: Backoff;
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof instantPrizeEvents, true> {}
}

const THE_SAME = 'From the database: the same of every process.';

/** Alerts watch the delay: what is paid waits for the beacon, and nothing else decides it. */
function waiting({ db, rounds }: App): FigureSource {
  return {
    name: 'instant_prizes',
    gauges: {
      gateway_instant_prizes_waiting_quotas: { help: `Paid quotas whose instant prizes are not decided yet. ${THE_SAME}` },
      gateway_instant_prizes_delay_seconds: {
        help: `How long ago the oldest round was due that paid orders wait for. 0 without any. ${THE_SAME}`,
      },
    },
    maxAgeMs: 1_000,
    async read() {
      const rows = await db.query(selectOldestRounds, []);
      const due = rows.map(({ round }) => timeOfRound(rounds.chain, Number(round)));
      const delay = Math.max(0, Date.now() / 1_000 - Math.min(Infinity, ...due));
      return [
        { gauge: 'gateway_instant_prizes_waiting_quotas', value: rows.reduce((sum, { quotas: some }) => sum + some, 0) },
        { gauge: 'gateway_instant_prizes_delay_seconds', value: delay },
      ];
    },
  };
}

export const instantPrizes = defineFeature('instant-prizes', {
  needs: [beacon, quotas, raffles, orders, prizes, luckyNumbers, quotaPrizes, awardedBoxes, webhooks],
  parts: (app) => ({
    publishedLists: createPublishedLists(app),
    deciders: createDeciders(),
    instantChances: createInstantChances(app),
    instantBackoff: createBackoff(INSTANT_BACKOFF),
  }),
  // Its next blocks would be bound to rounds of two chains.
  async check({ db, rounds }) {
    const [other] = await db.query(selectRaffleOfOtherChain, [rounds.chain.hash]);
    if (!other) return undefined;
    return `Raffle ${other.raffleId} is sold by rounds of the chain ${other.chain}: start the service with that BEACON_CHAIN.`;
  },
  loaders,
  texts: instantPrizesTexts,
  resolvers: [InstantChanceResolver, OrderInstantResolver],
  events: instantPrizeEvents,
  figures: (app) => [waiting(app)],
  workers: [{ name: 'instant_prizes.deciding', everyMs: 500, run: decideRaffles }],
  quotaHook: () => ({
    async refusal(tx, { id, raffleId }, counterOf) {
      if (!counterOf(raffleId).isInstant) return undefined;
      const [order] = await tx.query(selectInstantOrders, [[id]]);
      return order && !order.isDecided ? textOf('instantPrizes.undecided') : undefined;
    },
  }),
  logEvents: {
    'instant_prizes.beacon.late': {
      level: 'warn',
      advice:
        'Paid orders wait for a round that was due `lateSeconds` ago and that no host has. The sale goes on, and they are decided in order when it is there. If it continues, check the status of drand.',
    },
    'instant_prizes.deciding.failed': {
      level: 'error',
      advice:
        'Boxes and quota prizes of paid orders are not decided. Read `err` and check PostgreSQL. It is retried in half a second.',
    },
    'instant_prizes.raffle.failed': {
      level: 'error',
      advice: 'Blocks of `raffleId` could not be decided; other raffles go on. It is retried within a minute. Read `err`.',
    },
  },
});
