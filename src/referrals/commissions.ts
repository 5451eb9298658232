import type { QuotaHook } from '../quotas/locked-quotas.js';
import { accrueCommissions, reverseCommissions } from './commission.sql.js';

/** Whoever referred an order's buyer earns with its payment, and no more once it is refunded: in the transaction of either. */
export const commissions: QuotaHook = {
  async allocated(tx, _raffleId, blocks) {
    const referred = blocks.filter(({ order }) => order.referrerId !== null && order.totalValue > 0n);
    if (referred.length > 0) await tx.query(accrueCommissions, [referred.map(({ order }) => order.id)]);
  },
  async voided(tx, orders) {
    await tx.query(reverseCommissions, [orders.map(({ id }) => id)]);
  },
};
