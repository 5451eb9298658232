import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { AwardedBoxCombo } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { isUniqueViolation } from '../platform/database/errors.js';
import { badField, DomainError, notFound } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { changeRaffle, isSold, refuseAfterSale } from '../raffles/change-raffle.js';
import { isShownToCaller } from '../raffles/raffle-access.js';
import { changeBoxes, checkCombos, newSeed, publish } from './publish-boxes.js';

const MAX_COMBOS = 100;

/** What an operator decides of a combo. */
export interface ComboTerms {
  quantityTitles: number;
  quantityBoxes: number;
  visible?: boolean | null;
  highlighted?: boolean | null;
}

/** Adds one to a raffle that has not sold; audited. NOT_FOUND; BAD_USER_INPUT by field; CONFLICT once sold, or when there are too many. */
export async function createCombo(
  ctx: Context,
  { raffleId, ...terms }: ComboTerms & { raffleId: string },
): Promise<AwardedBoxCombo> {
  // Not in the transaction, which may run again.
  const id = uuidv7();
  const { quantityTitles, quantityBoxes, visible, highlighted } = terms;
  const row = { id, raffleId: raffleId.toLowerCase(), quantityTitles, quantityBoxes };
  return refusingTwins(
    changeBoxes(ctx, row.raffleId, 'awardedBoxCombos', async (tx) => {
      if ((await tx.prisma.awardedBoxCombo.count({ where: { raffleId: row.raffleId } })) >= MAX_COMBOS)
        throw new DomainError('CONFLICT', `The raffle has ${MAX_COMBOS} combos already; delete one first.`);
      const data = { ...row, visible: visible ?? true, highlighted: highlighted ?? false };
      const changed = await tx.prisma.awardedBoxCombo.create({ data });
      await checkCombos(tx, row.raffleId, 'quantityBoxes');
      return { changed, action: 'createAwardedBoxCombo', details: detailsOf(changed) };
    }),
  );
}

/**
 * Changes what is given of one; audited. What an order receives stands from the first sale on (CONFLICT by field), what is shown does
 * not. NOT_FOUND, or BAD_USER_INPUT by field.
 */
export async function updateCombo(
  ctx: Context,
  id: string,
  terms: { [Name in keyof ComboTerms]?: ComboTerms[Name] | null },
): Promise<AwardedBoxCombo> {
  const { raffleId } = await findCombo(ctx, id);
  const seed = newSeed(ctx);
  const changing = changeRaffle(ctx, raffleId, async (tx, _raffle, quotas) => {
    const before = await requireStillThere(tx, id);
    const data = {
      quantityTitles: terms.quantityTitles ?? before.quantityTitles,
      quantityBoxes: terms.quantityBoxes ?? before.quantityBoxes,
      visible: terms.visible ?? before.visible,
      highlighted: terms.highlighted ?? before.highlighted,
    };
    const shown = { visible: data.visible, highlighted: data.highlighted };
    const touched = (['quantityTitles', 'quantityBoxes'] as const).filter((name) => data[name] !== before[name]);
    if (touched.length > 0 && isSold(quotas.counterOf(raffleId))) throw refuseAfterSale(touched);
    if (touched.length === 0 && shown.visible === before.visible && shown.highlighted === before.highlighted) return before;

    const changed = await tx.prisma.awardedBoxCombo.update({ where: { id }, data: touched.length > 0 ? data : shown });
    if (touched.length > 0) {
      await checkCombos(tx, raffleId, touched.includes('quantityBoxes') ? 'quantityBoxes' : 'quantityTitles');
      await publish(tx, raffleId, seed);
      await tx.prisma.raffle.update({ where: { id: raffleId }, data: { version: { increment: 1 } } });
    }
    const details = {
      ...detailsOf(changed),
      quantityTitlesBefore: before.quantityTitles,
      quantityBoxesBefore: before.quantityBoxes,
    };
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'updateAwardedBoxCombo',
      subjectType: 'raffle',
      subjectId: raffleId,
      details,
    });
    return changed;
  });
  return refusingTwins(changing);
}

/** Takes one away from a raffle that has not sold, and answers what it was; audited. NOT_FOUND; CONFLICT once sold. */
export async function deleteCombo(ctx: Context, id: string): Promise<AwardedBoxCombo> {
  const { raffleId } = await findCombo(ctx, id);
  return changeBoxes(ctx, raffleId, 'awardedBoxCombos', async (tx) => {
    await requireStillThere(tx, id);
    const changed = await tx.prisma.awardedBoxCombo.delete({ where: { id } });
    return { changed, action: 'deleteAwardedBoxCombo', details: detailsOf(changed) };
  });
}

/** By quotas; those that are shown, and for an operator the others too. NOT_FOUND for no raffle. */
export async function listCombos(ctx: Context, raffleId: string): Promise<AwardedBoxCombo[]> {
  const seesAll = await isShownToCaller(ctx, raffleId, () => false);
  const where = { raffleId, ...(!seesAll && { visible: true }) };
  return ctx.db.prisma.awardedBoxCombo.findMany({ where, orderBy: { quantityTitles: 'asc' } });
}

async function refusingTwins<Row>(changing: Promise<Row>): Promise<Row> {
  try {
    return await changing;
  } catch (error) {
    if (isUniqueViolation(error)) throw badField('quantityTitles', 'has a combo of the raffle already: change that one');
    throw error;
  }
}

async function findCombo({ db }: Context, id: string): Promise<{ raffleId: string }> {
  const combo = isUuid(id) ? await db.prisma.awardedBoxCombo.findUnique({ where: { id }, select: { raffleId: true } }) : null;
  if (!combo) throw notFound('awarded box combo');
  return combo;
}

/** Somebody may have deleted it before the lock was had. */
async function requireStillThere({ prisma }: Transaction, id: string): Promise<AwardedBoxCombo> {
  const combo = await prisma.awardedBoxCombo.findUnique({ where: { id } });
  if (!combo) throw notFound('awarded box combo');
  return combo;
}

function detailsOf({ id, quantityTitles, quantityBoxes, visible, highlighted }: AwardedBoxCombo) {
  return { awardedBoxComboId: id, quantityTitles, quantityBoxes, visible, highlighted };
}
