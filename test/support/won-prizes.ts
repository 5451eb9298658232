import { v7 as uuidv7 } from 'uuid';
import type { Prisma } from '../../src/generated/prisma/client.js';
import { aPaidOrder } from './order-rows.js';
import type { TestServer } from './start.js';

const DAY_MS = 86_400_000;

type More = Partial<Prisma.WonPrizeUncheckedCreateInput>;

/** A prize of R$ 50 in an opened box, as a row: of an order that is there with its buyer, or of one that is made for somebody. */
export async function aWonPrize(server: TestServer, raffleId: string, more: More = {}) {
  const { prisma } = server.app.db;
  const winner = more.orderId === undefined ? await aWinner(server, raffleId, more.userId) : {};
  const wonAt = new Date();
  const lapsesAt = new Date(wonAt.getTime() + 180 * DAY_MS);
  const won = { kind: 'BOX', prizeId: uuidv7(), unit: 0, title: 'R$ 50', value: 5_000n, boxIndex: 0 } as const;
  const row = { id: uuidv7(), raffleId, ...won, wonAt, shownAt: wonAt, lapsesAt, ...winner, ...more };
  return prisma.wonPrize.create({ data: row as Prisma.WonPrizeUncheckedCreateInput });
}

async function aWinner(server: TestServer, raffleId: string, userId: string | undefined) {
  const order = await aPaidOrder(server, raffleId, 1);
  if (userId) await server.app.db.prisma.order.update({ where: { id: order.id }, data: { userId } });
  return { orderId: order.id, userId: userId ?? order.userId };
}
