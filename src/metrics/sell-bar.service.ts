import type { App, Context } from '../context.js';
import { notFound } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { createWatch, type Watch } from '../platform/watch.js';
import type { RaffleSnapshot } from '../raffles/raffle.snapshot.js';
import type { SellBar } from './sell-bar.type.js';

export type SellBarWatch = Watch<SellBar>;

/** A raffle's bar, at most 100 ms old. NOT_FOUND for a raffle the caller may not see. */
export async function findSellBar(ctx: Context, raffleId: string): Promise<SellBar> {
  const raffle = isUuid(raffleId) ? await ctx.raffles.get(raffleId) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && ctx.principal.role !== 'ADMIN')) throw notFound('raffle');
  return sellBarOf(raffle);
}

/** The bar at once, then on change, at most twice a second. */
export async function watchSellBar(ctx: Context, raffleId: string): Promise<AsyncIterable<SellBar>> {
  const bar = await findSellBar(ctx, raffleId);
  return ctx.sellBarWatch.subscribe(bar.raffleId, bar);
}

/** Follows bars for every subscriber of the process over the shared snapshots. */
export function createSellBarWatch({ raffles, log }: Pick<App, 'raffles' | 'log'>): SellBarWatch {
  return createWatch<SellBar>({
    intervalMs: 500,
    minGapMs: 500,
    maxSubscribers: 20_000,
    read: async (raffleIds) => {
      const found = await Promise.all(raffleIds.map((id) => raffles.get(id)));
      return new Map(found.flatMap((raffle) => (raffle ? [[raffle.id, sellBarOf(raffle)]] : [])));
    },
    same: (a, b) => a.paid === b.paid && a.reserved === b.reserved && a.total === b.total,
    onError: (error) => log.warn({ err: error, event: 'metrics.sell_bars.read_failed' }, 'watched sell bars could not be read'),
  });
}

function sellBarOf({ id, sellable, reserved, allocated }: RaffleSnapshot): SellBar {
  // Cut, not rounded: one quota short of all must not read 100.
  const percentage = sellable === 0 ? 0 : Math.floor((allocated * 10_000) / sellable) / 100;
  return {
    raffleId: id,
    total: sellable,
    paid: allocated,
    reserved,
    available: sellable - reserved - allocated,
    percentage,
    displayedPercentage: percentage,
    displayedIsAdjusted: false,
  };
}
