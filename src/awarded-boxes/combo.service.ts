import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { AwardedBoxCombo, Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { isUniqueViolation } from '../platform/database/errors.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { changeRaffle, isSold, refuseAfterSale } from '../raffles/change-raffle.js';
import { isShownToCaller } from '../raffles/raffle-access.js';
import { changeBoxes, checkCombos, newSeed, publish } from './publish-boxes.js';

const MAX_COMBOS = 100;

export interface ComboTerms {
  quantityTitles: number;
  quantityBoxes: number;
  visible?: boolean | null;
  highlighted?: boolean | null;
}

/**
 * Adds a combo to a raffle before its first sale; audited. NOT_FOUND; BAD_USER_INPUT by field; CONFLICT after the first sale,
 * or above the limit.
 */
export async function createCombo(
  ctx: Context,
  { raffleId, ...terms }: ComboTerms & { raffleId: string },
): Promise<AwardedBoxCombo> {
  // Outside the transaction, which may run again.
  const id = uuidv7();
  const { quantityTitles, quantityBoxes, visible, highlighted } = terms;
  const row = { id, raffleId: raffleId.toLowerCase(), quantityTitles, quantityBoxes };
  return refusingTwins(
    changeBoxes(ctx, row.raffleId, 'awardedBoxCombos', async (tx) => {
      if ((await tx.prisma.awardedBoxCombo.count({ where: { raffleId: row.raffleId } })) >= MAX_COMBOS)
        throw refuse('awardedBoxes.tooManyCombos', { most: MAX_COMBOS });
      const data = { ...row, visible: visible ?? true, highlighted: highlighted ?? false };
      const changed = await tx.prisma.awardedBoxCombo.create({ data });
      await checkCombos(tx, row.raffleId, 'quantityBoxes');
      return { changed, action: 'createAwardedBoxCombo', details: detailsOf(changed) };
    }),
  );
}

/**
 * Changes the given fields of a combo; audited. After the first sale only how it is shown may change (CONFLICT by field).
 * NOT_FOUND; BAD_USER_INPUT by field.
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

/** Deletes a combo before the first sale and returns it; audited. NOT_FOUND; CONFLICT after the first sale. */
export async function deleteCombo(ctx: Context, id: string): Promise<AwardedBoxCombo> {
  const { raffleId } = await findCombo(ctx, id);
  return changeBoxes(ctx, raffleId, 'awardedBoxCombos', async (tx) => {
    await requireStillThere(tx, id);
    const changed = await tx.prisma.awardedBoxCombo.delete({ where: { id } });
    return { changed, action: 'deleteAwardedBoxCombo', details: detailsOf(changed) };
  });
}

/** By quotas, hidden ones for operators only. NOT_FOUND: no such raffle. */
export async function listCombos(ctx: Context, raffleId: string): Promise<AwardedBoxCombo[]> {
  const seesAll = await isShownToCaller(ctx, raffleId, () => false);
  const where = { raffleId, ...(!seesAll && { visible: true }) };
  return ctx.db.prisma.awardedBoxCombo.findMany({ where, orderBy: { quantityTitles: 'asc' } });
}

async function refusingTwins<Row>(changing: Promise<Row>): Promise<Row> {
  try {
    return await changing;
  } catch (error) {
    if (isUniqueViolation(error)) throw refuseField('quantityTitles', 'awardedBoxes.comboTaken');
    throw error;
  }
}

async function findCombo({ db }: Context, id: string): Promise<{ raffleId: string }> {
  const combo = isUuid(id) ? await db.prisma.awardedBoxCombo.findUnique({ where: { id }, select: { raffleId: true } }) : null;
  if (!combo) throw refuse('awardedBoxes.comboNotFound');
  return combo;
}

/** It may have been deleted before the lock. */
async function requireStillThere({ prisma }: Transaction, id: string): Promise<AwardedBoxCombo> {
  const combo = await prisma.awardedBoxCombo.findUnique({ where: { id } });
  if (!combo) throw refuse('awardedBoxes.comboNotFound');
  return combo;
}

function detailsOf({ id, quantityTitles, quantityBoxes, visible, highlighted }: AwardedBoxCombo) {
  return { awardedBoxComboId: id, quantityTitles, quantityBoxes, visible, highlighted };
}

const ACTIONS = {
  showAwardedBoxes: 'toggleAwardedBoxesVisualization',
  showAwardedBoxesWinners: 'toggleAwardedBoxesWinnersVisualization',
  acumulativeCombo: 'toggleAcumulativeCombo',
} as const;

/**
 * Sets a switch of a raffle, or flips it when `enabled` is not given; audited, idempotent. `acumulativeCombo` cannot change
 * after the first sale (CONFLICT by field). NOT_FOUND; BAD_USER_INPUT when an order would get too many boxes.
 */
export function toggle(
  ctx: Context,
  { raffleId, name, enabled }: { raffleId: string; name: keyof typeof ACTIONS; enabled?: boolean | null | undefined },
): Promise<Raffle> {
  return changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    const value = enabled ?? !raffle[name];
    if (value === raffle[name]) return raffle;
    if (name === 'acumulativeCombo' && isSold(quotas.counterOf(raffle.id))) throw refuseAfterSale([name]);
    const changed = await tx.prisma.raffle.update({
      where: { id: raffle.id },
      data: { [name]: value, version: { increment: 1 } },
    });
    for (const hook of ctx.raffleHooks) await hook.changed?.(tx, raffle, changed);
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: ACTIONS[name],
      subjectType: 'raffle',
      subjectId: raffle.id,
      details: { [`${name}Before`]: raffle[name], [name]: value },
    });
    return changed;
  });
}
