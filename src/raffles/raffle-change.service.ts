import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { DomainError, refuse, refuseField, refuseFields, refuseProblems, textOf } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import { isUuid } from '../platform/uuid.js';
import type { Counter } from '../quotas/counter.sql.js';
import { changeRaffle, raffleAudit, refuseAfterSale, requireNotFrozen } from './change-raffle.js';
import { changeDetails, prizeRows, storeRefusal } from './raffle.service.js';
import { changedFields, type RaffleFields, type RaffleInput } from './raffle-fields.js';
import { lateContestProblems } from './lottery-contest.js';
import type { PrizeRow } from './raffle-row.js';
import { inputProblems, nullProblems, raffleProblems } from './raffle-rules.js';
import { canBePaid, checkMove, checkOpening, checkPayable } from './raffle-status.js';
import { setPrizePictures } from './raffle.sql.js';

const STANDING_FIELDS = [
  'quotaQuantity',
  'quotaPrice',
  'drawMode',
  'contest',
  'contestDate',
  'acumulativeCombo',
  'prizeClaimDays',
  'enableQuotaPrizes',
  'automaticQuotaPrizeDistribution',
] as const satisfies (keyof RaffleFields)[];

export type RaffleChange = RaffleInput & { confirmRefundTotal?: bigint | null; confirmNobodyCanPay?: boolean };

/** Idempotent. CONFLICT on a forbidden move or a fixed field. A worker refunds what a cancelled raffle sold. */
const PRICES = {
  quotaPrice: true,
  affiliate: true,
  commissionBasisPoints: true,
  enablePromotions: true,
  cumulative: true,
} as const;

/** Before the transaction, which has one connection. Of a draft nothing is sold. */
async function changesPrices({ db }: Context, id: string, input: RaffleInput): Promise<boolean> {
  const asked = (Object.keys(PRICES) as (keyof typeof PRICES)[]).filter((name) => input[name] != null);
  if (asked.length === 0 || !isUuid(id)) return false;
  const raffle = await db.prisma.raffle.findUnique({ where: { id }, select: { status: true, ...PRICES } });
  return raffle !== null && raffle.status !== 'DRAFT' && asked.some((name) => input[name] !== raffle[name]);
}

export async function updateRaffle(
  ctx: Context,
  typedId: string,
  { confirmRefundTotal, confirmNobodyCanPay = false, ...input }: RaffleChange,
): Promise<Raffle> {
  const id = typedId.toLowerCase();
  const callsOff = input.status === 'CANCELLED';
  if (confirmRefundTotal != null && !callsOff) throw refuseField('confirmRefundTotal', 'raffles.onlyCancelling');
  if (callsOff || (await changesPrices(ctx, id, input))) await ctx.requireRecentProof(ctx);
  // Before the lock: it reads every paid order.
  const toRefund = callsOff && isUuid(id) ? await ctx.refundTotalOf(id) : undefined;
  const isPayable = await canBePaid(ctx, { status: input.status, confirmNobodyCanPay });
  const changing = changeRaffle(ctx, id, async (tx, raffle, quotas) => {
    const counter = quotas.counterOf(id);
    refuseProblems(nullProblems(input));
    const fields = changedFields(raffle, input);
    const changes = differing(raffle, fields);
    const prizes = input.prizes === undefined ? undefined : prizeRows(input.prizes ?? []);
    const prizesBefore = prizes === undefined ? [] : await prizesOf(tx, id);
    const prizesChange = prizes !== undefined && !isDeepStrictEqual(prizes, prizesBefore);
    const promisesChange = prizesChange && !isDeepStrictEqual(prizes.map(promiseOf), prizesBefore.map(promiseOf));
    const freeCampaignChanges = input.freeCampaign != null && input.freeCampaign !== raffle.freeCampaign;

    if (changes.status) {
      const { status, frozenAt } = raffle;
      const draw = frozenAt && (await tx.prisma.draw.findUnique({ where: { raffleId: id }, select: { dueAt: true } }));
      const drawableAt = frozenAt && draw?.dueAt && draw.dueAt > frozenAt ? draw.dueAt : frozenAt;
      checkMove({ status, drawableAt }, changes.status, counter);
    }
    if (fields.status === 'OPEN' && (changes.status || changes.endsAt)) checkOpening(fields);
    if (changes.status === 'OPEN') checkPayable(isPayable, fields);
    if (changes.status && toRefund) checkCallingOff(toRefund, counter, confirmRefundTotal);
    const touched = [
      ...STANDING_FIELDS.filter((name) => name in changes),
      ...(freeCampaignChanges ? ['freeCampaign'] : []),
      ...(promisesChange ? ['prizes'] : []),
      // It is what the winner gets.
      ...('title' in changes && (await isWithoutPrizes(tx, id)) ? ['title'] : []),
    ];
    if (raffle.frozenAt && 'drawAt' in changes) throw refuseFields({ drawAt: [textOf('raffles.drawAtFrozen')] }, 'CONFLICT');
    if (touched.length > 0 && (raffle.frozenAt || (await quotas.isOrdered(id)))) throw refuseAfterSale(touched);
    requireNoQuotaPrizes(changes, counter);
    const late = lateContestProblems(changes.contestDate, Date.now());
    refuseProblems({ ...inputProblems(input, fields), ...raffleProblems(fields, ctx.config), ...late });
    if (Object.keys(changes).length === 0 && !prizesChange) return raffle;

    if (changes.quotaQuantity) await quotas.resize(id, changes.quotaQuantity);
    if (changes.status === 'CANCELLED') {
      await quotas.releaseUnpaid(id);
      tx.afterCommit(() => ctx.cancelledRaffleWakeUp.wake());
    }
    if (promisesChange) {
      await tx.prisma.rafflePrize.deleteMany({ where: { raffleId: id } });
      await tx.prisma.rafflePrize.createMany({ data: prizes.map((prize) => ({ raffleId: id, ...prize })) });
    } else if (prizesChange) {
      await tx.query(setPrizePictures, [id, prizes.map(({ position }) => position), prizes.map(({ photoUrl }) => photoUrl)]);
    }
    const prizeChange = prizesChange ? { before: prizesBefore, after: prizes } : undefined;
    await writeAudit(tx, raffleAudit(ctx, 'updateRaffle', id, changeDetails(raffle, changes, prizeChange)));
    const isCalledOff = changes.status === 'CANCELLED';
    const data = { ...changes, ...(isCalledOff && { refundedUpTo: 0n, frozenAt: null }), version: { increment: 1 } };
    const changed = await tx.prisma.raffle.update({ where: { id }, data });
    for (const hook of ctx.raffleHooks) await hook.changed?.(tx, raffle, changed);
    return changed;
  });
  return changing.catch((error: unknown) => {
    throw storeRefusal(error);
  });
}

/** Soft delete: the rows stay, the slug becomes free. NOT_FOUND; CONFLICT once it has orders. */
export async function deleteRaffle(ctx: Context, typedId: string): Promise<Raffle> {
  const id = typedId.toLowerCase();
  return changeRaffle(ctx, id, async (tx, raffle, quotas) => {
    requireNotFrozen(raffle);
    if (quotas.counterOf(id).allocated > 0 || (await quotas.hasUnpaid(id))) throw refuse('raffles.hasOrders');
    await tx.prisma.raffle.update({
      where: { id },
      data: { deletedAt: new Date(), slug: `deleted-${id}`, version: { increment: 1 } },
    });
    await writeAudit(tx, raffleAudit(ctx, 'deleteRaffle', id, { title: raffle.title, slug: raffle.slug }));
    return raffle;
  });
}

/** CONFLICT with the sum unless `confirmed` equals it, or if an order was paid after the sum was read. */
function checkCallingOff(
  { orders, amount, leaves }: Awaited<ReturnType<Context['refundTotalOf']>>,
  counter: Counter,
  confirmed: bigint | null | undefined,
): void {
  if (leaves !== counter.leaves) {
    const problem = textOf('raffles.refundTotalMoves');
    throw new DomainError('CONFLICT', { ...problem, fields: { confirmRefundTotal: [problem] } });
  }
  if (confirmed === amount || (orders === 0 && confirmed == null)) return;
  const sum = formatMoney(amount);
  const problem = textOf('raffles.confirmRefund', { orders: textOf('raffles.paidOrders', { count: orders }), total: sum, sum });
  throw new DomainError('CONFLICT', { ...problem, fields: { confirmRefundTotal: [problem] } });
}

function differing(before: Raffle, after: RaffleFields): Partial<RaffleFields> {
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof Raffle]));
  return Object.fromEntries(changed);
}

function requireNoQuotaPrizes(changes: Partial<RaffleFields>, { quotaPrizes }: Counter): void {
  const fields = (['quotaQuantity', 'enableQuotaPrizes', 'automaticQuotaPrizeDistribution'] as const).filter(
    (name) => name in changes,
  );
  if (quotaPrizes === 0 || fields.length === 0) return;
  throw refuseFields(Object.fromEntries(fields.map((name) => [name, [textOf('raffles.hasQuotaPrizes')]])), 'CONFLICT');
}

async function isWithoutPrizes({ prisma }: Transaction, raffleId: string): Promise<boolean> {
  return (await prisma.rafflePrize.count({ where: { raffleId } })) === 0;
}

function prizesOf({ prisma }: Transaction, raffleId: string) {
  return prisma.rafflePrize.findMany({
    where: { raffleId },
    orderBy: { position: 'asc' },
    select: { position: true, title: true, description: true, photoUrl: true },
  });
}

/** A picture promises nothing. */
const promiseOf = ({ photoUrl: _photoUrl, ...promise }: PrizeRow): Omit<PrizeRow, 'photoUrl'> => promise;
