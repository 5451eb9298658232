import type { App } from '../context.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { businessDay } from '../platform/business-day.js';
import { pricing } from '../pricing/feature.js';
import { quotas } from '../quotas/feature.js';
import { del, get, patch, post } from '../rest/route.js';
import { RaffleCategoryResolver } from './raffle-category.resolver.js';
import { moveRafflesByDate } from './raffle-dates.js';
import type { Calendar } from './certificate.js';
import type { RaffleHook } from './change-raffle.js';
import { createRafflePages, type RafflePages } from './raffle-pages.js';
import { loaders } from './raffle.loader.js';
import { RaffleResolver } from './raffle.resolver.js';
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
    calendar: Calendar;
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}

const FOR_GRAPHQL = ['version', 'quotaPrizesLeft', 'regulationText'];
/** Of a raffle in answers of REST. A page of a hundred would cost too much with further pictures and the rest of what the law asks. */
export const RAFFLE = {
  without: [
    ...FOR_GRAPHQL,
    'galleryUrls',
    'videoUrl',
    'regulationHash',
    'certificateIssuer',
    'certificateStanding',
    'showLastBuyers',
  ],
  with: { category: { only: ['id', 'name'] }, prizes: { without: ['photoUrl'] } },
};
const WHOLE_RAFFLE = { without: FOR_GRAPHQL, with: { ...RAFFLE.with, prizes: {}, commitments: {}, promoter: {} } };

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
      calendar: { today: () => businessDay(app.config.businessTimeZone) },
    };
  },
  loaders,
  sharedReads: { raffles: ['get'], rafflePages: ['byId', 'bySlug'], calendar: ['today'] },
  resolvers: [RaffleResolver, RaffleCategoryResolver],
  openapi: {
    tags: {
      'raffle-categories': 'The categories of raffles.',
      raffles: 'Raffles, with their price, promotions, prizes, winners, pictures and files.',
    },
  },
  rest: [
    get('/v1/raffles', 'raffles', { ...RAFFLE, takes: ['first', 'after', 'status', 'search', 'categoryId', 'highlighted'] }),
    post('/v1/raffles', 'createRaffle', RAFFLE),
    get('/v1/raffles/:raffleId', 'raffle', { ...WHOLE_RAFFLE, takes: [] }),
    get('/v1/raffles/slug/:slug', 'raffle', { ...WHOLE_RAFFLE, name: 'RaffleBySlug', takes: [] }),
    patch('/v1/raffles/:raffleId', 'updateRaffle', { status: 204, only: ['id'] }),
    del('/v1/raffles/:raffleId', 'deleteRaffle', RAFFLE),
    post('/v1/raffles/:raffleId/copies', 'duplicateRaffle', RAFFLE),
    get('/v1/raffle-categories', 'raffleCategories'),
    post('/v1/raffle-categories', 'createRaffleCategory'),
    patch('/v1/raffle-categories/:id', 'updateRaffleCategory'),
    del('/v1/raffle-categories/:id', 'deleteRaffleCategory'),
  ],
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
