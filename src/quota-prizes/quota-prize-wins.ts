import type { App } from '../context.js';
import { countQuotaPrizesWon } from '../quotas/counter.sql.js';
import type { QuotaHook } from '../quotas/locked-quotas.js';
import { voidQuotaPrizes, winQuotaPrizes } from './quota-prize.sql.js';

/** In the transaction of the payment; a refund voids the win for good. Raffles without quota prizes cost nothing. */
export function quotaPrizeWins(app: Pick<App, 'permutations'>): QuotaHook {
  return {
    prepare: (raffleId) => app.permutations.underWay(raffleId),
    async allocated(tx, raffleId, blocks, counterOf) {
      const { quotaPrizes, quotaPrizeChanges } = counterOf(raffleId);
      if (quotaPrizes === 0) return;
      const places = await app.permutations.placesOf(raffleId, quotaPrizeChanges, tx);
      const prizes: string[] = [];
      const orders: string[] = [];
      for (const { firstOrdinal, order } of blocks) {
        for (const prize of places.between(firstOrdinal, firstOrdinal + order.quotaQuantity)) {
          prizes.push(prize);
          orders.push(order.id);
        }
      }
      if (prizes.length === 0) return;
      await tx.query(winQuotaPrizes, [prizes, orders]);
      await tx.query(countQuotaPrizesWon, [raffleId, prizes.length]);
    },
    async voided(tx, orders, counterOf) {
      const won = orders.filter(({ raffleId }) => counterOf(raffleId).quotaPrizes > 0);
      if (won.length > 0) await tx.query(voidQuotaPrizes, [won.map(({ id }) => id)]);
    },
  };
}
