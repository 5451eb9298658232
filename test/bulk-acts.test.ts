import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '../src/context.js';
import { runBulkActs } from '../src/bulk-acts/bulk-act-worker.js';
import { takeBulkAct } from '../src/bulk-acts/bulk-act.sql.js';
import { features } from '../src/features.js';
import { refuse } from '../src/platform/domain-error.js';
import { applyRetention } from '../src/workers.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { aPaidOrder, anUnpaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { aWonPrize } from './support/won-prizes.js';

// Its worker does not run: a test says when.
const withoutWorkers = features.map((feature) => (feature.name === 'bulk-acts' ? { ...feature, workers: [] } : feature));
const server = forTests(() => startTestServer({}, { features: withoutWorkers }));
const owner = forTests(() => anAdmin(server));

const prisma = () => server.app.db.prisma;
const START = {
  cancelOrders: 'mutation ($input: CancelOrdersInput!) { act: cancelOrders(input: $input) { id state total done failed } }',
  refundOrders: 'mutation ($input: RefundOrdersInput!) { act: refundOrders(input: $input) { id state total done failed } }',
  blockUsers: 'mutation ($input: BlockUsersInput!) { act: blockUsers(input: $input) { id state total done failed } }',
  contactPrizeWinners:
    'mutation ($input: ContactPrizeWinnersInput!) { act: contactPrizeWinners(input: $input) { id state total done failed } }',
};
const start = (what: keyof typeof START, input: object, by: { token: string } = owner) =>
  server.graphql(START[what], { input }, { token: by.token });
const started = async (what: keyof typeof START, input: object, by: { token: string } = owner) =>
  (await start(what, input, by)).data.act.id as string;
const STOP = 'mutation ($id: ID!) { stopBulkAct(id: $id) { state done failed } }';
const actOf = async (id: string) =>
  (
    await server.graphql(
      'query ($id: ID!) { bulkAct(id: $id) { state total done failed endedAt creator { id } } }',
      { id },
      { token: owner.token },
    )
  ).data.bulkAct;
const failuresOf = async (id: string, language = 'pt-BR') =>
  (
    await server.graphql(
      'query ($id: ID!) { bulkActFailures(bulkActId: $id) { subjectId code message } }',
      { id },
      { token: owner.token, headers: { 'accept-language': language } },
    )
  ).data.bulkActFailures;
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] | undefined }) => errors?.[0]?.extensions.code;
const statusOf = async (id: bigint) => (await prisma().order.findUniqueOrThrow({ where: { id } })).status;

async function doAll(): Promise<void> {
  while (await runBulkActs(server.app)) continue;
}

/** Another process, whose statements somebody watches. */
function hooked(watch: (stmt: object, original: () => Promise<object[]>) => Promise<object[]>): App {
  const { db } = server.app;
  const query = (stmt: object, values: unknown[]) => watch(stmt, () => db.query(stmt as never, values));
  return Object.assign(Object.create(server.app) as App, { db: { ...db, query } as typeof db });
}

async function unpaidOrders(count: number) {
  const { id } = await anOpenRaffle(server);
  const orders = [];
  for (let number = 0; number < count; number++) orders.push((await anUnpaidOrder(server, id, 1)).id);
  return orders;
}
const textOf = (ids: readonly bigint[]) => ids.map(String);

describe('an act on many', () => {
  it('does it to one after the other as who asked, and says what refused it, in the language of who reads', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const orders = [
      await anUnpaidOrder(server, raffleId, 2),
      await aPaidOrder(server, raffleId, 3),
      await anUnpaidOrder(server, raffleId, 1),
    ];
    const ids = textOf(orders.map(({ id }) => id));
    const by = await anAdmin(server, 'SUPPORT');
    const id = await started('cancelOrders', { orderIds: [...ids, ids[0], '777777777'], reason: 'rifa adiada' }, by);
    expect(await actOf(id)).toEqual({ state: 'WAITING', total: 4, done: 0, failed: 0, endedAt: null, creator: { id: by.id } });
    await doAll();
    expect(await actOf(id)).toMatchObject({ state: 'DONE', total: 4, done: 2, failed: 2, endedAt: expect.any(String) });
    expect(await Promise.all(orders.map((order) => statusOf(order.id)))).toEqual(['CANCELLED', 'PAID', 'CANCELLED']);
    expect(await failuresOf(id)).toEqual([
      { subjectId: ids[1], code: 'CONFLICT', message: 'O pedido já está pago: só um pedido não pago pode ser cancelado.' },
      { subjectId: '777777777', code: 'NOT_FOUND', message: expect.stringMatching(/não/i) },
    ]);
    expect((await failuresOf(id, 'en'))[0].message).toMatch(/^The order is paid/);
    const entries = await prisma().auditEntry.findMany({ where: { actorId: by.id }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['cancelOrders', id],
      ['cancelOrder', ids[0]],
      ['cancelOrder', ids[2]],
    ]);
    expect(entries[1]!.details).toEqual({ reason: 'rifa adiada' });
    expect(new Set(entries.map(({ requestId, actorAddress }) => `${requestId} ${actorAddress}`)).size).toBe(1);
  });

  it('refunds whole with one reason, which it forgets, blocks, and records as told', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const paid = [await aPaidOrder(server, raffleId, 2), await aPaidOrder(server, raffleId, 3)];
    const refunding = await started('refundOrders', { orderIds: textOf(paid.map(({ id }) => id)), reason: ' adiada ' });
    const person = await aCustomer(server);
    const blocking = await started('blockUsers', { userIds: [person.id.toUpperCase()], reason: 'robô' });
    const prize = await aWonPrize(server, raffleId);
    const contacting = await started('contactPrizeWinners', { wonPrizeIds: [prize.id] }, await anAdmin(server, 'MANAGER'));
    await doAll();
    for (const id of [refunding, blocking, contacting]) expect(await failuresOf(id)).toEqual([]);
    const refunds = await prisma().refund.findMany({
      where: { payment: { orderId: { in: paid.map(({ id }) => id) } } },
      orderBy: { amount: 'asc' },
    });
    expect(refunds.map(({ amount, reason }) => [amount, reason])).toEqual([
      [200n, 'adiada'],
      [300n, 'adiada'],
    ]);
    expect((await prisma().bulkAct.findUniqueOrThrow({ where: { id: refunding } })).reason).toBeNull();
    expect(await prisma().user.findUniqueOrThrow({ where: { id: person.id } })).toMatchObject({ blockedReason: 'robô' });
    expect(await prisma().wonPrize.findUniqueOrThrow({ where: { id: prize.id } })).toMatchObject({ state: 'CONTACTED' });
  });

  it('is asked for once: a repeat answers the same one until it is over', async () => {
    const ids = textOf(await unpaidOrders(2));
    const [first, again] = await Promise.all([1, 2].map(() => started('cancelOrders', { orderIds: ids })));
    expect(again).toBe(first);
    expect(await started('cancelOrders', { orderIds: ids, force: true })).not.toBe(first);
    await doAll();
    const afterwards = await started('cancelOrders', { orderIds: ids });
    expect(afterwards).not.toBe(first);
    await doAll();
    // What is cancelled already is done.
    expect(await actOf(afterwards)).toMatchObject({ done: 2, failed: 0 });
  });

  it('is refused to a role that may not do it to one, for nothing, for too many, and beside five', async () => {
    const support = await anAdmin(server, 'SUPPORT');
    expect(codeOf(await start('refundOrders', { orderIds: ['1'] }, support))).toBe('FORBIDDEN');
    expect(codeOf(await start('cancelOrders', { orderIds: [] }))).toBe('BAD_USER_INPUT');
    const tooMany = Array.from({ length: 501 }, (_, i) => String(i + 1));
    expect(codeOf(await start('cancelOrders', { orderIds: tooMany }))).toBe('BAD_USER_INPUT');
    expect(codeOf(await start('blockUsers', { userIds: [uuidv7()], reason: ' ' }))).toBe('BAD_USER_INPUT');
    for (const id of ['+1', '01', 'x', uuidv7()])
      expect((await start('cancelOrders', { orderIds: ['1', id] })).errors?.[0]?.extensions).toMatchObject({
        fields: { orderIds: ['must be the numbers of orders'] },
      });
    expect(codeOf(await start('contactPrizeWinners', { wonPrizeIds: ['1'] }))).toBe('BAD_USER_INPUT');
    const asked = Array.from({ length: 12 }, (_, n) => start('cancelOrders', { orderIds: [`77777777${n}`] }, support));
    const codes = (await Promise.all(asked)).map(codeOf);
    expect([codes.filter((code) => code === undefined).length, codes.filter((code) => code === 'CONFLICT').length]).toEqual([
      5, 7,
    ]);
    await doAll();
  });
});

describe('an act on many under way', () => {
  it('is stopped after the one that is done right now, which counts, and by who may do it alone', async () => {
    const orders = await unpaidOrders(3);
    const id = await started('cancelOrders', { orderIds: textOf(orders) });
    const finance = await anAdmin(server, 'FINANCE');
    expect(codeOf(await server.graphql(STOP, { id }, { token: finance.token }))).toBe('FORBIDDEN');
    let stopped: unknown;
    const other = hooked(async (stmt, original) => {
      if ((stmt as { name: string }).name === 'keep_outcome_of_bulk_act' && stopped === undefined)
        stopped = (await server.graphql(STOP, { id }, { token: owner.token })).data.stopBulkAct;
      return original();
    });
    expect(await runBulkActs(other)).toBe(true);
    expect(stopped).toEqual({ state: 'STOPPED', done: 0, failed: 0 });
    expect(await actOf(id)).toMatchObject({ state: 'STOPPED', total: 3, done: 1, failed: 0 });
    await doAll();
    expect(await Promise.all(orders.map(statusOf))).toEqual(['CANCELLED', 'PENDING', 'PENDING']);
    expect((await server.graphql(STOP, { id }, { token: owner.token })).data.stopBulkAct.state).toBe('STOPPED');
  });

  it('goes on where a process left it that crashed or was slow, and counts each once', async () => {
    const orders = await unpaidOrders(3);
    const id = await started('cancelOrders', { orderIds: textOf(orders) });
    let others: Promise<void> | undefined;
    const slow = hooked(async (stmt, original) => {
      if ((stmt as { name: string }).name === 'keep_outcome_of_bulk_act' && !others) {
        // Its lease is over: another process does all of it.
        await prisma().bulkAct.update({ where: { id }, data: { heldUntil: new Date(0) } });
        others = doAll();
        await others;
      }
      return original();
    });
    await runBulkActs(slow);
    expect(await actOf(id)).toMatchObject({ state: 'DONE', done: 3, failed: 0 });
    expect(await prisma().auditEntry.count({ where: { action: 'cancelOrder', subjectId: { in: textOf(orders) } } })).toBe(3);
  });

  it('leaves out what takes its process with it each time', async () => {
    const [poison, fine] = await unpaidOrders(2);
    const id = await started('cancelOrders', { orderIds: textOf([poison!, fine!]) });
    for (let crash = 1; crash <= 3; crash++) await server.app.db.query(takeBulkAct, [uuidv7(), 0]);
    await doAll();
    expect(await actOf(id)).toMatchObject({ state: 'DONE', done: 1, failed: 1 });
    expect(await failuresOf(id)).toEqual([
      { subjectId: String(poison), code: 'INTERNAL_SERVER_ERROR', message: expect.any(String) },
    ]);
    expect(await statusOf(fine!)).toBe('CANCELLED');
  });

  it('is over with its last one, though the process ends then', async () => {
    const [order] = await unpaidOrders(1);
    const id = await started('cancelOrders', { orderIds: [String(order)] });
    const ending = hooked(async (stmt, original) => {
      const { name } = stmt as { name: string };
      const rows = await original();
      if (name === 'keep_outcome_of_bulk_act') throw new Error('the process ends');
      return rows;
    });
    await expect(runBulkActs(ending)).rejects.toThrow('the process ends');
    expect(await actOf(id)).toMatchObject({ state: 'DONE', done: 1, endedAt: expect.any(String) });
    expect(await runBulkActs(server.app)).toBe(false);
  });

  it('does not do again what was done before a crash, and undone since', async () => {
    const person = await aCustomer(server);
    const id = await started('blockUsers', { userIds: [person.id], reason: 'robô' });
    const crashing = hooked(async (stmt, original) => {
      if ((stmt as { name: string }).name === 'keep_outcome_of_bulk_act') throw new Error('the process ends');
      return original();
    });
    await expect(runBulkActs(crashing, 0)).rejects.toThrow('the process ends');
    await prisma().user.update({ where: { id: person.id }, data: { blockedAt: null, blockedReason: null } });
    await doAll();
    expect(await actOf(id)).toMatchObject({ state: 'DONE', done: 1, failed: 0 });
    expect((await prisma().user.findUniqueOrThrow({ where: { id: person.id } })).blockedAt).toBeNull();
  });

  it('waits while the queue of a raffle is full', async () => {
    const [order] = await unpaidOrders(1);
    const id = await started('cancelOrders', { orderIds: [String(order)] });
    const { db } = server.app;
    const busy = Object.assign(Object.create(server.app) as App, {
      contextFor: () => Promise.reject(refuse('platform.tooManyChanges')),
    });
    expect(await runBulkActs(busy)).toBe(true);
    expect(await actOf(id)).toMatchObject({ state: 'RUNNING', done: 0, failed: 0 });
    expect(await runBulkActs(server.app)).toBe(false);
    await db.prisma.bulkAct.update({ where: { id }, data: { heldUntil: new Date(0) } });
    await doAll();
    expect(await actOf(id)).toMatchObject({ state: 'DONE', done: 1 });
  });

  it('is stopped when who asked for it must have a second factor now', async () => {
    const by = await anAdmin(server, 'SUPPORT');
    const [order] = await unpaidOrders(1);
    const id = await started('cancelOrders', { orderIds: [String(order)] }, by);
    await prisma().secondFactorRole.create({ data: { operatorRole: 'SUPPORT' } });
    await doAll();
    await prisma().secondFactorRole.deleteMany();
    expect([(await actOf(id)).state, await statusOf(order!)]).toEqual(['STOPPED', 'PENDING']);
  });

  it.each([
    ['was logged out everywhere', { tokenVersion: { increment: 1 } }],
    ['has another role', { operatorRole: 'MANAGER' }],
    ['is blocked', { blockedAt: new Date() }],
  ] as const)('is stopped when who asked for it %s', async (_, data) => {
    const by = await anAdmin(server, 'SUPPORT');
    const [order] = await unpaidOrders(1);
    const id = await started('cancelOrders', { orderIds: [String(order)] }, by);
    await prisma().user.update({ where: { id: by.id }, data });
    await doAll();
    expect(await actOf(id)).toMatchObject({ state: 'STOPPED', done: 0, failed: 0 });
    expect(await statusOf(order!)).toBe('PENDING');
    const entry = await prisma().auditEntry.findFirstOrThrow({ where: { action: 'stopBulkAct', subjectId: id } });
    expect(entry.actorId).toBeNull();
  });

  it('is shown as work, and deleted with its items a month after its end', async () => {
    const [order] = await unpaidOrders(1);
    const id = await started('cancelOrders', { orderIds: [String(order)] });
    const { data } = await server.graphql('{ backgroundWork { id kind done total canStop } }', {}, { token: owner.token });
    expect(data.backgroundWork).toContainEqual({ id, kind: 'CANCEL_ORDERS', done: 0, total: 1, canStop: true });
    await doAll();
    const monthAgo = new Date(Date.now() - 31 * 86_400_000);
    await prisma().bulkAct.update({ where: { id }, data: { endedAt: monthAgo } });
    while (await applyRetention(server.app)) continue;
    expect([
      await prisma().bulkAct.count({ where: { id } }),
      await prisma().bulkActItem.count({ where: { bulkActId: id } }),
    ]).toEqual([0, 0]);
  });
});
