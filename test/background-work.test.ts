import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { features } from '../src/features.js';
import { anAdmin } from './support/actors.js';
import { aPaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

/** What is under way stays under way. */
const STOPPED = ['exports', 'refunds', 'draws'];
const withoutWorkers = features.map((feature) => (STOPPED.includes(feature.name) ? { ...feature, workers: [] } : feature));
const server = forTests(() => startTestServer({}, { features: withoutWorkers }));
const owner = forTests(() => anAdmin(server));

const workSeenBy = async ({ token }: { token: string }) =>
  (
    await server.graphql(
      '{ backgroundWork { id kind raffleId raffleTitle done total progress startedAt estimatedEnd canStop } }',
      {},
      { token },
    )
  ).data.backgroundWork;

it('is what waits or runs of all features, with how far it is and when it will end', async () => {
  const { prisma } = server.app.db;
  expect(await workSeenBy(owner)).toEqual([]);

  const { id: raffleId } = await anOpenRaffle(server, { title: 'Moto azul' });
  const exportId = uuidv7();
  const half = { rowsDone: 20, rowsTotal: 40, state: 'RUNNING', startedAt: new Date(Date.now() - 60_000) } as const;
  await prisma.export.create({
    data: { id: exportId, createdBy: owner.id, raffleId, placedTo: new Date(), isEnglish: false, ...half },
  });
  await prisma.export.create({
    data: { id: uuidv7(), createdBy: owner.id, placedTo: new Date(), isEnglish: false, state: 'DONE' },
  });

  const { id: calledOff } = await anOpenRaffle(server, { title: 'Carro' });
  const orders = [];
  for (let i = 0; i < 4; i += 1) orders.push(await aPaidOrder(server, calledOff, 1));
  await prisma.order.update({ where: { id: orders[0]!.id }, data: { status: 'REFUNDED', endedAt: new Date() } });
  await prisma.raffle.update({ where: { id: calledOff }, data: { status: 'CANCELLED', refundedUpTo: 0n } });

  const { id: frozen } = await anOpenRaffle(server, { title: 'Casa' });
  await prisma.draw.create({ data: { raffleId: frozen, mode: 'BEACON', frozenAt: new Date() } });
  const { id: later } = await anOpenRaffle(server);
  const dueAt = new Date(Date.now() + 3_600_000);
  await prisma.draw.create({
    data: { raffleId: later, mode: 'BEACON', frozenAt: new Date(), status: 'FROZEN', manifest: '{}', round: 9n, dueAt },
  });

  const seen = await workSeenBy(owner);
  const none = { done: null, total: null, progress: null, estimatedEnd: null, canStop: false };
  expect(seen).toEqual([
    {
      id: exportId,
      kind: 'EXPORT',
      raffleId,
      raffleTitle: 'Moto azul',
      done: 20,
      total: 40,
      progress: 0.5,
      startedAt: expect.any(String),
      estimatedEnd: expect.any(String),
      canStop: true,
    },
    {
      id: calledOff,
      kind: 'REFUNDS',
      raffleId: calledOff,
      raffleTitle: 'Carro',
      done: 1,
      total: 4,
      progress: 0.25,
      startedAt: expect.any(String),
      estimatedEnd: expect.any(String),
      canStop: false,
    },
    { id: frozen, kind: 'FREEZE', raffleId: frozen, raffleTitle: 'Casa', startedAt: expect.any(String), ...none },
  ]);
  // As long again as until now.
  const leftMs = Date.parse(seen[0].estimatedEnd) - Date.now();
  expect(leftMs).toBeGreaterThan(55_000);
  expect(leftMs).toBeLessThan(65_000);

  expect((await workSeenBy(await anAdmin(server, 'FINANCE'))).length).toBe(3);
  for (const role of ['MANAGER', 'SUPPORT'] as const)
    expect((await workSeenBy(await anAdmin(server, role))).map(({ kind }: { kind: string }) => kind)).toEqual([
      'REFUNDS',
      'FREEZE',
    ]);
});
