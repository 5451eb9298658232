import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseField, textOf } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import { combosFault, MAX_ORDER_BOXES, boxesHash, type PublishedPrize } from '../proof/box-prizes.js';
import { isPrizeLogged, prizesStand } from '../prizes/prize-log.js';
import {
  changeRaffle,
  raffleAudit,
  raiseVersion,
  refuseAfterSale,
  requireNotFrozen,
  type RaffleCopy,
  type RaffleHook,
} from '../raffles/change-raffle.js';
import { publishBoxes, selectBoxFacts, type BoxFacts } from './publish-boxes.sql.js';

/** Before the first order. CONFLICT under the field `what`. */
export function changeBoxes<Changed>(
  ctx: Context,
  raffleId: string,
  what: 'awardedBoxes' | 'awardedBoxCombos',
  change: (tx: Transaction, raffle: Raffle) => Promise<{ changed: Changed; action: string; details: AuditEntry['details'] }>,
): Promise<Changed> {
  return changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    requireNotFrozen(raffle);
    if (await prizesStand(quotas, raffle.id)) throw refuseAfterSale([what]);
    const { changed, action, details } = await change(tx, raffle);
    await publish(tx, raffle.id);
    await writeAudit(tx, raffleAudit(ctx, action, raffle.id, details));
    await raiseVersion(tx, raffle.id);
    return changed;
  });
}

/** The counter is locked, and nobody ordered. */
export async function publish(tx: Transaction, raffleId: string): Promise<void> {
  const facts = await factsOf(tx, raffleId);
  const isEmpty = facts.prizes.length === 0 && facts.combos.length === 0;
  await tx.query(publishBoxes, [raffleId, isEmpty ? null : hashOf(facts)]);
}

export async function checkCombos(tx: Transaction, raffleId: string, field: string): Promise<void> {
  const { combos, cumulative } = await factsOf(tx, raffleId);
  if (combosFault(combos, cumulative) === null) return;
  throw refuseField(field, 'awardedBoxes.wouldMake', { fault: textOf('awardedBoxes.boxesOfOrder', { most: MAX_ORDER_BOXES }) });
}

export function unitsIn(prizes: readonly { quantity: number }[]): number {
  return prizes.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** When what the hash covers, or the number of quotas, changes, the boxes are checked and published again. */
export const keepBoxesPublished: RaffleHook = {
  copied: copyBoxes,
  async changed(tx, before, after) {
    const { id, acumulativeCombo: cumulative, quotaQuantity } = after;
    if (cumulative === before.acumulativeCombo && quotaQuantity === before.quotaQuantity) return;
    const facts = await factsOf(tx, id);
    if (facts.boxesHash === null) return;
    const units = unitsIn(facts.prizes);
    if (units > quotaQuantity) throw refuseField('quotaQuantity', 'awardedBoxes.unitsNeedQuotas', { min: units });
    if (cumulative === before.acumulativeCombo) return;
    if (await isPrizeLogged(tx, id)) throw refuseAfterSale(['acumulativeCombo']);
    await checkCombos(tx, id, 'acumulativeCombo');
    await publish(tx, id);
  },
};

/** As they were defined: what went to the close or came out is of the other sale. */
async function copyBoxes(tx: Transaction, { fromId, raffle }: RaffleCopy): Promise<void> {
  const { prisma } = tx;
  const of = { where: { raffleId: fromId } };
  const boxes = await prisma.awardedBox.findMany({ ...of, omit: { standing: true, given: true, createdAt: true } });
  const combos = await prisma.awardedBoxCombo.findMany({ ...of, omit: { createdAt: true } });
  if (boxes.length === 0 && combos.length === 0) return;
  const own = () => ({ id: uuidv7(), raffleId: raffle.id });
  await prisma.awardedBox.createMany({
    data: boxes.map((box) => ({ ...box, ...own(), standing: box.isLocked ? ('LOCKED' as const) : ('UNLOCKED' as const) })),
  });
  await prisma.awardedBoxCombo.createMany({ data: combos.map((combo) => ({ ...combo, ...own() })) });
  await publish(tx, raffle.id);
}

export function publishedPrizes({ prizes }: Pick<BoxFacts, 'prizes'>): PublishedPrize[] {
  return prizes.map(({ prize, ...rest }) => ({ ...rest, prize: formatMoney(BigInt(prize)) }));
}

function hashOf(facts: BoxFacts): Buffer {
  return Buffer.from(boxesHash(publishedPrizes(facts), facts.combos, facts.cumulative), 'hex');
}

async function factsOf(tx: Transaction, raffleId: string): Promise<BoxFacts> {
  const [facts] = await tx.query(selectBoxFacts, [raffleId]);
  if (!facts) throw refuse('raffles.notFound');
  return facts;
}
