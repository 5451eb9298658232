import type { App, Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import { refuse } from '../platform/domain-error.js';
import { toHundredths } from '../platform/money.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { createWatch, type Watch } from '../platform/watch.js';
import { NO_QUOTAS } from '../proof/book-replay.js';
import { changeRaffle } from '../raffles/change-raffle.js';
import { paidQuotas } from '../quotas/counter.sql.js';
import { roomOf } from '../quotas/room.js';
import type { RaffleSnapshot } from '../raffles/raffle.snapshot.js';
import type { FakeSoldQuotasPercentage, SellBar } from './sales.type.js';

export type SellBarWatch = Watch<SellBar>;

/** At most 100 ms old; current for operators. */
export async function findSellBar(ctx: Context, raffleId: string): Promise<SellBar> {
  if (!isUuid(raffleId)) throw refuse('raffles.notFound');
  const isAdmin = ctx.principal.role === 'ADMIN';
  const id = raffleId.toLowerCase();
  const raffle = await (isAdmin ? ctx.raffles.read(id) : ctx.raffles.get(id));
  if (!raffle || (raffle.status === 'DRAFT' && !isAdmin)) throw refuse('raffles.notFound');
  return sellBarOf(raffle);
}

export async function findSellBarOf(ctx: Context, { id }: { id: string }): Promise<SellBar | null> {
  const raffle = await (ctx.principal.role === 'ADMIN' ? ctx.raffles.read(id) : ctx.raffles.get(id));
  return raffle ? sellBarOf(raffle) : null;
}

export async function watchSellBar(ctx: Context, raffleId: string): Promise<AsyncIterable<SellBar>> {
  const bar = await findSellBar(ctx, raffleId);
  return ctx.sellBarWatch.subscribe(bar.raffleId, bar);
}

const COMPOSITION = Object.keys(NO_QUOTAS) as (keyof typeof NO_QUOTAS)[];

/** One read serves all subscribers of the process. */
export function createSellBarWatch({ raffles, log }: Pick<App, 'raffles' | 'log'>): SellBarWatch {
  return createWatch<SellBar>({
    intervalMs: 500,
    minGapMs: 500,
    maxSubscribers: 20_000,
    read: async (raffleIds) => {
      // Cached copies are up to 100 ms old already.
      const found = await Promise.all(raffleIds.map((id) => raffles.read(id)));
      return new Map(found.flatMap((raffle) => (raffle ? [[raffle.id, sellBarOf(raffle)]] : [])));
    },
    same: (a, b) =>
      a.paid === b.paid
      && a.reserved === b.reserved
      && a.reservable === b.reservable
      && a.total === b.total
      && a.displayedPercentage === b.displayedPercentage
      && COMPOSITION.every((kind) => a.composition[kind] === b.composition[kind]),
    onError: (error) => log.warn({ err: error, event: 'metrics.sell_bars.read_failed' }, 'watched sell bars could not be read'),
  });
}

/** The same object for the same snapshot, so that caches recognise it. */
const bars = new WeakMap<RaffleSnapshot, SellBar>();

function sellBarOf(raffle: RaffleSnapshot): SellBar {
  let bar = bars.get(raffle);
  if (!bar) bars.set(raffle, (bar = makeSellBar(raffle)));
  return bar;
}

function makeSellBar(raffle: RaffleSnapshot): SellBar {
  const { id, sellable, reserved, fakeSoldPercentage, composition } = raffle;
  const paid = paidQuotas(raffle);
  const { free, forUnproven } = roomOf(raffle);
  return {
    raffleId: id,
    total: sellable,
    paid,
    reserved,
    available: free,
    reservable: forUnproven,
    ...percentagesOf(paid, sellable, fakeSoldPercentage),
    composition: composition ?? NO_QUOTAS,
  };
}

/** `fakeSoldPercentage` in hundredths. */
export function percentagesOf(
  paid: number,
  sellable: number,
  fakeSoldPercentage: number | null,
): Pick<SellBar, 'percentage' | 'displayedPercentage' | 'displayedIsAdjusted'> {
  // Cut, not rounded: less than all must not show 100.
  const percentage = sellable === 0 ? 0 : Math.floor((paid * 10_000) / sellable) / 100;
  return {
    percentage,
    displayedPercentage: Math.max(percentage, (fakeSoldPercentage ?? 0) / 100),
    displayedIsAdjusted: (fakeSoldPercentage ?? 0) / 100 > percentage,
  };
}

interface Setting {
  raffleId: string;
  /** 0 to 100, two decimals. */
  percentage: number;
}

export async function findFakePercentage(ctx: Context, raffleId: string): Promise<FakeSoldQuotasPercentage | null> {
  const raffle = isUuid(raffleId) ? await ctx.raffles.read(raffleId.toLowerCase()) : undefined;
  if (!raffle) throw refuse('raffles.notFound');
  const { id, fakeSoldPercentage } = raffle;
  return fakeSoldPercentage === null ? null : { raffleId: id, percentage: fakeSoldPercentage / 100 };
}

export function createFakePercentage(ctx: Context, setting: Setting): Promise<FakeSoldQuotasPercentage> {
  return setPercentage(ctx, setting, 'createFakeSoldQuotasPercentage', (before) => {
    if (before !== null) throw refuse('metrics.percentageExists');
  });
}

export function updateFakePercentage(ctx: Context, setting: Setting): Promise<FakeSoldQuotasPercentage> {
  return setPercentage(ctx, setting, 'updateFakeSoldQuotasPercentage', (before) => {
    if (before === null) throw refuse('metrics.noPercentage');
  });
}

function setPercentage(
  ctx: Context,
  { raffleId, percentage }: Setting,
  action: string,
  check: (before: number | null) => void,
): Promise<FakeSoldQuotasPercentage> {
  const hundredths = toHundredths(percentage);
  return changeRaffle(ctx, raffleId, async (tx, raffle) => {
    const { id, fakeSoldPercentage: before } = raffle;
    if (raffle.certificateCode !== null) throw refuse('metrics.withCertificate');
    check(before);
    if (before === hundredths) return { raffleId: id, percentage };
    await tx.prisma.raffle.update({ where: { id }, data: { fakeSoldPercentage: hundredths } });
    const percentageBefore = before === null ? null : before / 100;
    const details = { percentageBefore, percentage };
    await writeAudit(tx, { by: actorOf(ctx), action, subjectType: 'raffle', subjectId: id, details });
    return { raffleId: id, percentage };
  });
}
