import type { App, Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { createWatch, type Watch } from '../platform/watch.js';
import type { RaffleSnapshot } from '../raffles/raffle.snapshot.js';
import type { SellBar } from './sales.type.js';

export type SellBarWatch = Watch<SellBar>;

/** A raffle's bar, at most 100 ms old; for an ADMIN of this moment. NOT_FOUND for a raffle the caller may not see. */
export async function findSellBar(ctx: Context, raffleId: string): Promise<SellBar> {
  if (!isUuid(raffleId)) throw refuse('raffles.notFound');
  const isAdmin = ctx.principal.role === 'ADMIN';
  const id = raffleId.toLowerCase();
  const raffle = await (isAdmin ? ctx.raffles.read(id) : ctx.raffles.get(id));
  if (!raffle || (raffle.status === 'DRAFT' && !isAdmin)) throw refuse('raffles.notFound');
  return sellBarOf(raffle);
}

/** The bar of a raffle that the caller sees; null when it was deleted meanwhile. */
export async function findSellBarOf(ctx: Context, { id }: { id: string }): Promise<SellBar | null> {
  const raffle = await (ctx.principal.role === 'ADMIN' ? ctx.raffles.read(id) : ctx.raffles.get(id));
  return raffle ? sellBarOf(raffle) : null;
}

/** The bar at once, then on change, at most twice a second. */
export async function watchSellBar(ctx: Context, raffleId: string): Promise<AsyncIterable<SellBar>> {
  const bar = await findSellBar(ctx, raffleId);
  return ctx.sellBarWatch.subscribe(bar.raffleId, bar);
}

/** Follows bars for every subscriber of the process, one read for all of them. */
export function createSellBarWatch({ raffles, log }: Pick<App, 'raffles' | 'log'>): SellBarWatch {
  return createWatch<SellBar>({
    intervalMs: 500,
    minGapMs: 500,
    maxSubscribers: 20_000,
    read: async (raffleIds) => {
      // Not the copies: what is up to 100 ms old when it is told would be that much later.
      const found = await Promise.all(raffleIds.map((id) => raffles.read(id)));
      return new Map(found.flatMap((raffle) => (raffle ? [[raffle.id, sellBarOf(raffle)]] : [])));
    },
    same: (a, b) =>
      a.paid === b.paid && a.reserved === b.reserved && a.total === b.total && a.displayedPercentage === b.displayedPercentage,
    onError: (error) => log.warn({ err: error, event: 'metrics.sell_bars.read_failed' }, 'watched sell bars could not be read'),
  });
}

/** One object for one snapshot: whoever has answered with it knows it again. */
const bars = new WeakMap<RaffleSnapshot, SellBar>();

function sellBarOf(raffle: RaffleSnapshot): SellBar {
  let bar = bars.get(raffle);
  if (!bar) bars.set(raffle, (bar = makeSellBar(raffle)));
  return bar;
}

function makeSellBar({ id, sellable, reserved, allocated, fakeSoldPercentage }: RaffleSnapshot): SellBar {
  // Cut, not rounded: one quota short of all must not read 100.
  const percentage = sellable === 0 ? 0 : Math.floor((allocated * 10_000) / sellable) / 100;
  return {
    raffleId: id,
    total: sellable,
    paid: allocated,
    reserved,
    available: sellable - reserved - allocated,
    percentage,
    displayedPercentage: Math.max(percentage, (fakeSoldPercentage ?? 0) / 100),
    displayedIsAdjusted: (fakeSoldPercentage ?? 0) / 100 > percentage,
  };
}
