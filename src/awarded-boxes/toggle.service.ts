import type { Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { actorOf } from '../platform/principal.js';
import { changeRaffle, isSold, refuseAfterSale } from '../raffles/change-raffle.js';

/** Switches of a raffle that have operations of their own. */
const ACTIONS = {
  showAwardedBoxes: 'toggleAwardedBoxesVisualization',
  showAwardedBoxesWinners: 'toggleAwardedBoxesWinnersVisualization',
  acumulativeCombo: 'toggleAcumulativeCombo',
} as const;

/**
 * Sets a switch as `enabled` says, or flips it; audited. One that stands so already is left alone. Whether combos add up stands from the
 * first sale on: CONFLICT by field. NOT_FOUND; BAD_USER_INPUT where the combos would add up to too many boxes.
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
