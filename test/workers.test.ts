import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { withHeldClock } from './support/clock.js';
import { aPaidOrder, anUnpaidOrder } from './support/order-rows.js';
import { aBankProvider } from './support/reconciliation.js';
import { answerJson, startRemoteService } from './support/sandbox.js';
import { anOpenRaffle, letExpire } from './support/sales.js';
import { startTestServer } from './support/start.js';

it('a process does its recurring work by itself, without anybody asking', async () => {
  const bank = await startRemoteService((_, response) => answerJson(response, 500, {}));
  await withHeldClock(async (pass) => {
    const server = await startTestServer();
    const { prisma } = server.app.db;
    try {
      const raffle = await anOpenRaffle(server);
      const calledOff = await anOpenRaffle(server);
      const unpaid = await anUnpaidOrder(server, raffle.id, 1);
      const paid = await aPaidOrder(server, calledOff.id, 1);
      await letExpire(server, String(unpaid.id), 121);
      await prisma.raffle.update({ where: { id: calledOff.id }, data: { status: 'CANCELLED', refundedUpTo: 0n } });
      await prisma.paymentCallback.create({ data: { id: uuidv7(), providerName: 'nobody', body: '{}' } });
      await prisma.idempotencyKey.create({
        data: { principal: 'USER:a', key: 'old', fingerprint: Buffer.alloc(32), orderId: 1n, createdAt: new Date(0) },
      });
      await aBankProvider(server, 'bank', bank.url);
      const asked = await anUnpaidOrder(server, raffle.id, 1);
      await prisma.charge.update({
        where: { orderId: asked.id },
        data: { providerName: 'bank', dynamic: true, nextCheckAt: new Date(0) },
      });

      await pass(5_000);
      const statusOf = async ({ id }: { id: bigint }) => (await prisma.order.findUniqueOrThrow({ where: { id } })).status;
      await expect.poll(() => statusOf(unpaid)).toBe('EXPIRED');
      await expect.poll(() => statusOf(paid)).toBe('REFUNDED');
      await expect.poll(() => prisma.refund.findMany()).toMatchObject([{ status: 'BY_HAND' }]);
      await expect.poll(() => prisma.paymentCallback.findMany()).toMatchObject([{ outcome: 'ORPHAN' }]);
      await expect.poll(() => bank.received.length).toBeGreaterThan(0);

      await pass(25_000);
      await expect.poll(() => prisma.reconciliation.findMany()).toMatchObject([{ providerName: 'bank', scannedTo: null }]);
      expect(await prisma.idempotencyKey.count()).toBe(1);
      await pass(570_000);
      // The waits for a connection are held too: on a busy machine they may end with the rest, and the next round does the work.
      await expect
        .poll(async () => {
          const left = await prisma.idempotencyKey.count();
          if (left > 0) await pass(60_000);
          return left;
        })
        .toBe(0);
    } finally {
      await server.stop();
      await bank.stop();
    }
  });
});
