import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { applyRetention } from '../src/workers.js';
import { validCpf } from './support/cpf.js';
import { aSession } from './support/listed-rows.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const desk = salesDesk((...asked) => server.graphql(...asked));
beforeAll(() => seedProviders(server));

const DAY_MS = 24 * 3600 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

it('forgets idempotency keys after a week, and events after a month once they are delivered', async () => {
  const { prisma } = server.app.db;
  const key = (name: string, days: number) => ({
    principal: 'USER:a',
    key: name,
    fingerprint: Buffer.alloc(32),
    orderId: 1n,
    createdAt: daysAgo(days),
  });
  await prisma.idempotencyKey.createMany({ data: [key('yesterday', 1), key('long ago', 8)] });
  const event = (n: number, days: number, status: 'DELIVERED' | 'PENDING') => {
    const id = `01990000-0000-7000-8000-00000000000${n}`;
    const delivery = { id, url: 'https://example.com', receiver: 'host::example.com', status, nextAttemptAt: null };
    return prisma.webhookEvent.create({
      data: { id, type: 'order.paid', body: '{}', createdAt: daysAgo(days), deliveries: { create: delivery } },
    });
  };
  await event(1, 31, 'DELIVERED');
  await event(2, 31, 'PENDING');
  await event(3, 29, 'DELIVERED');

  expect(await applyRetention(server.app)).toBe(false);

  expect((await prisma.idempotencyKey.findMany()).map((row) => row.key)).toEqual(['yesterday']);
  expect((await prisma.webhookEvent.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id.at(-1))).toEqual(['2', '3']);
  expect(await prisma.webhookDelivery.count()).toBe(2);
});

it('forgets what logins failed a day after their window has ended', async () => {
  const { prisma } = server.app.db;
  const limit = (key: string, days: number) => ({ key, points: 3, expire: BigInt(daysAgo(days).getTime()) });
  await prisma.loginLimit.createMany({ data: [limit('account:1', 2), limit('account:2', 0.5), limit('account:3', -0.01)] });
  expect(await applyRetention(server.app)).toBe(false);
  expect((await prisma.loginLimit.findMany({ orderBy: { key: 'asc' } })).map(({ key }) => key)).toEqual([
    'account:2',
    'account:3',
  ]);
});

it('forgets processed callbacks after ninety days, and none that was not processed', async () => {
  const { prisma } = server.app.db;
  const callback = (n: number, days: number, outcome: 'SETTLED' | 'ORPHAN' | null) => ({
    id: `01990000-0000-7000-8000-00000000000${n}`,
    providerName: 'sandbox',
    body: '{"pix":[]}',
    receivedAt: daysAgo(days),
    nextAttemptAt: daysAgo(-1),
    processedAt: outcome && daysAgo(days),
    outcome,
  });
  await prisma.paymentCallback.createMany({
    data: [callback(1, 91, 'SETTLED'), callback(2, 91, 'ORPHAN'), callback(3, 89, 'SETTLED'), callback(4, 400, null)],
  });

  expect(await applyRetention(server.app)).toBe(false);

  const kept = await prisma.paymentCallback.findMany({ orderBy: { id: 'asc' } });
  expect(kept.map(({ id }) => id.at(-1))).toEqual(['3', '4']);
});

it('forgets after an hour what became of transactions, by the clock of the database', async () => {
  const { prisma } = server.app.db;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const witness = (idHours: number, hours: number) => ({
    id: uuidv7({ msecs: hoursAgo(idHours).getTime() }),
    createdAt: hoursAgo(hours),
  });
  // The process that wrote the third one has a slow clock.
  const [old, recent, slow] = [witness(1.1, 1.1), witness(0.9, 0.9), witness(30, 0.9)];
  await prisma.transactionWitness.createMany({ data: [old, recent, slow] });
  expect(await applyRetention(server.app)).toBe(false);
  const kept = await prisma.transactionWitness.findMany({ where: { id: { in: [old.id, recent.id, slow.id] } } });
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([recent.id, slow.id]));
});

it('ends accounts that only claim a phone after ninety days, or twice as many, and none that is used', async () => {
  const { prisma } = server.app.db;
  let serial = 0;
  const account = async (days: number, changes: object = {}) => {
    const id = uuidv7();
    serial += 1;
    const contact = { phone: `+55619${70_000_000 + serial}`, cpf: validCpf(430_000_000 + serial) };
    const person = { role: 'USER' as const, name: 'Vera Prado', ...contact };
    await prisma.user.create({ data: { id, ...person, passwordHash: 'one', createdAt: daysAgo(days), ...changes } });
    return id;
  };
  const unused = [await account(90.5), await account(180.5)];
  const [referrer, sessions, buyer] = [
    await account(90.5),
    [await account(90.5), await account(90.5)] as const,
    await account(90.5),
  ];
  const used = [
    await account(89.5),
    await account(90.5, { phoneProvedAt: daysAgo(90) }),
    await account(90.5, { blockedAt: daysAgo(80) }),
    await account(90.5, { passwordHash: null }),
    referrer,
    sessions[0],
    buyer,
  ];
  await prisma.referrer.create({ data: { userId: referrer } });
  await prisma.session.create({ data: aSession(sessions[0]) });
  await prisma.session.create({ data: { ...aSession(sessions[1]), refreshExpiresAt: daysAgo(1) } });
  await desk.buyWithoutGateway(server.app.tokens.issue('USER', buyer).accessToken, {
    raffleId: (await anOpenRaffle(server)).id,
    quotaQuantity: 1,
  });

  expect(await applyRetention(server.app)).toBe(false);

  const left = await prisma.user.findMany({ where: { id: { in: [...unused, ...used, sessions[1]] }, deletedAt: null } });
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(used));
  const ended = await prisma.user.findUniqueOrThrow({ where: { id: unused[0]! } });
  expect(ended).toMatchObject({ name: 'Anônimo', phone: null, cpf: null, passwordHash: null });
});

it('says that there is more while a batch was full', async () => {
  const { prisma } = server.app.db;
  await prisma.$executeRaw`
    INSERT INTO payment_callbacks (id, provider_name, body, processed_at, outcome)
    SELECT gen_random_uuid(), 'sandbox', '{}', now() - interval '100 days', 'SETTLED' FROM generate_series(1, 5001)`;

  expect(await applyRetention(server.app)).toBe(true);
  expect(await applyRetention(server.app)).toBe(false);
  expect(await prisma.paymentCallback.count({ where: { processedAt: { lt: daysAgo(90) } } })).toBe(0);
});
