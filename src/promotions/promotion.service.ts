import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Promotion as PromotionRow, Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { isUniqueViolation } from '../platform/database/errors.js';
import { refuse, refuseField, refuseProblems, textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { formatMoney } from '../platform/money.js';
import { isUuid } from '../platform/uuid.js';
import { changeRaffle, raffleAudit, raiseVersion, type RaffleCopy } from '../raffles/change-raffle.js';
import type { PromotionInput } from './promotion.input.js';

/** Each makes the price table of a cumulative raffle more expensive. */
const MAX_PROMOTIONS = 20;

export function createPromotion(ctx: Context, raffleId: string, terms: PromotionInput): Promise<PromotionRow> {
  // Outside the transaction, which may run again.
  const id = uuidv7();
  return changePromotions(ctx, raffleId, 'createPromotion', async (tx, raffle) => {
    checkTerms(raffle, terms);
    if ((await tx.prisma.promotion.count({ where: { raffleId: raffle.id } })) >= MAX_PROMOTIONS)
      throw refuse('promotions.tooMany', { most: MAX_PROMOTIONS });
    return tx.prisma.promotion.create({ data: { id, raffleId: raffle.id, ...terms } });
  });
}

export async function updatePromotion(ctx: Context, id: string, terms: PromotionInput): Promise<PromotionRow> {
  const { raffleId } = await findPromotion(ctx.db, id);
  return changePromotions(ctx, raffleId, 'updatePromotion', async (tx, raffle) => {
    checkTerms(raffle, terms);
    await findPromotion(tx, id);
    return tx.prisma.promotion.update({ where: { id }, data: { ...terms } });
  });
}

export async function deletePromotion(ctx: Context, id: string): Promise<PromotionRow> {
  const { raffleId } = await findPromotion(ctx.db, id);
  return changePromotions(ctx, raffleId, 'deletePromotion', async (tx) => {
    await findPromotion(tx, id);
    return tx.prisma.promotion.delete({ where: { id } });
  });
}

async function changePromotions(
  ctx: Context,
  raffleId: string,
  action: string,
  change: (tx: Transaction, raffle: Raffle) => Promise<PromotionRow>,
): Promise<PromotionRow> {
  const changing = changeRaffle(ctx, raffleId, async (tx, raffle) => {
    const changed = await change(tx, raffle);
    const { id, kind, quotaQuantity, price, bonusQuotas } = changed;
    const details = { promotionId: id, kind, quotaQuantity, price: formatMoney(price), bonusQuotas };
    await writeAudit(tx, raffleAudit(ctx, action, raffle.id, details));
    await raiseVersion(tx, raffle.id);
    return changed;
  });
  return changing.catch((error: unknown) => {
    throw isUniqueViolation(error) ? refuseField('quotaQuantity', 'promotions.kindTaken') : error;
  });
}

function checkTerms({ quotaPrice }: Raffle, { kind, quotaQuantity, price, bonusQuotas }: PromotionInput): void {
  const problems: FieldProblems = {};
  const full = kind === 'EXACT' ? quotaPrice * BigInt(quotaQuantity) : quotaPrice;
  const max = formatMoney(full);
  if (price > full) problems.price = [textOf(kind === 'EXACT' ? 'promotions.priceOfAll' : 'promotions.priceOfOne', { max })];
  else if (price === full && bonusQuotas === 0)
    problems.price = [textOf(kind === 'EXACT' ? 'promotions.belowPriceOfAll' : 'promotions.belowPriceOfOne', { max })];
  const least = leastPrice(quotaPrice, { kind, quotaQuantity });
  if (price < least)
    problems.price = [textOf(kind === 'EXACT' ? 'promotions.leastOfAll' : 'promotions.leastOfOne', { min: formatMoney(least) })];
  if (bonusQuotas > quotaQuantity) problems.bonusQuotas = [textOf('promotions.atMostQuotas', { max: quotaQuantity })];
  refuseProblems(problems);
}

/** One centavo a quota: what is given away in a raffle with a price would look as if it was paid. */
function leastPrice(quotaPrice: bigint, { kind, quotaQuantity }: Pick<PromotionRow, 'kind' | 'quotaQuantity'>): bigint {
  if (quotaPrice === 0n) return 0n;
  return kind === 'EXACT' ? BigInt(quotaQuantity) : 1n;
}

/** A raffle that was free may have promotions for nothing. */
export async function refuseToGiveAway({ prisma }: Transaction, before: Raffle, { id, quotaPrice }: Raffle): Promise<void> {
  if (before.quotaPrice > 0n || quotaPrice === 0n) return;
  const promotions = await prisma.promotion.findMany({ where: { raffleId: id } });
  if (promotions.some((promotion) => promotion.price < leastPrice(quotaPrice, promotion)))
    throw refuseField('quotaPrice', 'promotions.giveAway');
}

export async function copyPromotions({ prisma }: Transaction, { fromId, raffle }: RaffleCopy): Promise<void> {
  const rows = await prisma.promotion.findMany({
    where: { raffleId: fromId },
    omit: { id: true, raffleId: true, createdAt: true },
  });
  await prisma.promotion.createMany({ data: rows.map((row) => ({ ...row, id: uuidv7(), raffleId: raffle.id })) });
}

/** Also under the lock: it may have been deleted before. */
async function findPromotion({ prisma }: Pick<Transaction, 'prisma'>, id: string): Promise<{ raffleId: string }> {
  const promotion = isUuid(id) ? await prisma.promotion.findUnique({ where: { id }, select: { raffleId: true } }) : null;
  if (!promotion) throw refuse('promotions.notFound');
  return promotion;
}
