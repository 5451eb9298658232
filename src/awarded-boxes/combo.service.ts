import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { AwardedBoxCombo, Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { isUniqueViolation } from '../platform/database/errors.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { prizesStand } from '../prizes/prize-log.js';
import { changeRaffle, raffleAudit, raiseVersion, refuseAfterSale } from '../raffles/change-raffle.js';
import { isShownToCaller } from '../raffles/raffle-access.js';
import type { CreateAwardedBoxComboInput, UpdateAwardedBoxComboInput } from './awarded-box.input.js';
import { changeBoxes, checkCombos, publish } from './publish-boxes.js';

const MAX_COMBOS = 100;

export async function createCombo(
  ctx: Context,
  { raffleId, quantityTitles, quantityBoxes, visible, highlighted }: CreateAwardedBoxComboInput,
): Promise<AwardedBoxCombo> {
  // Outside the transaction, which may run again.
  const id = uuidv7();
  const row = { id, raffleId: raffleId.toLowerCase(), quantityTitles, quantityBoxes };
  const changing = changeBoxes(ctx, row.raffleId, 'awardedBoxCombos', async (tx) => {
    if ((await tx.prisma.awardedBoxCombo.count({ where: { raffleId: row.raffleId } })) >= MAX_COMBOS)
      throw refuse('awardedBoxes.tooManyCombos', { most: MAX_COMBOS });
    const data = { ...row, visible: visible ?? true, highlighted: highlighted ?? false };
    const changed = await tx.prisma.awardedBoxCombo.create({ data });
    await checkCombos(tx, row.raffleId, 'quantityBoxes');
    return { changed, action: 'createAwardedBoxCombo', details: detailsOf(changed) };
  });
  return changing.catch(refuseTwin);
}

/** After the first order only how it is shown may change (CONFLICT by field). */
export async function updateCombo(ctx: Context, id: string, terms: UpdateAwardedBoxComboInput): Promise<AwardedBoxCombo> {
  const { raffleId } = await findCombo(ctx.db, id);
  const changing = changeRaffle(ctx, raffleId, async (tx, _raffle, quotas) => {
    const before = await findCombo(tx, id);
    const shown = { visible: terms.visible ?? before.visible, highlighted: terms.highlighted ?? before.highlighted };
    const counted = {
      quantityTitles: terms.quantityTitles ?? before.quantityTitles,
      quantityBoxes: terms.quantityBoxes ?? before.quantityBoxes,
    };
    const touched = (['quantityTitles', 'quantityBoxes'] as const).filter((name) => counted[name] !== before[name]);
    if (touched.length > 0 && (await prizesStand(quotas, raffleId))) throw refuseAfterSale(touched);
    if (touched.length === 0 && shown.visible === before.visible && shown.highlighted === before.highlighted) return before;

    // A trigger of the database looks at writes of what is counted.
    const data = touched.length > 0 ? { ...shown, ...counted } : shown;
    const changed = await tx.prisma.awardedBoxCombo.update({ where: { id }, data });
    if (touched.length > 0) {
      await checkCombos(tx, raffleId, touched.includes('quantityBoxes') ? 'quantityBoxes' : 'quantityTitles');
      await publish(tx, raffleId);
      await raiseVersion(tx, raffleId);
    }
    const { quantityTitles: quantityTitlesBefore, quantityBoxes: quantityBoxesBefore } = before;
    const details = { ...detailsOf(changed), quantityTitlesBefore, quantityBoxesBefore };
    await writeAudit(tx, raffleAudit(ctx, 'updateAwardedBoxCombo', raffleId, details));
    return changed;
  });
  return changing.catch(refuseTwin);
}

export async function deleteCombo(ctx: Context, id: string): Promise<AwardedBoxCombo> {
  const { raffleId } = await findCombo(ctx.db, id);
  return changeBoxes(ctx, raffleId, 'awardedBoxCombos', async (tx) => {
    await findCombo(tx, id);
    const changed = await tx.prisma.awardedBoxCombo.delete({ where: { id } });
    return { changed, action: 'deleteAwardedBoxCombo', details: detailsOf(changed) };
  });
}

export async function listCombos(ctx: Context, raffleId: string): Promise<AwardedBoxCombo[]> {
  const seesAll = await isShownToCaller(ctx, raffleId, () => false);
  const where = { raffleId, ...(!seesAll && { visible: true }) };
  return ctx.db.prisma.awardedBoxCombo.findMany({ where, orderBy: { quantityTitles: 'asc' } });
}

function refuseTwin(error: unknown): never {
  throw isUniqueViolation(error) ? refuseField('quantityTitles', 'awardedBoxes.comboTaken') : error;
}

/** Also under the lock: it may have been deleted before. */
async function findCombo({ prisma }: Pick<Transaction, 'prisma'>, id: string): Promise<AwardedBoxCombo> {
  const combo = isUuid(id) ? await prisma.awardedBoxCombo.findUnique({ where: { id } }) : null;
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

/** Flips the switch when `enabled` is not given. CONFLICT; BAD_USER_INPUT when an order would get too many boxes. */
export function toggle(
  ctx: Context,
  { raffleId, name, enabled }: { raffleId: string; name: keyof typeof ACTIONS; enabled?: boolean | null | undefined },
): Promise<Raffle> {
  return changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    const value = enabled ?? !raffle[name];
    if (value === raffle[name]) return raffle;
    if (name === 'acumulativeCombo' && (await prizesStand(quotas, raffle.id))) throw refuseAfterSale([name]);
    const changed = await tx.prisma.raffle.update({
      where: { id: raffle.id },
      data: { [name]: value, version: { increment: 1 } },
    });
    for (const hook of ctx.raffleHooks) await hook.changed?.(tx, raffle, changed);
    const details = { [`${name}Before`]: raffle[name], [name]: value };
    await writeAudit(tx, raffleAudit(ctx, ACTIONS[name], raffle.id, details));
    return changed;
  });
}
