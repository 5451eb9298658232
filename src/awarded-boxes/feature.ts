import { defineFeature, type LoadersOf } from '../feature.js';
import { orders } from '../orders/feature.js';
import { pricing } from '../pricing/feature.js';
import { prizes } from '../prizes/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { AwardedBoxResolver } from './awarded-box.resolver.js';
import { awardedBoxRoutes } from './awarded-box.routes.js';
import { createBoxDesk, type BoxDesk } from './box-desk.js';
import { createBoxHook } from './box-hook.js';
import { AwardedBoxComboResolver } from './combo.resolver.js';
import { HeldBoxResolver, OrderBoxesResolver } from './held-box.resolver.js';
import { createBoxesOfOrderLoader } from './order-boxes.loader.js';
import { keepBoxesPublished } from './publish-boxes.js';

const loaders = { boxesOfOrder: createBoxesOfOrderLoader };

declare module '../context.js' {
  interface App {
    boxDesk: BoxDesk;
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const awardedBoxes = defineFeature('awarded-boxes', {
  needs: [orders, prizes, raffles, quotas, pricing],
  parts: (app) => ({ boxDesk: createBoxDesk(app) }),
  loaders,
  resolvers: [AwardedBoxResolver, AwardedBoxComboResolver, HeldBoxResolver, OrderBoxesResolver],
  openapi: {
    tags: {
      'awarded-boxes': 'Prizes in boxes, and the boxes that paid orders receive.',
      'awarded-boxes-combo': 'How many boxes an order receives, by its quotas.',
    },
  },
  rest: awardedBoxRoutes,
  quotaHook: createBoxHook,
  raffleHook: () => keepBoxesPublished,
});
