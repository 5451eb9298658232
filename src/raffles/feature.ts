import type { App } from '../context.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { pricing } from '../pricing/feature.js';
import { quotas } from '../quotas/feature.js';
import { RaffleCategoryResolver } from './raffle-category.resolver.js';
import { moveRafflesByDate } from './raffle-dates.js';
import type { RaffleHook } from './change-raffle.js';
import { createRafflePages, type RafflePages } from './raffle-pages.js';
import { loaders } from './raffle.loader.js';
import { RaffleResolver } from './raffle.resolver.js';
import { raffleCategoryRoutes, raffleRoutes } from './raffle.routes.js';
import { createRaffleSnapshots, type RaffleSnapshots } from './raffle.snapshot.js';
import { rafflesTexts } from './raffles.texts.js';

declare module '../feature.js' {
  interface FeatureDeclaration {
    raffleHook?(app: App): RaffleHook;
  }
}

declare module '../context.js' {
  interface App {
    raffles: RaffleSnapshots;
    rafflePages: RafflePages;
    raffleHooks: RaffleHook[];
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const raffles = defineFeature('raffles', {
  needs: [pricing, quotas],
  texts: rafflesTexts,
  parts(app) {
    const raffleHooks = app.features.flatMap(({ raffleHook }) => raffleHook?.(app) ?? []);
    return {
      raffleHooks,
      raffles: createRaffleSnapshots(app.db, (raffle) => {
        for (const hook of raffleHooks) hook.wasRead?.(raffle);
      }),
      rafflePages: createRafflePages(app.db),
    };
  },
  loaders,
  resolvers: [RaffleResolver, RaffleCategoryResolver],
  openapi: {
    tags: {
      'raffle-categories': 'The categories of raffles.',
      raffles: 'Raffles, with their price, promotions, prizes, winners, pictures and files.',
    },
  },
  rest: [...raffleRoutes, ...raffleCategoryRoutes],
  workers: [{ name: 'raffles.dates', everyMs: 1_000, run: async (app) => (await moveRafflesByDate(app)) > 0 }],
  sealed: [{ table: 'raffles', column: 'sealed_secret', key: 'id', keyType: 'uuid' }],
  logEvents: {
    'raffles.dates.failed': {
      level: 'error',
      advice:
        'Raffles are not opened and closed by their dates. Orders still respect the dates. Read `err` and check PostgreSQL.',
    },
  },
});
