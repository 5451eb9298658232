import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Raffle, RaffleStatus } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseField, refuseProblems, textOf } from '../platform/domain-error.js';
import { INT, readPage, type Page, type PageRequest } from '../platform/page.js';
import type { FieldProblems } from '../platform/refusal.js';
import { canBeBought } from '../prizes/prize-log.js';
import { formatLuckyNumber, parseLuckyNumber } from '../proof/permutation.js';
import { MAX_QUOTA_PRIZES } from '../proof/quota-prize-list.js';
import { shareWithoutRoom } from '../proof/quota-prize-room.js';
import { takeFree } from '../proof/random.js';
import type { Counter } from '../quotas/counter.sql.js';
import { changeRaffle, raffleAudit, raiseVersion, type RaffleCopy } from '../raffles/change-raffle.js';
import { findVisibleRaffle } from '../raffles/raffle-access.js';
import {
  findPrize,
  forgetPrizes,
  listUnderLock,
  newSalt,
  prizeIn,
  publish,
  readPrize,
  requireDefinable,
  requireUnderWay,
} from './quota-prize-definitions.js';
import type { QuotaPrizeInput } from './quota-prize.input.js';
import * as sql from './quota-prize.sql.js';
import type { QuotaPrizeDefinition, QuotaPrizeRow } from './quota-prize.sql.js';

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
  if (raffleId == null) return sql.quotaPrizeWinners.page(ctx.db, page, [ctx.principal.role === 'ADMIN']);
  const { id } = await findVisibleRaffle(ctx, raffleId);
  return sql.quotaPrizeWinnersOfRaffle.page(ctx.db, page, [id]);
}

/**
 * Until the raffle can be bought this changes what is published. Later a locked prize goes to the close, one way: a leaf of the book,
 * and its number is not sold. CONFLICT when it is won, no quota is left, or the raffle is frozen or over.
 */
export async function setQuotaPrizeLock(ctx: Context, id: string, isLocked: boolean): Promise<QuotaPrizeRow> {
  const place = await findPrize(ctx, id);
  const { raffleId } = place;
  const salt = newSalt(ctx);
  const known = await ctx.db.query(sql.selectDefinitions, [raffleId]);
  await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    requireUnderWay(raffle);
    const counter = quotas.counterOf(raffleId);
    const before = await listUnderLock(tx, counter, known);
    const prize = prizeIn(before, id);
    const stored = await tx.prisma.quotaPrize.findUnique({ where: { id: prize.id } });
    if (stored?.wonAt) throw refuse('quotaPrizes.won');
    if (prize.isLocked === isLocked) return;
    const isOnSale = await canBeBought(quotas, raffle);
    if (isOnSale && !isLocked) throw refuse('prizes.oneWay');
    const sellable = counter.sellable + (isLocked ? -1 : 1);
    if (isLocked) requireSomethingLeft(counter);
    const list = before.map((one) => (one === prize ? { ...one, isLocked, beginsLocked: isLocked } : one));
    requireRoom(list, raffle, counter);

    await tx.prisma.quotaPrize.update({
      where: { id: prize.id },
      data: { isLocked, ...(!isOnSale && { beginsLocked: isLocked }) },
    });
    if (isOnSale) await quotas.sendToClose(raffleId, prize.id);
    else await publish(tx, raffle, list, salt);
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
  return status === 'OPEN' && allocated === sellable ? 'SOLD_OUT' : status;
}

/** Before the first order, all or none. NOT_FOUND; BAD_USER_INPUT by field; CONFLICT. */
export async function createQuotaPrizes(ctx: Context, raffleId: string, prizes: QuotaPrizeInput[]): Promise<{ ids: string[] }> {
  const made = prizes.map((prize) => ({ ...prize, id: uuidv7(), releaseAt: basisPoints(prize.releaseAtPercentage ?? 0) }));
  const salt = newSalt(ctx);
  await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    await requireDefinable(raffle, quotas);
    const before = await tx.query(sql.selectDefinitions, [raffle.id]);
    if (before.length + made.length > Math.min(MAX_QUOTA_PRIZES, raffle.quotaQuantity))
      throw refuse('quotaPrizes.tooMany', { most: MAX_QUOTA_PRIZES, count: before.length });
    const numbers = raffle.automaticQuotaPrizeDistribution
      ? drawNumbers(raffle, before, made)
      : typedNumbers(raffle, before, made);
    const last = before.at(-1)?.position ?? 0;
    const added = made.map(({ id, prize, releaseAt, isLocked }, i): QuotaPrizeDefinition => {
      const locked = isLocked ?? false;
      const common = { id, position: last + 1 + i, number: numbers[i]!, prize, releaseAt };
      return { ...common, beginsLocked: locked, isLocked: locked };
    });
    const list = [...before, ...added];
    requireRoomForAll(list, raffle.quotaQuantity);

    await insertList(tx, raffle, added);
    await publish(tx, raffle, list, salt);
    await quotas.changeQuotaPrizes(raffle.id, leftOf(list, raffle));
    await raiseVersion(tx, raffle.id);
    const details = { created: added.length, quotaPrizes: list.length };
    await writeAudit(tx, raffleAudit(ctx, 'createQuotaPrizes', raffle.id, details));
  });
  forgetPrizes(ctx, raffleId.toLowerCase());
  return { ids: made.map(({ id }) => id) };
}

export async function deleteQuotaPrize(ctx: Context, id: string): Promise<QuotaPrizeRow> {
  const place = await findPrize(ctx, id);
  const { raffleId } = place;
  const was = await readPrize(ctx, place);
  const known = await ctx.db.query(sql.selectDefinitions, [raffleId]);
  const salt = newSalt(ctx);
  await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    await requireDefinable(raffle, quotas);
    const before = await listUnderLock(tx, quotas.counterOf(raffleId), known);
    const prize = prizeIn(before, id);
    const list = before.filter((one) => one !== prize);
    await tx.prisma.quotaPrize.delete({ where: { id: prize.id } });
    await publish(tx, raffle, list, salt);
    await quotas.changeQuotaPrizes(raffleId, leftOf(list, raffle));
    await raiseVersion(tx, raffleId);
    const details = { quotaPrizeId: prize.id, quotaPrizes: list.length };
    await writeAudit(tx, raffleAudit(ctx, 'deleteQuotaPrize', raffleId, details));
  });
  forgetPrizes(ctx, raffleId);
  return was;
}

/** Drawn numbers are secret: the copy gets its own. Those that an operator chose stay. */
export async function copyQuotaPrizes(ctx: Pick<Context, 'config'>, tx: Transaction, copy: RaffleCopy): Promise<void> {
  const { fromId, raffle, quotas } = copy;
  const originals = await tx.query(sql.selectDefinitions, [fromId]);
  if (originals.length === 0) return;
  const isDrawn = raffle.automaticQuotaPrizeDistribution;
  const numbers = isDrawn
    ? drawNumbers(
        raffle,
        [],
        originals.map(() => ({})),
      )
    : originals.map(({ number }) => number);
  const list = originals.map(({ position, prize, releaseAt, beginsLocked }, i): QuotaPrizeDefinition => {
    return { id: uuidv7(), position, number: numbers[i]!, prize, releaseAt, beginsLocked, isLocked: beginsLocked };
  });
  await insertList(tx, raffle, list);
  await publish(tx, raffle, list, newSalt(ctx));
  await quotas.changeQuotaPrizes(raffle.id, leftOf(list, raffle));
}

async function insertList(tx: Transaction, raffle: Raffle, list: readonly QuotaPrizeDefinition[]): Promise<void> {
  await tx.query(sql.insertQuotaPrizes, [
    raffle.id,
    list.map(({ id }) => id),
    list.map(({ position }) => position),
    list.map(({ number }) => number),
    list.map(({ prize }) => prize),
    list.map(({ releaseAt }) => releaseAt),
    list.map(({ isLocked }) => isLocked),
    raffle.automaticQuotaPrizeDistribution,
  ]);
}

function leftOf(list: readonly QuotaPrizeDefinition[], { quotaQuantity }: Raffle): { sellable: number; quotaPrizes: number } {
  return { sellable: quotaQuantity - list.filter(({ isLocked }) => isLocked).length, quotaPrizes: list.length };
}

function basisPoints(percentage: number): number {
  const points = Math.round(percentage * 100);
  if (!(percentage >= 0 && percentage <= 100) || Math.abs(percentage * 100 - points) > 1e-6)
    throw refuseField('releaseAtPercentage', 'quotaPrizes.percentage', { min: 0, max: 100 });
  return points;
}

function drawNumbers(
  { quotaQuantity }: Raffle,
  before: readonly QuotaPrizeDefinition[],
  made: readonly Pick<QuotaPrizeInput, 'luckyNumber'>[],
): number[] {
  const problems: FieldProblems = {};
  for (const [i, { luckyNumber }] of made.entries())
    if (luckyNumber != null) problems[`prizes.${i}.luckyNumber`] = [textOf('quotaPrizes.numberLeftOut')];
  refuseProblems(problems);
  const taken = before.map(({ number }) => number).sort((one, other) => one - other);
  return made.map(() => takeFree(taken, randomInt(quotaQuantity - taken.length)));
}

function typedNumbers(
  { quotaQuantity }: Raffle,
  before: readonly QuotaPrizeDefinition[],
  made: readonly QuotaPrizeInput[],
): number[] {
  const problems: FieldProblems = {};
  const taken = new Set(before.map(({ number }) => number));
  const like = formatLuckyNumber(0, quotaQuantity);
  const numbers = made.map(({ luckyNumber }, i) => {
    const number = luckyNumber ? parseLuckyNumber(luckyNumber.padStart(like.length, '0'), quotaQuantity) : undefined;
    const field = `prizes.${i}.luckyNumber`;
    if (luckyNumber == null) problems[field] = [textOf('quotaPrizes.numberNeeded')];
    else if (number === undefined) problems[field] = [textOf('luckyNumbers.ofRaffle', { example: like })];
    else if (taken.has(number)) problems[field] = [textOf('quotaPrizes.numberTaken')];
    else taken.add(number);
    return number ?? 0;
  });
  refuseProblems(problems);
  return numbers;
}

/** As locked now, and with all unlocked. */
function requireRoomForAll(list: readonly QuotaPrizeDefinition[], quotas: number): void {
  if (list.every(({ isLocked }) => isLocked) && list.length === quotas) throw refuseField('isLocked', 'quotaPrizes.leavesNone');
  const unlocked = list.map((prize) => ({ ...prize, isLocked: false }));
  const share = shareWithoutRoom(list, quotas, 0) ?? shareWithoutRoom(unlocked, quotas, 0);
  if (share !== null) throw refuseField('releaseAtPercentage', 'quotaPrizes.leavesTooFew', { share: share / 100 });
}
