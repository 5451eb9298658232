import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import { keepBusinessCalendar } from '../src/metrics/business-calendar.js';
import { rebuildMetrics, type RepairedFigure } from '../src/metrics/rebuild.js';
import { businessDay } from '../src/platform/business-day.js';
import { openDatabase } from '../src/platform/database/database.js';
import { aCustomer } from './support/actors.js';
import { differingFigures } from './support/differing-figures.js';
import { besideTheRules } from './support/listed-rows.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { raffleDesk } from './support/raffles.js';
import { decideAll } from './support/rounds.js';
import { anOpenRaffle, letExpire } from './support/sales.js';
import { shopForTests, type Shop } from './support/shop.js';
import { startTestServer } from './support/start.js';

const ZONE = 'America/Sao_Paulo';

const { server, admin, desk } = shopForTests();
let { maria, joao, ana } = {} as Record<'maria' | 'joao' | 'ana', { id: string; token: string }>;
beforeAll(async () => {
  maria = await aCustomer(server, { name: 'Maria Aparecida da Silva' });
  joao = await aCustomer(server, { name: 'João Conceição' });
  ana = await aCustomer(server, { name: 'Ana Costa' });
});

interface Told<Value> {
  value: Value | undefined;
  code: string | undefined;
  fields: Record<string, string[]> | undefined;
}

async function ask<Value>(field: string, variables: Record<string, unknown>, token = admin.token): Promise<Told<Value>> {
  const { data, errors } = await server.graphql<Record<string, Value> | null>(field, variables, token === '' ? {} : { token });
  const [error] = errors ?? [];
  return { value: data ? Object.values(data)[0] : undefined, code: error?.extensions.code, fields: error?.extensions.fields };
}

async function order(raffleId: string, buyer: { token: string }, quotaQuantity: number): Promise<string> {
  const { order: placed, message } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!placed) throw new Error(message);
  return placed.id;
}

async function paid(raffleId: string, buyer: { token: string }, quotaQuantity: number): Promise<string> {
  const id = await order(raffleId, buyer, quotaQuantity);
  await desk.pay(admin.token, id);
  return id;
}

const refund = (id: string) => server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { id } }', { id }, admin);
async function movePayment(id: string, paidAt: Date): Promise<void> {
  const { raffleId, userId } = await server.app.db.prisma.order.update({ where: { id: BigInt(id) }, data: { paidAt } });
  const ofBuyer = { raffleId, userId };
  const { _max } = await server.app.db.prisma.order.aggregate({ where: ofBuyer, _max: { paidAt: true } });
  await server.app.db.prisma.raffleBuyer.update({ where: { raffleId_userId: ofBuyer }, data: { reachedAt: _max.paidAt } });
}
const today = () => businessDay(ZONE);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const SUMMARY = 'query ($raffleId: ID) { ordersSummary(raffleId: $raffleId) { status orders quotas value } }';
const DAYS =
  'query ($raffleId: ID!, $from: Date, $to: Date) { salesByDay(raffleId: $raffleId, from: $from, to: $to) { day orders quotas revenue } }';
const TOP =
  'query ($raffleId: ID!, $day: Date, $by: TopBuyersOrder, $first: Int) { topBuyers(raffleId: $raffleId, day: $day, by: $by, first: $first) '
  + '{ rank name userId orders quotas value } }';

type Day = { day: string; orders: number; quotas: number; revenue: string };
type Buyer = { rank: number; name: string; userId: string | null; orders: number; quotas: number; value: string | null };

describe('the orders of a raffle by status', () => {
  it('are told as they stand, through everything that becomes of them', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const [one, two, three, four] = [
      await order(raffleId, maria, 1),
      await order(raffleId, maria, 2),
      await order(raffleId, joao, 3),
      await order(raffleId, joao, 4),
    ];
    await desk.pay(admin.token, two);
    await desk.pay(admin.token, three);
    await refund(three);
    await desk.cancel(joao.token, four);
    expect((await ask(SUMMARY, { raffleId })).value).toEqual([
      { status: 'PENDING', orders: 1, quotas: 1, value: '1.00' },
      { status: 'PAID', orders: 1, quotas: 2, value: '2.00' },
      { status: 'CANCELLED', orders: 1, quotas: 4, value: '4.00' },
      { status: 'EXPIRED', orders: 0, quotas: 0, value: '0.00' },
      { status: 'REFUNDED', orders: 1, quotas: 3, value: '3.00' },
    ]);
    await letExpire(server, one, 600);
    await expireOrders(server.app);
    expect((await ask<{ status: string; orders: number }[]>(SUMMARY, { raffleId })).value!.map(({ orders }) => orders)).toEqual([
      0, 1, 1, 1, 1,
    ]);
    expect(await differingFigures(server, raffleId)).toEqual([]);
  });

  it('are those of all raffles where none is named, and the whole shop follows from them', async () => {
    type Totals = { status: string; orders: number; quotas: number; value: string }[];
    const { value: all } = await ask<Totals>(SUMMARY, {});
    const { value: general } = await ask<Record<string, unknown>>(
      'query { generalMetrics { revenue orders { status orders quotas value } quotasSold conversion averageTicket buyers activeRaffles } }',
      {},
    );
    const of = (status: string) => all!.find((row) => row.status === status)!;
    const orders = all!.reduce((sum, row) => sum + row.orders, 0);
    expect(general).toMatchObject({
      revenue: of('PAID').value,
      orders: all,
      quotasSold: of('PAID').quotas,
      conversion: Math.floor(((of('PAID').orders + of('REFUNDED').orders) / orders) * 10_000) / 100,
      buyers: 1,
    });
    expect(general!.activeRaffles).toBeGreaterThanOrEqual(1);
  });

  it('are told to operators only', async () => {
    const fields = ['ordersSummary { status }', 'generalMetrics { revenue }', 'badges { pendingOrders }', 'lastOrders { id }'];
    for (const field of fields) {
      const codes = [(await ask(`query { ${field} }`, {}, maria.token)).code, (await ask(`query { ${field} }`, {}, '')).code];
      expect([field, ...codes]).toEqual([field, 'FORBIDDEN', 'UNAUTHENTICATED']);
    }
  });
});

describe('sales by day', () => {
  it('begin and end with the days of the business, have those without sales, and lose what is refunded', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const [before, after, kept] = [await paid(raffleId, maria, 1), await paid(raffleId, maria, 2), await paid(raffleId, joao, 4)];
    // Midnight in São Paulo is three in the morning, UTC.
    await movePayment(before, new Date('2026-03-10T02:59:59.999Z'));
    await movePayment(after, new Date('2026-03-10T03:00:00.000Z'));
    await movePayment(kept, new Date('2026-03-12T12:00:00.000Z'));
    const ask3 = async () => (await ask<Day[]>(DAYS, { raffleId, from: '2026-03-09', to: '2026-03-12' })).value;
    expect(await ask3()).toEqual([
      { day: '2026-03-09', orders: 1, quotas: 1, revenue: '1.00' },
      { day: '2026-03-10', orders: 1, quotas: 2, revenue: '2.00' },
      { day: '2026-03-11', orders: 0, quotas: 0, revenue: '0.00' },
      { day: '2026-03-12', orders: 1, quotas: 4, revenue: '4.00' },
    ]);
    await refund(after);
    expect((await ask3())![1]).toEqual({ day: '2026-03-10', orders: 0, quotas: 0, revenue: '0.00' });
    expect(await differingFigures(server, raffleId)).toEqual([]);
  });

  it('are those of the last thirty days unless told, and of a year at most', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    await paid(raffleId, maria, 1);
    const { value } = await ask<Day[]>(DAYS, { raffleId });
    expect(value).toHaveLength(30);
    expect(value!.at(-1)).toEqual({ day: today(), orders: 1, quotas: 1, revenue: '1.00' });
    expect((await ask<Day[]>(DAYS, { raffleId, from: '2024-01-01', to: '2024-12-31' })).value).toHaveLength(366);
    for (const [from, to] of [['2024-01-01', '2025-01-01'] as const, ['2024-01-02', '2024-01-01'] as const])
      expect(await ask(DAYS, { raffleId, from, to })).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { to: [expect.any(String)] },
      });
    expect((await ask(DAYS, { raffleId: 'x' })).code).toBe('NOT_FOUND');
  });
});

describe('top buyers', () => {
  it('are ranked by quotas or value, of those with as much who did first, and of a day by its own', async () => {
    const { id: raffleId } = await anOpenRaffle(server, { showRank: true });
    const early = await paid(raffleId, joao, 5);
    await paid(raffleId, maria, 2);
    await paid(raffleId, maria, 3);
    const refunded = await paid(raffleId, ana, 9);
    await movePayment(early, daysAgo(2));
    await refund(refunded);
    const { value } = await ask<Buyer[]>(TOP, { raffleId });
    expect(value).toEqual([
      { rank: 1, name: 'João Conceição', userId: joao.id, orders: 1, quotas: 5, value: '5.00' },
      { rank: 2, name: 'Maria Aparecida da Silva', userId: maria.id, orders: 2, quotas: 5, value: '5.00' },
    ]);
    expect((await ask<Buyer[]>(TOP, { raffleId, by: 'VALUE', first: 1 })).value!.map(({ name }) => name)).toEqual([
      'João Conceição',
    ]);
    expect((await ask<Buyer[]>(TOP, { raffleId, day: today() })).value!.map(({ userId }) => userId)).toEqual([maria.id]);
    expect((await ask<Buyer[]>(TOP, { raffleId, day: today(), by: 'VALUE' })).value!.map(({ quotas }) => quotas)).toEqual([5]);
  });

  it('are masked for others, and hidden while the raffle does not show them', async () => {
    const { id: shown } = await anOpenRaffle(server, { showRank: true });
    const { id: hidden } = await anOpenRaffle(server);
    for (const raffleId of [shown, hidden]) {
      await paid(raffleId, maria, 2);
      await paid(raffleId, joao, 1);
    }
    const masked = { rank: 1, name: 'Maria A. d. S.', userId: null, orders: 1, quotas: 2, value: null };
    expect((await ask<Buyer[]>(TOP, { raffleId: shown }, '')).value![0]).toMatchObject({
      ...masked,
      name: expect.not.stringContaining('Silva') as string,
    });
    const { value: own } = await ask<Buyer[]>(TOP, { raffleId: shown }, joao.token);
    expect(own!.map(({ userId, value }) => [userId, value])).toEqual([
      [null, null],
      [joao.id, '1.00'],
    ]);
    expect((await ask<Buyer[]>(TOP, { raffleId: hidden }, '')).value).toEqual([]);
    expect((await ask<Buyer[]>(TOP, { raffleId: hidden }, joao.token)).value).toEqual([]);
    expect((await ask<Buyer[]>(TOP, { raffleId: hidden })).value).toHaveLength(2);
  });
});

describe('shares, last orders and badges', () => {
  it('tell of each raffle how much of it and of all is sold, the newest first, page by page', async () => {
    const { id: raffleId } = await anOpenRaffle(server, { quotaQuantity: 3, title: 'Três' });
    await paid(raffleId, ana, 1);
    type Shares = { nodes: Record<string, unknown>[]; totalCount: number; pageInfo: { endCursor: string; hasNextPage: boolean } };
    const query =
      'query ($first: Int, $after: String) { rafflePercentageOfSales(first: $first, after: $after) '
      + '{ nodes { raffleId title soldPercentage revenue revenuePercentage } totalCount pageInfo { endCursor hasNextPage } } }';
    const { value: first } = await ask<Shares>(query, { first: 1 });
    expect(first!.nodes).toMatchObject([{ raffleId, title: 'Três', soldPercentage: 33.33, revenue: '1.00' }]);
    const seen = [...first!.nodes];
    for (let page = first!; page.pageInfo.hasNextPage;) {
      page = (await ask<Shares>(query, { first: 2, after: page.pageInfo.endCursor })).value!;
      seen.push(...page.nodes);
    }
    expect(seen).toHaveLength(first!.totalCount);
    const percentages = seen.map(({ revenuePercentage }) => revenuePercentage as number);
    expect(percentages.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(99);
    expect(percentages.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100);
  });

  it('tell the latest orders of all raffles', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const ids = [await order(raffleId, maria, 1), await order(raffleId, joao, 1)];
    const { value } = await ask<{ id: string; user: { name: string } }[]>(
      'query { lastOrders(first: 2) { id user { name } } }',
      {},
    );
    expect(value).toEqual([
      { id: ids[1], user: { name: 'João Conceição' } },
      { id: ids[0], user: { name: 'Maria Aparecida da Silva' } },
    ]);
  });

  it('count what waits, and what was won until it was seen', async () => {
    type Counted = Record<'pendingOrders' | 'unseenWinners' | 'newCustomersToday' | 'latePayments' | 'unopenedBoxes', number>;
    const FIELDS = '{ pendingOrders latePayments unseenWinners unopenedBoxes newCustomersToday }';
    const badges = async () => (await ask<Counted>(`query { badges ${FIELDS} }`, {})).value!;
    const before = await badges();
    expect(before.newCustomersToday).toBe(3);
    const { id: raffleId } = await anOpenRaffle(server);
    await order(raffleId, maria, 1);
    expect(await badges()).toEqual({ ...before, pendingOrders: before.pendingOrders + 1 });

    const prized = await raffleDesk(server, admin.token).open({ enableQuotaPrizes: true, quotaQuantity: 1 });
    await quotaPrizeDesk(server.graphql, admin.token).create(prized, [{ prize: 'Bike', luckyNumber: '0' }]);
    await paid(prized, ana, 1);
    await decideAll(server.app);
    expect((await badges()).unseenWinners).toBe(before.unseenWinners + 1);
    const { value: seen } = await ask<Counted>(`mutation { markWinnersSeen ${FIELDS} }`, {});
    expect(seen!.unseenWinners).toBe(0);
    expect((await badges()).unseenWinners).toBe(0);
  });
});

describe('the displayed percentage', () => {
  const BAR =
    'query ($raffleId: ID!) { sellBar(raffleId: $raffleId) { paid available percentage displayedPercentage displayedIsAdjusted } }';
  const set = (name: 'create' | 'update', raffleId: string, percentage: number, token = admin.token) =>
    ask(
      `mutation ($input: FakeSoldQuotasPercentageInput!) { ${name}FakeSoldQuotasPercentage(input: $input) { raffleId percentage } }`,
      { input: { raffleId, percentage } },
      token,
    );
  const stored = async (raffleId: string) =>
    (await ask('query ($raffleId: ID!) { fakeSoldQuotasPercentage(raffleId: $raffleId) { percentage } }', { raffleId })).value;

  it('is the real one or the one that was set, marked where it is not real, and nothing else changes', async () => {
    const { id: raffleId } = await anOpenRaffle(server, { quotaQuantity: 4 });
    await paid(raffleId, maria, 1);
    expect(await stored(raffleId)).toBeNull();
    expect((await set('update', raffleId, 10)).code).toBe('CONFLICT');
    const real = { paid: 1, available: 3, percentage: 25 };
    expect((await set('create', raffleId, 40.5)).value).toEqual({ raffleId, percentage: 40.5 });
    expect((await set('create', raffleId, 41)).code).toBe('CONFLICT');
    expect((await ask(BAR, { raffleId })).value).toEqual({ ...real, displayedPercentage: 40.5, displayedIsAdjusted: true });
    await set('update', raffleId, 10);
    expect((await ask(BAR, { raffleId })).value).toEqual({ ...real, displayedPercentage: 25, displayedIsAdjusted: false });
    await set('update', raffleId, 25);
    expect((await ask(BAR, { raffleId })).value).toEqual({ ...real, displayedPercentage: 25, displayedIsAdjusted: false });
    expect(await stored(raffleId)).toEqual({ percentage: 25 });
    const audit = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: raffleId }, orderBy: { id: 'asc' } });
    expect(audit.filter(({ action }) => action.includes('Fake')).map(({ action, details }) => [action, details])).toEqual([
      ['createFakeSoldQuotasPercentage', { percentageBefore: null, percentage: 40.5 }],
      ['updateFakeSoldQuotasPercentage', { percentageBefore: 40.5, percentage: 10 }],
      ['updateFakeSoldQuotasPercentage', { percentageBefore: 10, percentage: 25 }],
    ]);
  });

  it('is 0 to 100 with two decimals, and an operator’s to set', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    for (const percentage of [-1, 100.01, 1.234])
      expect(await set('create', raffleId, percentage)).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { percentage: [expect.any(String)] },
      });
    expect((await set('create', raffleId, 1, maria.token)).code).toBe('FORBIDDEN');
    expect((await set('create', '00000000-0000-4000-8000-000000000000', 1)).code).toBe('NOT_FOUND');
    expect(await stored(raffleId)).toBeNull();
  });
});

describe('the calendar of the business', () => {
  it('is that of TZ_BUSINESS until something is sold, and then stands', async () => {
    const keep = ({ app }: Pick<Shop['server'], 'app'>, businessTimeZone: string) =>
      keepBusinessCalendar({ db: app.db, config: { ...app.config, businessTimeZone } });
    const zoneOf = async ({ app }: Pick<Shop['server'], 'app'>) => (await app.db.prisma.businessCalendar.findFirst())?.timeZone;
    const fresh = await startTestServer();
    try {
      expect(await keep(fresh, 'Asia/Tokyo')).toBeUndefined();
      expect(await zoneOf(fresh)).toBe('Asia/Tokyo');
    } finally {
      await fresh.stop();
    }
    expect(await keep(server, ZONE)).toBeUndefined();
    const problem = await keep(server, 'Asia/Tokyo');
    for (const word of ['TZ_BUSINESS', 'Asia/Tokyo', ZONE, 'npm run metrics:rebuild']) expect(problem).toContain(word);
    expect(await zoneOf(server)).toBe(ZONE);
  });
});

describe('metrics:rebuild', () => {
  async function rebuild(timeZone = ZONE, db = server.app.db): Promise<RepairedFigure[]> {
    const repaired: RepairedFigure[] = [];
    expect(await rebuildMetrics(db, timeZone, (figure) => repaired.push(figure))).toBe(repaired.length);
    return repaired;
  }

  it('finds nothing after all of this, and repairs what was changed behind its back, once', async () => {
    expect(await rebuild()).toEqual([]);
    const { id: raffleId } = await anOpenRaffle(server);
    await paid(raffleId, maria, 3);
    const { pool } = server.app.db;
    await pool.query(`UPDATE order_totals SET orders = 7, value = value + 5 WHERE raffle_id = $1 AND status = 'PAID'`, [
      raffleId,
    ]);
    await pool.query('DELETE FROM sales_hours WHERE raffle_id = $1', [raffleId]);
    await pool.query('UPDATE buyer_days SET quotas = quotas - 1 WHERE raffle_id = $1', [raffleId]);
    await pool.query('UPDATE raffle_buyers SET paid_orders = 0, reached_at = NULL WHERE raffle_id = $1', [raffleId]);
    await pool.query('UPDATE raffle_counters SET buyers = 3 WHERE raffle_id = $1', [raffleId]);
    const [repaired = [], again] = (await Promise.all([rebuild(), rebuild()])).toSorted((a, b) => b.length - a.length);
    expect(again).toEqual([]);
    expect(repaired.map(({ table, missing }) => [table, missing])).toEqual([
      ['order_totals', { orders: -6, quotas: 0, value: -5n }],
      ['sales_hours', { orders: 1, quotas: 3, value: 300n }],
      ['buyer_days', { orders: 0, quotas: 1, value: 0n }],
      ['raffle_buyers', { orders: 1, quotas: 0, value: 0n }],
      ['raffle_counters', { orders: -2, quotas: 0, value: 0n }],
    ]);
    expect(await rebuild()).toEqual([]);
    expect(await differingFigures(server)).toEqual([]);
  });

  it('reads and repairs in parts what differs, however much that is', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    await paid(raffleId, maria, 1);
    await besideTheRules(
      server,
      `INSERT INTO buyer_days (raffle_id, day, user_id, orders, quotas, value, reached_at)
       SELECT '${raffleId}', '2026-03-09', gen_random_uuid(), 1, 1, 100, now() FROM generate_series(1, 4500)`,
    );
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const repaired = await rebuild();
    const repairs = sent.mock.calls.filter(([query]) => (query as unknown as { name?: string }).name === 'repair_buyer_days');
    sent.mockRestore();
    expect(repaired).toHaveLength(4_500);
    expect(new Set(repaired.map(({ table, missing }) => `${table} ${missing.orders} ${missing.value}`))).toEqual(
      new Set(['buyer_days -1 -100']),
    );
    expect(repairs).toHaveLength(3);
    expect(await rebuild()).toEqual([]);
    expect(await differingFigures(server, raffleId)).toEqual([]);
  });

  it('takes as long as it takes, though the driver gives other statements up', async () => {
    const db = openDatabase({ url: server.databaseUrl, poolSize: 3, preparedStatements: true, onError: () => undefined });
    db.pool.options.query_timeout = 1_000;
    const other = await server.app.db.pool.connect();
    await other.query("SELECT pg_advisory_lock(hashtext('metrics:rebuild'))");
    const rebuilding = rebuild(ZONE, db);
    await sleep(1_500);
    await other.query('SELECT pg_advisory_unlock_all()');
    other.release();
    expect(await rebuilding).toEqual([]);
    await db.close();
  });

  it('leaves its session to the next transaction of a pooler as it was, without its lock', async () => {
    const db = openDatabase({ url: server.databaseUrl, poolSize: 2, preparedStatements: true, onError: () => undefined });
    const state = async () => {
      const clients = [await db.pool.connect(), await db.pool.connect()];
      const text = `SELECT pg_backend_pid() AS pid, current_setting('statement_timeout') AS a, current_setting('plan_cache_mode') AS b,
        (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`;
      const rows = await Promise.all(clients.map(async (client) => (await client.query<{ pid: number }>(text)).rows[0]!));
      for (const client of clients) client.release();
      return rows.toSorted((a, b) => a.pid - b.pid);
    };
    const before = await state();
    await rebuild(ZONE, db);
    expect(await state()).toEqual(before);
    await db.close();
  });

  it('takes no time zone that the database does not know, and sales go on', async () => {
    await expect(rebuild('Mars/Olympus')).rejects.toThrow('not recognized');
    const { id: raffleId } = await anOpenRaffle(server);
    await paid(raffleId, maria, 1);
    expect(await differingFigures(server, raffleId)).toEqual([]);
  });

  it('counts the days of another time zone anew, and sales go on by it', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const id = await paid(raffleId, maria, 1);
    await movePayment(id, new Date('2026-03-10T02:00:00Z'));
    const days = async () =>
      (await ask<Day[]>(DAYS, { raffleId, from: '2026-03-09', to: '2026-03-11' })).value!.map(({ orders }) => orders);
    expect(await days()).toEqual([1, 0, 0]);
    await rebuild('Asia/Tokyo');
    expect(await days()).toEqual([0, 1, 0]);
    await movePayment(await paid(raffleId, joao, 1), new Date('2026-03-10T15:00:00Z'));
    expect(await days()).toEqual([0, 1, 1]);
    await rebuild(ZONE);
    expect(await days()).toEqual([1, 1, 0]);
  });
});
