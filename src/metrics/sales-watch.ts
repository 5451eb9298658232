import type { App, Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { createWatch, type Watch } from '../platform/watch.js';
import { selectSalesMetrics, type SalesMetricsRow } from './sales.sql.js';
import type { SalesMetrics } from './sales.type.js';

export type SalesWatch = Watch<SalesMetrics>;

/** A raffle's sale at this moment. NOT_FOUND. */
export async function findSalesMetrics({ db }: Pick<Context, 'db'>, raffleId: string): Promise<SalesMetrics> {
  const id = raffleId.toLowerCase();
  const metrics = isUuid(id) ? (await readSalesMetrics(db, [id])).get(id) : undefined;
  if (!metrics) throw refuse('raffles.notFound');
  return metrics;
}

/** The sale at once, then on change, at most twice a second. NOT_FOUND. */
export async function watchSalesMetrics(ctx: Context, raffleId: string): Promise<AsyncIterable<SalesMetrics>> {
  const metrics = await findSalesMetrics(ctx, raffleId);
  return ctx.salesWatch.subscribe(metrics.raffleId, metrics);
}

/** Follows sales for every dashboard of the process, one read for all of them. */
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
  const rows = await db.query(selectSalesMetrics, [raffleIds]);
  return new Map(rows.map((row) => [row.raffleId, shown(row)]));
}

function shown({ sellable, reserved, quotas, ...row }: SalesMetricsRow): SalesMetrics {
  return { ...row, totalQuotas: sellable, reservedQuotas: reserved, soldQuotas: quotas };
}
