import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { aCustomer } from './actors.js';
import type { TestServer } from './start.js';

interface OrderRow {
  id: bigint;
  txid: string;
  userId: string;
}

/** A customer's unpaid order with its charge, counted as a sale counts it; made beside the API, of any raffle in any state. */
export async function anUnpaidOrder(server: TestServer, raffleId: string, quotaQuantity: number): Promise<OrderRow> {
  const { prisma } = server.app.db;
  const { id: userId } = await aCustomer(server);
  const expiresAt = new Date(Date.now() + 900_000);
  const txid = randomBytes(13).toString('hex').slice(0, 25);
  const order = await prisma.order.create({
    data: {
      raffleId,
      userId,
      quotaQuantity,
      priceByQuota: 100n,
      totalValue: 100n * BigInt(quotaQuantity),
      paymentProviderName: 'static',
      createdAt: new Date(),
      expiresAt,
    },
  });
  await prisma.charge.create({
    data: {
      txid,
      orderId: order.id,
      providerName: 'static',
      amount: order.totalValue,
      dynamic: false,
      status: 'ACTIVE',
      expiresAt,
    },
  });
  await prisma.raffleBuyer.create({ data: { raffleId, userId, reserved: quotaQuantity } });
  await prisma.raffleCounter.update({ where: { raffleId }, data: { reserved: { increment: quotaQuantity } } });
  return { id: order.id, txid, userId };
}

/** The same, paid: its quotas are allocated and its money is there. */
export async function aPaidOrder(server: TestServer, raffleId: string, quotaQuantity: number): Promise<OrderRow> {
  const { prisma } = server.app.db;
  const order = await anUnpaidOrder(server, raffleId, quotaQuantity);
  const { allocated, leaves, isInstant } = await prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId } });
  const round = isInstant ? BigInt(server.app.rounds.unknownTo(Date.now() / 1_000)) : null;
  const moved = { reserved: { decrement: quotaQuantity }, allocated: { increment: quotaQuantity } };
  const paidAt = new Date();
  await prisma.$transaction([
    prisma.raffleCounter.update({
      where: { raffleId },
      data: { ...moved, leaves: { increment: 1 }, ...(round && { lastRound: round }) },
    }),
    prisma.raffleBuyer.update({ where: { raffleId_userId: { raffleId, userId: order.userId } }, data: moved }),
    prisma.payment.create({
      data: {
        id: uuidv7(),
        providerName: 'static',
        txid: order.txid,
        orderId: order.id,
        amount: 100n * BigInt(quotaQuantity),
        source: 'ADMIN',
        paidAt,
      },
    }),
    prisma.order.update({ where: { id: order.id }, data: { status: 'PAID', paidAt } }),
    prisma.charge.update({ where: { txid: order.txid }, data: { status: 'PAID' } }),
    prisma.quotaAllocation.create({
      data: {
        raffleId,
        leaf: leaves,
        orderId: order.id,
        firstOrdinal: allocated,
        endOrdinal: allocated + quotaQuantity,
        how: 'BY_HAND',
        round,
      },
    }),
  ]);
  return order;
}
