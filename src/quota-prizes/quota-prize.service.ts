import type { Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { INT, readPage, type Page, type PageRequest } from '../platform/page.js';
import { quotaPrizeWinners, quotaPrizeWinnersOfRaffle, type QuotaPrizeRow, selectDefinitions } from './quota-prize.sql.js';
import type { Raffle, RaffleStatus } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { shareWithoutRoom } from '../proof/quota-prizes.js';
import { prizesStand, writePrizeEvent } from '../prizes/prize-log.js';
import type { Counter } from '../quotas/counter.sql.js';
import { changeRaffle, raffleAudit } from '../raffles/change-raffle.js';
import { findVisibleRaffle } from '../raffles/raffle-access.js';
import {
  findPrize,
  forgetPrizes,
  listUnderLock,
  newSalt,
  prizeIn,
  publish,
  readPrize,
  requireUnderWay,
} from './quota-prize-definitions.js';

export async function listQuotaPrizes(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<QuotaPrizeRow>> {
  return pageOfRaffle(ctx, (await findVisibleRaffle(ctx, raffleId)).id, page);
}

export function pageOfRaffle({ loaders }: Context, raffleId: string, page: PageRequest): Promise<Page<QuotaPrizeRow>> {
  const count = async () => (await loaders.quotaPrizeCounts.load(raffleId)).total;
  return pageOfOwner(loaders.quotaPrizesOfRaffle, raffleId, page, count);
}

export function pageOfOrder({ loaders }: Context, orderId: string, page: PageRequest): Promise<Page<QuotaPrizeRow>> {
  return pageOfOwner(loaders.quotaPrizesOfOrder, orderId, page, () => loaders.quotaPrizeCountOfOrder.load(orderId));
}

async function pageOfOwner(
  loader: Context['loaders']['quotaPrizesOfRaffle'],
  ownerId: string,
  page: PageRequest,
  count: () => Promise<number>,
): Promise<Page<QuotaPrizeRow>> {
  return readPage<QuotaPrizeRow>(page, {
    key: [['position', INT]],
    rows: (after, size) => loader.load({ ownerId, after, count: size }),
    count,
  });
}

export async function listWinners(
  ctx: Context,
  raffleId: string | null | undefined,
  page: PageRequest,
): Promise<Page<QuotaPrizeRow>> {
  if (raffleId == null) return quotaPrizeWinners.page(ctx.db, page, [ctx.principal.role === 'ADMIN']);
  const { id } = await findVisibleRaffle(ctx, raffleId);
  return quotaPrizeWinnersOfRaffle.page(ctx.db, page, [id]);
}

/**
 * From the first sale on in the prize log. CONFLICT when it is won, no quota is left to withhold, or the raffle is frozen or
 * over.
 */
export async function setQuotaPrizeLock(ctx: Context, id: string, isLocked: boolean): Promise<QuotaPrizeRow> {
  const place = await findPrize(ctx, id);
  const { raffleId } = place;
  const salt = newSalt(ctx);
  const known = await ctx.db.query(selectDefinitions, [raffleId]);
  await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    requireUnderWay(raffle);
    const counter = quotas.counterOf(raffleId);
    const before = await listUnderLock(tx, counter, known);
    const prize = prizeIn(before, id);
    const stored = await tx.prisma.quotaPrize.findUnique({ where: { id: prize.id } });
    if (stored?.wonAt) throw refuse('quotaPrizes.won');
    if (prize.isLocked === isLocked) return;
    const sellable = counter.sellable + (isLocked ? -1 : 1);
    if (isLocked) requireSomethingLeft(counter);
    const list = before.map((one) => (one === prize ? { ...one, isLocked, beginsLocked: isLocked } : one));
    requireRoom(list, raffle, counter);

    if (await prizesStand(tx, counter)) {
      await tx.prisma.quotaPrize.update({ where: { id: prize.id }, data: { isLocked } });
      const type = isLocked ? 'LOCKED' : 'UNLOCKED';
      await writePrizeEvent(tx, { raffleId, ordinal: counter.allocated, type, prizeId: prize.id });
    } else {
      await tx.prisma.quotaPrize.update({ where: { id: prize.id }, data: { isLocked, beginsLocked: isLocked } });
      await publish(tx, raffle, list, salt);
    }
    await quotas.changeQuotaPrizes(raffleId, { sellable, quotaPrizes: list.length });
    const status = statusAfter(raffle.status, counter);
    await tx.prisma.raffle.update({ where: { id: raffleId }, data: { status, version: { increment: 1 } } });
    const moved: AuditEntry['details'] = status === raffle.status ? {} : { statusBefore: raffle.status, status };
    const details = { quotaPrizeId: prize.id, allocated: counter.allocated, ...moved };
    const action = isLocked ? 'lockQuotaPrize' : 'unlockQuotaPrize';
    await writeAudit(tx, raffleAudit(ctx, action, raffleId, details));
  });
  forgetPrizes(ctx, raffleId);
  return readPrize(ctx, place);
}

function requireSomethingLeft({ sellable, reserved, allocated }: Counter): void {
  if (reserved + allocated >= sellable) throw refuse('quotaPrizes.nothingToWithhold');
  if (sellable === 1) throw refuse('quotaPrizes.mustLeaveOne');
}

function requireRoom(
  list: readonly { releaseAt: number; isLocked: boolean }[],
  { quotaQuantity }: Raffle,
  { allocated }: Counter,
): void {
  const share = shareWithoutRoom(list, quotaQuantity, allocated);
  if (share === null) return;
  throw refuse('quotaPrizes.wouldLeave', { share: share / 100 });
}

function statusAfter(status: RaffleStatus, { sellable, allocated }: Counter): RaffleStatus {
  if (status === 'OPEN' && allocated === sellable) return 'SOLD_OUT';
  return status === 'SOLD_OUT' && allocated < sellable ? 'OPEN' : status;
}
