import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Promotion as PromotionRow, PromotionKind, Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { isUniqueViolation } from '../platform/database/errors.js';
import { badField, badFields, DomainError, notFound } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { formatMoney } from '../platform/money.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { changeRaffle } from '../raffles/change-raffle.js';

/** More are no help to a buyer; each makes the table of prices of a cumulative raffle dearer. */
const MAX_PROMOTIONS = 20;

/** What an operator decides of a promotion; the price in centavos. */
export interface PromotionTerms {
  kind: PromotionKind;
  quotaQuantity: number;
  price: bigint;
  bonusQuotas: number;
}

/** Adds one to a raffle; audited. NOT_FOUND; BAD_USER_INPUT by field; CONFLICT when there are too many. */
export function createPromotion(ctx: Context, raffleId: string, terms: PromotionTerms): Promise<PromotionRow> {
  // Not in the transaction, which may run again.
  const id = uuidv7();
  return changePromotions(ctx, raffleId, 'createPromotion', async (tx, raffle) => {
    checkTerms(raffle, terms);
    if ((await tx.prisma.promotion.count({ where: { raffleId: raffle.id } })) >= MAX_PROMOTIONS)
      throw new DomainError('CONFLICT', `The raffle has ${MAX_PROMOTIONS} promotions already; delete one first.`);
    return tx.prisma.promotion.create({ data: { id, raffleId: raffle.id, ...terms } });
  });
}

/** Changes all of one; audited. Orders that were placed keep their price. NOT_FOUND, or BAD_USER_INPUT by field. */
export async function updatePromotion(ctx: Context, id: string, terms: PromotionTerms): Promise<PromotionRow> {
  const { raffleId } = await findPromotion(ctx, id);
  return changePromotions(ctx, raffleId, 'updatePromotion', async (tx, raffle) => {
    checkTerms(raffle, terms);
    await requireStillThere(tx, id);
    return tx.prisma.promotion.update({ where: { id }, data: { ...terms } });
  });
}

/** Ends one and answers what it was; audited. Orders that were placed keep their price. NOT_FOUND. */
export async function deletePromotion(ctx: Context, id: string): Promise<PromotionRow> {
  const { raffleId } = await findPromotion(ctx, id);
  return changePromotions(ctx, raffleId, 'deletePromotion', async (tx) => {
    await requireStillThere(tx, id);
    return tx.prisma.promotion.delete({ where: { id } });
  });
}

/** Under the raffle's lock, and with a new version of it: an order that was priced before is priced again. */
async function changePromotions(
  ctx: Context,
  raffleId: string,
  action: string,
  change: (tx: Transaction, raffle: Raffle) => Promise<PromotionRow>,
): Promise<PromotionRow> {
  try {
    return await changeRaffle(ctx, raffleId, async (tx, raffle) => {
      const { id, kind, quotaQuantity, price, bonusQuotas, ...promotion } = await change(tx, raffle);
      const details = { promotionId: id, kind, quotaQuantity, price: formatMoney(price), bonusQuotas };
      await writeAudit(tx, { by: actorOf(ctx), action, subjectType: 'raffle', subjectId: raffle.id, details });
      await tx.prisma.raffle.update({ where: { id: raffle.id }, data: { version: { increment: 1 } } });
      return { id, kind, quotaQuantity, price, bonusQuotas, ...promotion };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw badField('quotaQuantity', 'has a promotion of this kind already: change that one');
    throw error;
  }
}

/** A promotion that costs a buyer more, or nothing but an illusion, is a mistake. */
function checkTerms({ quotaPrice }: Raffle, { kind, quotaQuantity, price, bonusQuotas }: PromotionTerms): void {
  const problems: FieldProblems = {};
  const full = kind === 'EXACT' ? quotaPrice * BigInt(quotaQuantity) : quotaPrice;
  const what = `${formatMoney(full)}, what ${kind === 'EXACT' ? 'they cost' : 'a quota costs'} without it`;
  if (price > full) problems.price = [`must be at most ${what}`];
  else if (price === full && bonusQuotas === 0) problems.price = [`must be below ${what}, where it gives no bonus quotas`];
  if (bonusQuotas > quotaQuantity) problems.bonusQuotas = [`must be at most quotaQuantity, ${quotaQuantity}`];
  if (Object.keys(problems).length > 0) throw badFields(problems);
}

async function findPromotion({ db }: Context, id: string): Promise<{ raffleId: string }> {
  const promotion = isUuid(id) ? await db.prisma.promotion.findUnique({ where: { id }, select: { raffleId: true } }) : null;
  if (!promotion) throw notFound('promotion');
  return promotion;
}

/** Somebody may have deleted it before the lock was had. */
async function requireStillThere({ prisma }: Transaction, id: string): Promise<void> {
  if (!(await prisma.promotion.findUnique({ where: { id }, select: { id: true } }))) throw notFound('promotion');
}
