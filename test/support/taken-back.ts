import { lockQuotas } from '../../src/quotas/locked-quotas.js';
import type { TestServer } from './start.js';

/** A bank takes back what was paid for the order: nobody is asked. */
export async function takenBack({ app }: Pick<TestServer, 'app'>, orderId: string): Promise<void> {
  const { raffleId } = await app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(orderId) } });
  await app.db.queuedBy(raffleId).transaction(async (tx) => {
    const quotas = await lockQuotas(app, tx, [raffleId]);
    await quotas.void([orderId]);
  });
}
