import { beforeAll, describe, expect, it } from 'vitest';
import { SalesPeriod } from '../src/metrics/sale-figures.type.js';
import { periodOf, stepsOf } from '../src/metrics/sales-period.js';
import { isoDay } from '../src/platform/business-day.js';
import { aCustomer } from './support/actors.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const ZONE = 'America/Sao_Paulo';
/** 00:05 of 1 March in São Paulo; in UTC it is three hours later. */
const clock = { timeZone: ZONE, at: new Date('2026-03-01T03:05:12Z') };
const day = (text: string): Date => new Date(text);

describe('a period', () => {
  it.each([
    ['TODAY', '2026-03-01', '2026-03-01', 1],
    ['YESTERDAY', '2026-02-28', '2026-02-28', 1],
    ['LAST_7_DAYS', '2026-02-23', '2026-03-01', 7],
    ['LAST_30_DAYS', '2026-01-31', '2026-03-01', 30],
    ['THIS_MONTH', '2026-03-01', '2026-03-01', 1],
    ['LAST_MONTH', '2026-02-01', '2026-02-28', 28],
  ] as const)('%s has the days of the business', (period, first, last, days) => {
    const of = periodOf({ period: SalesPeriod[period] }, clock);
    expect([isoDay(of.first), isoDay(of.last), of.days, of.isByHour]).toEqual([first, last, days, days === 1]);
  });

  it.each([
    ['of today until the hour that goes on', SalesPeriod.TODAY, {}, '2026-03-01 00:00'],
    ['of a day that is over to its end', SalesPeriod.YESTERDAY, {}, '2026-03-01 00:00'],
    ['of a month that is over to its end', SalesPeriod.LAST_MONTH, {}, '2026-03-01 00:00'],
    ['of days to come not at all', SalesPeriod.TODAY, { from: day('2026-03-10'), to: day('2026-03-11') }, '2026-03-10 00:00'],
  ])('is compared: %s', (_, period, days, until) => {
    expect(periodOf({ period, ...days }, clock).comparedUntil).toBe(until);
  });

  it('has the hours of one day or the days of more, and none that has not begun', () => {
    const noon = { timeZone: ZONE, at: new Date('2026-03-01T15:59:59Z') };
    const hours = stepsOf(periodOf({ period: SalesPeriod.TODAY }, noon), noon);
    expect([hours.length, hours.at(-1)]).toEqual([13, '2026-03-01 12:00']);
    expect(stepsOf(periodOf({ period: SalesPeriod.YESTERDAY }, noon), noon)).toHaveLength(24);
    const days = stepsOf(periodOf({ period: SalesPeriod.TODAY, from: day('2026-02-27'), to: day('2026-03-05') }, noon), noon);
    expect(days).toEqual(['2026-02-27 00:00', '2026-02-28 00:00', '2026-03-01 00:00']);
  });
});

const SUMS = 'orders quotas revenue';
const FIGURES = `query ($raffleId: ID, $period: SalesPeriod, $from: Date, $to: Date) {
  saleFigures(raffleId: $raffleId, period: $period, from: $from, to: $to) {
    at raffleId from to isByHour sold { ${SUMS} }
    comparison { from to until sold { ${SUMS} } before { ${SUMS} } since { ${SUMS} } }
    steps { begins ${SUMS} before { ${SUMS} } }
    standing { averageTicket buyers conversion openRaffles orders { status orders quotas value } }
    progress { total paid reserved available percentage displayedPercentage displayedIsAdjusted }
    topByQuotas { rank userId name orders quotas value } topByValue { rank userId name orders quotas value } } }`;

interface Sums {
  orders: number;
  quotas: number;
  revenue: string;
}
interface Figures {
  at: string;
  from: string;
  to: string;
  isByHour: boolean;
  sold: Sums;
  comparison: { from: string; to: string; until: string; sold: Sums; before: Sums; since: Sums };
  steps: (Sums & { begins: string; before: Sums })[];
  standing: {
    averageTicket: string | null;
    buyers: number;
    conversion: number | null;
    openRaffles: number;
    orders: { status: string; orders: number; quotas: number; value: string }[];
  };
  progress: {
    total: number;
    paid: number;
    reserved: number;
    available: number;
    percentage: number;
    displayedPercentage: number;
  } | null;
  topByQuotas: { rank: number; name: string; orders: number; quotas: number; value: string }[];
  topByValue: { rank: number; value: string }[];
}

const { server, admin, desk } = shopForTests();
let buyers: { id: string; token: string }[];
beforeAll(async () => {
  buyers = await Promise.all(['Maria', 'João', 'Ana'].map((name) => aCustomer(server, { name })));
});

async function figuresOf(variables: object): Promise<Figures> {
  const { data, errors } = await server.graphql<{ saleFigures: Figures }>(FIGURES, { ...variables }, admin);
  expect(errors).toBeUndefined();
  return data.saleFigures;
}
async function placed(raffleId: string, buyer: number, quotaQuantity: number): Promise<string> {
  const { order, message } = await desk.buyWithoutGateway(buyers[buyer]!.token, { raffleId, quotaQuantity });
  if (!order) throw new Error(message);
  return order.id;
}
async function paid(raffleId: string, buyer: number, quotaQuantity: number, hoursAgo = 0): Promise<string> {
  const id = await placed(raffleId, buyer, quotaQuantity);
  await desk.pay(admin.token, id);
  const paidAt = new Date(Date.now() - hoursAgo * 3_600_000);
  if (hoursAgo > 0) await server.app.db.prisma.order.update({ where: { id: BigInt(id) }, data: { paidAt } });
  return id;
}

const NONE = { orders: 0, quotas: 0, revenue: '0.00' };
const centavos = (text: string): number => Math.round(Number(text) * 100);
const added = (all: Sums[]): Sums =>
  all.reduce(
    (sum, one) => ({
      orders: sum.orders + one.orders,
      quotas: sum.quotas + one.quotas,
      revenue: ((centavos(sum.revenue) + centavos(one.revenue)) / 100).toFixed(2),
    }),
    NONE,
  );
const only = ({ orders, quotas, revenue }: Sums): Sums => ({ orders, quotas, revenue });

/** What a reader of the screen could add up or compare. */
function expectToAgree({ sold, comparison, steps, standing, progress, topByQuotas, topByValue, ...of }: Figures): void {
  expect(added(steps)).toEqual(only(sold));
  expect(added([comparison.sold, comparison.since])).toEqual(only(sold));
  const full = steps.filter(({ begins }) => begins < comparison.until);
  if (of.isByHour) {
    expect(added(full)).toEqual(comparison.sold);
    expect(added(full.map(({ before }) => before))).toEqual(comparison.before);
  }
  const ofStatus = (status: string) => standing.orders.find((one) => one.status === status)!;
  const orders = standing.orders.reduce((sum, one) => sum + one.orders, 0);
  const everPaid = ofStatus('PAID').orders + ofStatus('REFUNDED').orders;
  expect(standing.conversion).toBe(orders === 0 ? null : Math.floor((everPaid / orders) * 10_000) / 100);
  expect(centavos(sold.revenue)).toBeLessThanOrEqual(centavos(ofStatus('PAID').value));
  expect(sold.orders).toBeLessThanOrEqual(ofStatus('PAID').orders);
  if (!progress) return;
  expect(progress.paid).toBe(ofStatus('PAID').quotas);
  expect(progress.reserved).toBe(ofStatus('PENDING').quotas);
  expect(progress.paid + progress.reserved + progress.available).toBe(progress.total);
  expect(progress.percentage).toBe(Math.floor((progress.paid * 10_000) / progress.total) / 100);
  expect(standing.buyers).toBe(topByQuotas.length);
  expect(topByQuotas.reduce((sum, { quotas }) => sum + quotas, 0)).toBe(progress.paid);
  expect(topByValue.reduce((sum, { value }) => sum + centavos(value), 0)).toBe(centavos(ofStatus('PAID').value));
}

const PERIODS = Object.values(SalesPeriod);

describe('the figures of a screen', () => {
  it('agree with each other through all that becomes of orders, in every period, of one raffle and of all', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    for (const period of PERIODS) expectToAgree(await figuresOf({ raffleId, period }));
    await paid(raffleId, 0, 3);
    await paid(raffleId, 1, 5, 25);
    await paid(raffleId, 1, 2, 26);
    await paid(raffleId, 2, 1, 24 * 20);
    const refunded = await paid(raffleId, 2, 7);
    await server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { id } }', { id: refunded }, admin);
    await placed(raffleId, 0, 4);
    await desk.cancel(buyers[2]!.token, await placed(raffleId, 2, 6));
    for (const period of PERIODS) {
      expectToAgree(await figuresOf({ raffleId, period }));
      expectToAgree(await figuresOf({ period }));
    }
    const month = await figuresOf({ raffleId, period: 'LAST_30_DAYS' });
    expect(month.sold).toEqual({ orders: 4, quotas: 11, revenue: '11.00' });
    expect(month.topByQuotas.map(({ rank, name, quotas }) => [rank, name, quotas])).toEqual([
      [1, 'João', 7],
      [2, 'Maria', 3],
      [3, 'Ana', 1],
    ]);
  });

  it('agree while people buy', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    let isSelling = true;
    const selling = (async () => {
      for (let i = 0; i < 25; i++) await paid(raffleId, i % 3, 1 + (i % 4));
      isSelling = false;
    })();
    let reads = 0;
    while (isSelling) {
      expectToAgree(await figuresOf({ raffleId }));
      reads++;
    }
    await selling;
    expect(reads).toBeGreaterThan(5);
    expect((await figuresOf({ raffleId })).sold.orders).toBe(25);
  });

  it('compare full hours with as many of the period before, by the day and by more', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const sell = (hour: string, count: number) =>
      server.app.db.pool.query(
        `INSERT INTO sales_hours (raffle_id, hour, orders, quotas, revenue)
         SELECT $1, date_trunc('hour', now() AT TIME ZONE '${ZONE}') + $2::interval, $3::int, $3::int, $3::int * 100`,
        [raffleId, hour, count],
      );
    await sell('0 hours', 1);
    // Of the hour that goes on now, a day before: it has no counterpart that is over.
    await sell('-24 hours', 10);
    await sell('-25 hours', 100);
    const { comparison, sold, steps } = await figuresOf({ raffleId });
    expect(only(sold)).toEqual({ orders: 1, quotas: 1, revenue: '1.00' });
    expect(comparison.since).toEqual({ orders: 1, quotas: 1, revenue: '1.00' });
    expect(comparison.sold).toEqual(NONE);
    const isFirstHour = comparison.until.endsWith(' 00:00');
    expect(comparison.before.orders).toBe(isFirstHour ? 0 : 100);
    expect(steps.at(-1)!.before.orders).toBe(10);
    const week = await figuresOf({ raffleId, period: 'LAST_7_DAYS' });
    // Yesterday is within the week, so that nothing is before it.
    expect(week.comparison).toMatchObject({ before: NONE });
    expect(week.sold.orders).toBe(111);
    expect(week.steps).toHaveLength(7);
    expect(isoDay(new Date(Date.parse(week.from) - 86_400_000))).toBe(week.comparison.to);
  });

  it('refuse a raffle that is not there, and days that are none', async () => {
    const codeOf = async (variables: object) =>
      (await server.graphql(FIGURES, { ...variables }, admin)).errors?.[0]?.extensions.code;
    expect(await codeOf({ raffleId: crypto.randomUUID() })).toBe('NOT_FOUND');
    expect(await codeOf({ raffleId: 'moto' })).toBe('NOT_FOUND');
    expect(await codeOf({ from: '2026-03-02', to: '2026-03-01' })).toBe('BAD_USER_INPUT');
    expect(await codeOf({ from: '2024-01-01', to: '2026-03-01' })).toBe('BAD_USER_INPUT');
  });
});
