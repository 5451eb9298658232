import type { App } from '../context.js';
import { del, get, patch, post } from '../rest/route.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { luckyNumbers } from '../lucky-numbers/feature.js';
import { orders } from '../orders/feature.js';
import { prizes } from '../prizes/feature.js';
import { registerWins, type Win } from '../prizes/register-wins.js';
import { countQuotaPrizesWon } from '../quotas/counter.sql.js';
import { quotas } from '../quotas/feature.js';
import type { QuotaHook } from '../quotas/locked-quotas.js';
import { raffles } from '../raffles/feature.js';
import { loaders } from './quota-prize.loader.js';
import { OrderQuotaPrizesResolver, QuotaPrizeResolver, RaffleQuotaPrizesResolver } from './quota-prize.resolver.js';
import { voidQuotaPrizes, winQuotaPrizes } from './quota-prize.sql.js';
import { quotaPrizesTexts } from './quota-prizes.texts.js';

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

/** In the transaction of the payment; a refund voids the win for good. Raffles without quota prizes cost nothing. */
function quotaPrizeWins(app: Pick<App, 'permutations' | 'deliveries'>): QuotaHook {
  return {
    prepare: (raffleId) => app.permutations.underWay(raffleId),
    async allocated(tx, raffleId, blocks, counterOf) {
      const { quotaPrizes, quotaPrizeChanges } = counterOf(raffleId);
      if (quotaPrizes === 0) return;
      const places = await app.permutations.placesOf(raffleId, quotaPrizeChanges, tx);
      const prizes: string[] = [];
      const orders: string[] = [];
      for (const { order, blocks: own } of blocks) {
        for (const prize of own.flatMap(({ firstOrdinal, endOrdinal }) => places.between(firstOrdinal, endOrdinal))) {
          prizes.push(prize);
          orders.push(order.id);
        }
      }
      if (prizes.length === 0) return;
      await tx.query(winQuotaPrizes, [prizes, orders]);
      const wins = prizes.map((prizeId, i): Win => ({
        kind: 'QUOTA_PRIZE',
        prizeId,
        unit: 0,
        orderId: orders[i]!,
        isShown: true,
      }));
      await registerWins(app, tx, raffleId, wins);
      await tx.query(countQuotaPrizesWon, [raffleId, prizes.length]);
    },
    async voided(tx, orders, counterOf) {
      const won = orders.filter(({ raffleId }) => counterOf(raffleId).quotaPrizes > 0);
      if (won.length > 0) await tx.query(voidQuotaPrizes, [won.map(({ id }) => id)]);
    },
  };
}

export const quotaPrizes = defineFeature('quota-prizes', {
  needs: [luckyNumbers, prizes, orders, raffles, quotas],
  loaders,
  texts: quotaPrizesTexts,
  resolvers: [OrderQuotaPrizesResolver, QuotaPrizeResolver, RaffleQuotaPrizesResolver],
  openapi: {
    tags: { 'quota-prizes': 'Lucky numbers that have a prize of their own.', winners: 'Who won prizes, over all raffles.' },
  },
  rest: [
    get('/v1/winners/quota-prizes', 'quotaPrizeWinners'),
    get('/v1/raffles/:raffleId/quota-prizes', 'quotaPrizes'),
    post('/v1/raffles/:raffleId/quota-prizes', 'createQuotaPrizes'),
    del('/v1/quota-prizes/:id', 'deleteQuotaPrize'),
    patch('/v1/quota-prizes/:id/lock', 'lockQuotaPrize'),
    patch('/v1/quota-prizes/:id/unlock', 'unlockQuotaPrize'),
  ],
  quotaHook: quotaPrizeWins,
});
