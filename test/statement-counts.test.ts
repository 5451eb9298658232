import { getNamedType, isObjectType } from 'graphql';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { aCustomer, anAdmin } from './support/actors.js';
import { withHeldClock } from './support/clock.js';
import { everyFieldOf } from './support/every-field.js';
import { lists } from './support/every-list.js';
import { aListedRow, anOrderOfNumbers, listedBulkActId, listedClientId, type Listed } from './support/listed-rows.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { startTestServer, type TestServer } from './support/start.js';

/** What each list costs, its nested fields included: statements that reach Postgres, however many rows it has. */
const STATEMENTS: Record<string, number> = {
  apiClients: 2,
  auditLog: 3,
  awardedBoxCombos: 1,
  awardedBoxes: 3,
  awardedBoxesByRaffle: 3,
  awardedBoxWinners: 2,
  backgroundWork: 5,
  billingOrders: 3,
  bookHeads: 2,
  bookReceipt: 6,
  bulkActFailures: 2,
  bulkActs: 2,
  commissionEntries: 3,
  disputes: 6,
  exports: 3,
  exportSchedules: 3,
  faqs: 1,
  files: 3,
  lastBuyers: 0,
  lastOrders: 21,
  latePayments: 6,
  messageTexts: 1,
  messagesOfUser: 3,
  luckyNumbersByOrder: 2,
  luckyNumbersByRaffle: 3,
  myAwardedBoxes: 3,
  myCommissionEntries: 3,
  myOrders: 21,
  myPixPayments: 6,
  myRaffles: 9,
  mySessions: 1,
  myWonPrizes: 4,
  notifications: 1,
  orders: 22,
  ordersSummary: 1,
  ordersByRaffle: 22,
  paymentCallbacks: 2,
  paymentProviders: 1,
  personNotes: 3,
  pixPayments: 6,
  prizeLog: 2,
  providerFees: 1,
  quotaPrizeWinners: 3,
  quotaPrizes: 3,
  raffleCategories: 1,
  rafflePercentageOfSales: 3,
  raffleTimeline: 2,
  raffles: 10,
  referrers: 5,
  salesByDay: 1,
  savedFilters: 1,
  search: 4,
  secondFactors: 1,
  sessionsOfUser: 2,
  topBuyers: 1,
  users: 2,
  webhookDeliveries: 3,
  webhookEndpoints: 1,
  winners: 2,
  wonPrizes: 4,
  wonPrizesOfUser: 4,
};

let server: TestServer;
let listed: Listed;
let tokens: Record<'operator' | 'buyer', string>;
const counted: Record<string, number>[] = [];

beforeAll(() =>
  // Its workers must not ask anything of their own meanwhile.
  withHeldClock(async () => {
    server = await startTestServer();
    const buyer = await aCustomer(server);
    tokens = { operator: (await anAdmin(server)).token, buyer: buyer.token };
    listed = { server, buyerId: buyer.id, raffleId: (await anOpenRaffle(server, { showLastBuyers: true })).id };
    for (const rows of [1, 9]) {
      const orderId = await anOrderOfNumbers(server, rows);
      for (let n = rows === 1 ? 1 : 2; n <= rows; n++) await aListedRow(listed, n);
      // The first time a raffle's key is read, which is then kept.
      await statementsOfAll(rows, orderId);
      counted.push(await statementsOfAll(rows, orderId));
    }
  }),
);
afterAll(() => server?.stop());
afterEach(() => void vi.restoreAllMocks());

/** Filters that would leave another list of it. */
const LEFT_OUT: Record<string, string[]> = { messagesOfUser: ['orderId'], myAwardedBoxes: ['orderId'] };

/** Lists that are as long whatever there is. */
const FIXED: Record<string, number> = {
  bookReceipt: 1,
  messageTexts: 16,
  ordersSummary: 5,
  salesByDay: 30,
  search: 0,
};
/** Rows that are there before. */
const BESIDE: Record<string, number> = { backgroundWork: 1, secondFactors: 1 };
/** Each row is two paid orders, of which eight are told at most. */
const LAST_BUYERS: Record<number, number> = { 1: 2, 9: 8 };

async function statementsOfAll(rows: number, orderId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const clientId = await listedClientId(server);
  const bulkActId = await listedBulkActId(server);
  const paymentId = await aPaymentWithCallbacks(BigInt(orderId), rows);
  for (const { name, type, args } of lists) {
    const values: Record<string, unknown> = {
      raffleId: listed.raffleId,
      orderId,
      paymentId,
      userId: listed.buyerId,
      clientId,
      bulkActId,
      first: rows,
      text: 'Nobody',
    };
    const passed = args
      .filter((arg) => arg.name in values && !LEFT_OUT[name]?.includes(arg.name))
      .map((arg) => `${arg.name}: ${JSON.stringify(values[arg.name])}`);
    const query = `{ list: ${name} ${passed.length > 0 ? `(${passed.join()})` : ''} ${everyFieldOf(type)} }`;
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const { data, errors } = await server.graphql(query, {}, { token: name.startsWith('my') ? tokens.buyer : tokens.operator });
    counts[name] = asked.mock.calls.filter(([sent]) => !SHARED.includes(nameOf(sent))).length;
    asked.mockRestore();
    expect([name, errors]).toEqual([name, undefined]);
    const expected = name === 'lastBuyers' ? LAST_BUYERS[rows] : (FIXED[name] ?? rows + (BESIDE[name] ?? 0));
    expect([name, (data.list.nodes ?? data.list).length]).toEqual([name, expected]);
  }
  return counts;
}

async function aPaymentWithCallbacks(orderId: bigint, count: number): Promise<string> {
  const { prisma } = server.app.db;
  const { id } = await prisma.payment.findFirstOrThrow({ where: { orderId } });
  const endToEndId = `E${uuidv7()}`;
  const { providerName } = await prisma.payment.update({ where: { id }, data: { endToEndId } });
  await prisma.paymentCallback.createMany({
    data: Array.from({ length: count }, () => ({
      id: uuidv7(),
      providerName,
      body: '{}',
      about: [endToEndId],
      processedAt: new Date(),
    })),
  });
  return id;
}

/** Read for everybody together, now and then: whom tokens speak for, raffles, how far they have come, who bought last, settings. */
const SHARED: unknown[] = [
  'select_token_owners',
  'select_raffle_snapshots',
  'select_raffle_page',
  'select_last_buyers',
  'select_providers',
  'select_site',
  'select_chance_state',
  'select_box_facts',
  'select_quota_prize_definitions',
  'select_sent_to_close',
  'select_standings',
];
const nameOf = (sent: unknown): unknown => (sent as { name?: unknown }).name;

describe('the statements of a list', () => {
  it('are told here of every list that there is', () => {
    expect(lists.map(({ name }) => name).sort()).toEqual(Object.keys(STATEMENTS).sort());
    for (const { type } of lists) expect(isObjectType(getNamedType(type))).toBe(true);
  });

  it.each(Object.entries(STATEMENTS))('%s are %i, with one row as with nine', (name, expected) => {
    expect(counted.map((counts) => counts[name])).toEqual([expected, expected]);
  });

  it('are no more when its count is asked for under many names', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const { data } = await server.graphql('{ raffles { a: totalCount b: totalCount c: totalCount } }', {}, {});
    expect(data.raffles).toEqual({ a: data.raffles.a, b: data.raffles.a, c: data.raffles.a });
    expect(asked.mock.calls.filter(([query]) => /count\(/i.test(JSON.stringify(query)))).toHaveLength(1);
  });
});

it('of an order are two: the first writes the batch, the second waits until the batch is stored', async () => {
  const raffle = await anOpenRaffle(server, {
    reservationFields: ['NAME', 'CPF', 'BIRTH_DATE'],
    maxBuyerQuantity: 100,
    enableAntiSpam: true,
    antiSpamMaxQuota: 100,
    antiSpamTimeout: 60,
  });
  const buyer = await aCustomer(server, { birthDate: new Date('1990-01-31') });
  await seedProviders(server);
  const order = async () => {
    const { order: bought } = await salesDesk(server.graphql).buyWithoutGateway(buyer.token, {
      raffleId: raffle.id,
      quotaQuantity: 1,
    });
    expect(bought?.status).toBe('PENDING');
  };
  await order();
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await order();
  // Read together with everybody else's, a few times a second at most.
  const shared = ['select_raffle_snapshots', 'select_token_owners'];
  expect(asked.mock.calls.map(([sent]) => nameOf(sent)).filter((name) => !shared.includes(String(name)))).toEqual([
    'reserve_orders',
    'ask_witness',
  ]);
});
