import { defineFeature, type LoadersOf } from '../feature.js';
import { orders } from '../orders/feature.js';
import { pricing } from '../pricing/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { get } from '../rest/route.js';
import { site } from '../site/feature.js';
import { keepAllRegulations, keepMissingRegulations, keepRegulation } from './keep-regulation.js';
import { RafflePromoterResolver } from './promoter.resolver.js';
import { mountRegulationFiles } from './regulation-file.route.js';
import { loaders } from './regulation.loader.js';
import { OrderRegulationResolver, RaffleRegulationResolver, RegulationResolver } from './regulation.resolver.js';
import { regulationsTexts } from './regulations.texts.js';

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const regulations = defineFeature('regulations', {
  needs: [orders, pricing, quotas, raffles, site],
  texts: regulationsTexts,
  resolvers: [OrderRegulationResolver, RafflePromoterResolver, RaffleRegulationResolver, RegulationResolver],
  loaders,
  rest: [get('/v1/raffles/:raffleId/regulation', 'raffleRegulation', { takes: ['version'] })],
  http: { forBrowsers: mountRegulationFiles },
  raffleHook: (app) => ({
    async settled(tx, raffleId) {
      await keepRegulation(app, tx, raffleId);
    },
  }),
  settingsChanged: keepAllRegulations,
  workers: [{ name: 'regulations.missing', everyMs: 60_000, run: async (app) => (await keepMissingRegulations(app)) > 0 }],
  logEvents: {
    'regulations.missing.failed': {
      level: 'error',
      advice: 'Raffles that were on sale before an upgrade get no regulation. Read `err`. It is retried in a minute.',
    },
  },
});
