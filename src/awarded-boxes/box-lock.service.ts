import type { Context } from '../context.js';
import type { AwardedBox, BoxStanding } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { DomainError } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { prizesStand, writePrizeEvent } from '../prizes/prize-log.js';
import { changeRaffle, requireNotFrozen } from '../raffles/change-raffle.js';
import { findAwardedBox, requireStillThere } from './awarded-box.service.js';
import { newSeed, publish } from './publish-boxes.js';

/**
 * Locks or unlocks an awarded box. Before the first sale that is how it begins, and is published; from then on it is a line of the public
 * log, and holds for the orders that are paid later. Since the first line of the raffle's log that is
 * so even when every order has ended: the log follows on how its prizes began. Audited. Answered as it is when it stands so already. NOT_FOUND; CONFLICT once frozen
 * for the draw, or called off.
 */
export async function setStanding(ctx: Context, id: string, standing: BoxStanding): Promise<AwardedBox> {
  const { raffleId } = await findAwardedBox(ctx, id);
  const seed = newSeed(ctx);
  return changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    const box = await requireStillThere(tx, id);
    requireNotFrozen(raffle);
    if (raffle.status === 'CANCELLED') throw new DomainError('CONFLICT', 'The raffle is called off: nobody wins its boxes.');
    if (box.standing === standing) return box;
    const counter = quotas.counterOf(raffleId);
    const isLogged = await prizesStand(tx, counter);
    const data = isLogged ? { standing } : { standing, isLocked: standing === 'LOCKED' };
    const changed = await tx.prisma.awardedBox.update({ where: { id }, data });
    if (isLogged) await writePrizeEvent(tx, { raffleId, ordinal: counter.allocated, type: standing, prizeId: id });
    else {
      await publish(tx, raffleId, seed);
      await tx.prisma.raffle.update({ where: { id: raffleId }, data: { version: { increment: 1 } } });
    }
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: standing === 'LOCKED' ? 'lockAwardedBox' : 'unlockAwardedBox',
      subjectType: 'raffle',
      subjectId: raffleId,
      details: { awardedBoxId: id, title: box.title, ordinal: counter.allocated },
    });
    return changed;
  });
}
