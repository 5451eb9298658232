import type { App } from '../context.js';
import { countQuotaPrizesWon } from '../quotas/counter.sql.js';
import type { QuotaHook } from '../quotas/locked-quotas.js';
import { voidQuotaPrizes, winQuotaPrizes } from './quota-prize.sql.js';

/**
 * Who is given the number of a quota prize has won it, in the transaction of the payment; refunded, it is void and nobody else's. Where
 * prizes lie is known, so that a block is a look at a list; a raffle without quota prizes is not asked about at all.
 */
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
