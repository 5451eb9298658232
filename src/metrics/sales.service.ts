import type { Context, App } from '../context.js';
import { OrderStatus } from '../generated/prisma/enums.js';
import { dayRange, isoDay } from '../platform/business-day.js';
import type { Sql } from '../platform/database/statement.js';
import { refuse } from '../platform/domain-error.js';
import { maskName, seesWhole } from '../platform/masking.js';
import type { Page, PageRequest } from '../platform/page.js';
import { isUuid } from '../platform/uuid.js';
import { createWatch, type Watch } from '../platform/watch.js';
import { isShownToCaller } from '../raffles/raffle-access.js';
import * as sql from './sales.sql.js';
import type { Badges, GeneralMetrics, OrdersOfStatus, RaffleShare, SalesDay, TopBuyer, SalesMetrics } from './sales.type.js';

const DAYS_BY_DEFAULT = 30;
const MOST_DAYS = 366;
/** Of a replica. */
const MAX_AGE_MS = 2_000;

export const figuresOf = ({ db }: Pick<App, 'db'>): Sql => db.reader(MAX_AGE_MS);

export async function salesByDay(
  ctx: Context,
  { raffleId, from, to }: { raffleId: string; from?: Date | null | undefined; to?: Date | null | undefined },
): Promise<SalesDay[]> {
  const id = await raffleIdOf(ctx, raffleId);
  const { first, last } = dayRange(ctx.config.businessTimeZone, { from, to }, { byDefault: DAYS_BY_DEFAULT, most: MOST_DAYS });
  return figuresOf(ctx).query(sql.selectSalesDays, [id, isoDay(first), isoDay(last)]);
}

/** Empty for anyone but operators while the raffle hides them. */
export async function topBuyers(
  ctx: Context,
  { raffleId, day, by, first }: { raffleId: string; day?: Date | null | undefined; by: 'QUOTAS' | 'VALUE'; first: number },
): Promise<TopBuyer[]> {
  if (!(await isShownToCaller(ctx, raffleId, ({ showRank }) => showRank))) return [];
  const rows = day
    ? await figuresOf(ctx).query(sql.selectTopBuyersOfDay[by], [raffleId, first, isoDay(day)])
    : await figuresOf(ctx).query(sql.selectTopBuyers[by], [raffleId, first]);
  return rows.map((row, index) => {
    const { name, userId, value, orders, quotas } = row;
    const shown = seesWhole(ctx.principal, userId)
      ? { name, userId, value }
      : { name: maskName(name), userId: null, value: null };
    return { rank: index + 1, orders, quotas, ...shown };
  });
}

export async function generalMetrics(ctx: Pick<Context, 'db'>): Promise<GeneralMetrics> {
  const figures = figuresOf(ctx);
  const [totals, [shop]] = await Promise.all([figures.query(sql.selectOrderTotals), figures.query(sql.selectShopTotals)]);
  const orders = byStatus(totals);
  const paid = orders.find(({ status }) => status === 'PAID');
  return {
    revenue: paid?.value ?? 0n,
    quotasSold: paid?.quotas ?? 0,
    ...standingOf(orders),
    buyers: shop?.buyers ?? 0,
    activeRaffles: shop?.activeRaffles ?? 0,
  };
}

/** Of the orders of every status. */
export function standingOf(orders: OrdersOfStatus[]): Pick<GeneralMetrics, 'orders' | 'conversion' | 'averageTicket'> {
  const paid = orders.find(({ status }) => status === 'PAID');
  const all = orders.reduce((sum, one) => sum + one.orders, 0);
  const everPaid = orders.reduce((sum, one) => sum + (one.status === 'PAID' || one.status === 'REFUNDED' ? one.orders : 0), 0);
  return {
    orders,
    conversion: all === 0 ? null : percentageOf(BigInt(everPaid), BigInt(all)),
    averageTicket: paid && paid.orders > 0 ? paid.value / BigInt(paid.orders) : null,
  };
}

export async function ordersSummary(ctx: Context, raffleId: string | null | undefined): Promise<OrdersOfStatus[]> {
  if (raffleId == null) return byStatus(await figuresOf(ctx).query(sql.selectOrderTotals));
  return byStatus(await figuresOf(ctx).query(sql.selectOrderTotalsOfRaffle, [await raffleIdOf(ctx, raffleId)]));
}

export async function raffleShares(ctx: Pick<Context, 'db'>, page: PageRequest): Promise<Page<RaffleShare>> {
  const figures = figuresOf(ctx);
  const totals = await figures.query(sql.selectOrderTotals);
  const all = totals.find(({ status }) => status === 'PAID')?.value ?? 0n;
  const shareOf = ({ id, title, sellable, paid, revenue }: sql.RaffleShareRow): RaffleShare => ({
    raffleId: id,
    title,
    soldPercentage: percentageOf(BigInt(paid), BigInt(sellable)),
    revenue,
    revenuePercentage: percentageOf(revenue, all),
  });
  return sql.raffleShareList.page(figures, page, [], { nodesOf: (rows) => rows.map(shareOf) });
}

export async function badges(ctx: Context): Promise<Badges> {
  const [row] = await ctx.db.query(sql.selectBadges, [operatorIdOf(ctx)]);
  if (!row) throw refuse('users.notFound');
  return row;
}

export async function markWinnersSeen(ctx: Context): Promise<Badges> {
  const id = operatorIdOf(ctx);
  await ctx.db.transaction((tx) => tx.query(sql.markWinnersSeen, [id]));
  return badges(ctx);
}

function operatorIdOf({ principal }: Context): string {
  if (principal.role === 'PUBLIC') throw refuse('users.notFound');
  return principal.id;
}

async function raffleIdOf({ raffles }: Pick<Context, 'raffles'>, raffleId: string): Promise<string> {
  const raffle = isUuid(raffleId) ? await raffles.get(raffleId.toLowerCase()) : null;
  if (!raffle) throw refuse('raffles.notFound');
  return raffle.id;
}

export function byStatus(rows: OrdersOfStatus[]): OrdersOfStatus[] {
  return Object.values(OrderStatus).map(
    (status) => rows.find((row) => row.status === status) ?? { status, orders: 0, quotas: 0, value: 0n },
  );
}

/** Cut, not rounded: less than all must not show 100. */
function percentageOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;
}

export type SalesWatch = Watch<SalesMetrics>;

export async function findSalesMetrics({ db }: Pick<Context, 'db'>, raffleId: string): Promise<SalesMetrics> {
  const id = raffleId.toLowerCase();
  const metrics = isUuid(id) ? (await readSalesMetrics(db, [id])).get(id) : undefined;
  if (!metrics) throw refuse('raffles.notFound');
  return metrics;
}

export async function watchSalesMetrics(ctx: Context, raffleId: string): Promise<AsyncIterable<SalesMetrics>> {
  const metrics = await findSalesMetrics(ctx, raffleId);
  return ctx.salesWatch.subscribe(metrics.raffleId, metrics);
}

/** One read serves all dashboards of the process. */
export function createSalesWatch({ db, log }: Pick<App, 'db' | 'log'>): SalesWatch {
  return createWatch<SalesMetrics>({
    intervalMs: 500,
    minGapMs: 500,
    maxSubscribers: 5_000,
    read: (raffleIds) => readSalesMetrics(db, raffleIds),
    same: (a, b) => Object.entries(a).every(([name, value]) => b[name as keyof SalesMetrics] === value),
    onError: (error) => log.warn({ err: error, event: 'metrics.sales.read_failed' }, 'watched sales could not be read'),
  });
}

async function readSalesMetrics(db: App['db'], raffleIds: string[]): Promise<Map<string, SalesMetrics>> {
  const rows = await figuresOf({ db }).query(sql.selectSalesMetrics, [raffleIds]);
  return new Map(rows.map((row) => [row.raffleId, row]));
}
