import type { Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { freeQuotas, paidQuotas } from '../quotas/counter.sql.js';
import { type AskedPeriod, daysAfter, hourOf, type Period, periodOf, shifted, stepsOf } from './sales-period.js';
import { OTHER_SOURCES } from './order-sources.sql.js';
import { MOST_TOP_BUYERS } from './sale-figures-limits.js';
import * as sql from './sale-figures.sql.js';
import type { SaleFigures, SaleProgress, SaleSource, SaleStep, SaleSums } from './sale-figures.type.js';
import { byStatus, figuresOf, standingOf } from './sales.service.js';
import type { OrdersOfStatus, TopBuyer } from './sales.type.js';
import { percentagesOf } from './sell-bar.service.js';

const NOTHING: SaleSums = { orders: 0, quotas: 0, revenue: 0n };

/** One statement: no figure is older than another. NOT_FOUND; BAD_USER_INPUT on `to`. */
export async function saleFigures(
  ctx: Pick<Context, 'db' | 'config'>,
  { raffleId, ...asked }: AskedPeriod & { raffleId?: string | null | undefined },
): Promise<SaleFigures> {
  const clock = { timeZone: ctx.config.businessTimeZone, at: new Date() };
  const period = periodOf(asked, clock);
  const id = raffleId?.toLowerCase() ?? null;
  const row = await readFigures(ctx, period, id);
  if (!row) throw refuse('raffles.notFound');
  const before = { from: daysAfter(period.first, -period.days), to: daysAfter(period.last, -period.days) };
  const soldIn = new Map(row.steps.map(({ step, ...sums }) => [step, sumsOf(sums)]));
  const steps = stepsOf(period, clock).map((begins): SaleStep => ({
    begins,
    ...(soldIn.get(begins) ?? NOTHING),
    before: soldIn.get(shifted(begins, -period.days)) ?? NOTHING,
  }));
  // An order that was paid in the hour that begins right now may be in no listed step yet: the whole is the sum of what is shown.
  const sold = steps.reduce(added, NOTHING);
  const compared = sumsOf(row.compared);
  return {
    at: clock.at,
    raffleId: id,
    from: period.first,
    to: period.last,
    sold,
    comparison: {
      ...before,
      until: period.comparedUntil,
      sold: compared,
      before: sumsOf(row.comparedBefore),
      since: {
        orders: sold.orders - compared.orders,
        quotas: sold.quotas - compared.quotas,
        revenue: sold.revenue - compared.revenue,
      },
    },
    isByHour: period.isByHour,
    steps,
    placed: byStatus(totalsOf(row.placed)),
    sources: row.sources.map(sourceOf),
    standing: { ...standingOf(byStatus(totalsOf(row.totals))), buyers: row.buyers, openRaffles: row.openRaffles },
    progress: row.sale && progressOf(row.sale),
    topByQuotas: rankedOf(row.byQuotas),
    topByValue: rankedOf(row.byValue),
  };
}

async function readFigures(
  ctx: Pick<Context, 'db'>,
  period: Period,
  raffleId: string | null,
): Promise<sql.SaleFiguresRow | undefined> {
  const begins = hourOf(period.first);
  const values = [
    shifted(begins, -period.days),
    begins,
    hourOf(daysAfter(period.last, 1)),
    period.isByHour ? 'hour' : 'day',
    period.comparedUntil,
    shifted(period.comparedUntil, -period.days),
  ];
  if (raffleId === null) return (await figuresOf(ctx).query(sql.selectFiguresOfAll, values))[0];
  if (!isUuid(raffleId)) return undefined;
  return (await figuresOf(ctx).query(sql.selectFiguresOfRaffle, [...values, raffleId, MOST_TOP_BUYERS]))[0];
}

const sumsOf = ({ orders, quotas, revenue }: sql.SumsRow): SaleSums => ({ orders, quotas, revenue: BigInt(revenue) });

const totalsOf = (rows: sql.TotalsRow[]): OrdersOfStatus[] => rows.map(({ value, ...of }) => ({ ...of, value: BigInt(value) }));

const sourceOf = ({ source, campaign, placed, pending, ...paid }: sql.SourceRow): SaleSource => ({
  source: source === OTHER_SOURCES ? null : source || null,
  campaign: campaign || null,
  isRest: source === OTHER_SOURCES,
  placed,
  pending,
  paid: sumsOf(paid),
});

const added = (sum: SaleSums, { orders, quotas, revenue }: SaleSums): SaleSums => ({
  orders: sum.orders + orders,
  quotas: sum.quotas + quotas,
  revenue: sum.revenue + revenue,
});

const rankedOf = (rows: sql.RankedRow[]): TopBuyer[] =>
  rows.map(({ value, ...of }, index) => ({ rank: index + 1, ...of, value: BigInt(value) }));

function progressOf(sale: sql.SaleRow): SaleProgress {
  const paid = paidQuotas(sale);
  return {
    total: sale.sellable,
    paid,
    reserved: sale.reserved,
    available: freeQuotas(sale),
    ...percentagesOf(paid, sale.sellable, sale.fakeSoldPercentage),
  };
}
