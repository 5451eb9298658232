import { moveBoxes, selectBoxesOfOrders } from './held-box.sql.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { loadByKey } from '../graphql/load-by-key.js';
import { orders } from '../orders/feature.js';
import { pricing } from '../pricing/feature.js';
import { prizes } from '../prizes/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { AwardedBoxResolver, HeldBoxResolver, OrderBoxesResolver } from './awarded-box.resolver.js';
import { awardedBoxRoutes } from './awarded-box.routes.js';
import { AwardedBoxComboResolver } from './combo.resolver.js';
import { keepBoxesPublished } from './publish-boxes.js';
import { voidBoxes } from './publish-boxes.sql.js';
import { awardedBoxesTexts } from './awarded-boxes.texts.js';

const loaders = {
  boxesOfOrder: loadByKey(
    ({ db }, orderIds) => db.query(selectBoxesOfOrders, [orderIds]),
    (row) => [row.orderId, row],
    null,
  ),
};

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const awardedBoxes = defineFeature('awarded-boxes', {
  needs: [orders, prizes, raffles, quotas, pricing],
  loaders,
  texts: awardedBoxesTexts,
  resolvers: [AwardedBoxResolver, AwardedBoxComboResolver, HeldBoxResolver, OrderBoxesResolver],
  openapi: {
    tags: {
      'awarded-boxes': 'Prizes in boxes, and the boxes that paid orders receive.',
      'awarded-boxes-combo': 'How many boxes an order receives, by its quotas.',
    },
    alsoSent: { CreateAwardedBoxInput: ['percentage'] },
  },
  rest: awardedBoxRoutes,
  quotaHook: () => ({
    async voided(tx, orders, counterOf) {
      const instant = orders.filter(({ raffleId }) => counterOf(raffleId).isInstant);
      if (instant.length > 0) await tx.query(voidBoxes, [instant.map(({ id }) => id)]);
    },
  }),
  raffleHook: () => keepBoxesPublished,
  accountMoves: async (tx, from, to) => void (await tx.query(moveBoxes, [from, to])),
});
