import { lockQuotas } from '../../src/quotas/locked-quotas.js';
import { refundCancelledRaffles } from '../../src/refunds/cancelled-raffles.js';
import { processRefunds } from '../../src/refunds/refund-worker.js';
import type { TestServer } from './start.js';

/** One round of the refunding, as if the time of every next attempt had come. */
export async function refundNow({ app }: Pick<TestServer, 'app'>): Promise<void> {
  await app.db.pool.query(`UPDATE refunds SET next_attempt_at = date_trunc('milliseconds', now()) WHERE next_attempt_at > now()`);
  await refundCancelledRaffles(app);
  await processRefunds(app);
}

/** As when all the money of a paid order is returned at its provider: it is void, whatever it won. */
export async function bankTakesBack({ app }: Pick<TestServer, 'app'>, orderId: string): Promise<void> {
  const { raffleId } = await app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(orderId) } });
  await app.db.queuedBy(raffleId).transaction(async (tx) => {
    const quotas = await lockQuotas(app, tx, [raffleId]);
    await quotas.void([orderId]);
  });
}
