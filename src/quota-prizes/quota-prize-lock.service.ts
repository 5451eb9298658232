import type { Context } from '../context.js';
import type { Raffle, RaffleStatus } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { DomainError } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { lackOfRoom } from '../proof/quota-prizes.js';
import { prizesStand, writePrizeEvent } from '../prizes/prize-log.js';
import type { Counter } from '../quotas/counter.sql.js';
import { changeRaffle } from '../raffles/change-raffle.js';
import {
  findPrize,
  forgetPrizes,
  listUnderLock,
  newSalt,
  prizeIn,
  publish,
  readPrize,
  requireUnderWay,
} from './quota-prize-definitions.js';
import { selectDefinitions, type QuotaPrizeRow } from './quota-prize.sql.js';

/**
 * Withholds a prize's number from sale, or sells it again; audited, and told in the prize log from the first sale on. One that stands
 * so is answered as it is. NOT_FOUND; CONFLICT once it was won, when nothing is left to withhold or to place it by, or when the raffle
 * is frozen or over.
 */
export async function setQuotaPrizeLock(ctx: Context, id: string, isLocked: boolean): Promise<QuotaPrizeRow> {
  const place = await findPrize(ctx, id);
  const { raffleId } = place;
  const salt = newSalt(ctx);
  const known = await ctx.db.query(selectDefinitions, [raffleId]);
  await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    requireUnderWay(raffle);
    const counter = quotas.counterOf(raffleId);
    const before = await listUnderLock(tx, counter, known);
    const prize = prizeIn(before, id);
    const stored = await tx.prisma.quotaPrize.findUnique({ where: { id: prize.id } });
    if (stored?.wonAt) throw new DomainError('CONFLICT', 'It was won: its number is an order’s.');
    if (prize.isLocked === isLocked) return;
    const sellable = counter.sellable + (isLocked ? -1 : 1);
    if (isLocked) requireSomethingLeft(counter);
    const list = before.map((one) => (one === prize ? { ...one, isLocked, beginsLocked: isLocked } : one));
    requireRoom(list, raffle, counter);

    if (await prizesStand(tx, counter)) {
      await tx.prisma.quotaPrize.update({ where: { id: prize.id }, data: { isLocked } });
      const type = isLocked ? 'LOCKED' : 'UNLOCKED';
      await writePrizeEvent(tx, { raffleId, ordinal: counter.allocated, type, prizeId: prize.id });
    } else {
      await tx.prisma.quotaPrize.update({ where: { id: prize.id }, data: { isLocked, beginsLocked: isLocked } });
      await publish(tx, raffle, list, salt);
    }
    await quotas.changeQuotaPrizes(raffleId, { sellable, quotaPrizes: list.length });
    const status = statusAfter(raffle.status, counter);
    await tx.prisma.raffle.update({ where: { id: raffleId }, data: { status, version: { increment: 1 } } });
    const moved: AuditEntry['details'] = status === raffle.status ? {} : { statusBefore: raffle.status, status };
    const details = { quotaPrizeId: prize.id, allocated: counter.allocated, ...moved };
    const action = isLocked ? 'lockQuotaPrize' : 'unlockQuotaPrize';
    await writeAudit(tx, { by: actorOf(ctx), action, subjectType: 'raffle', subjectId: raffleId, details });
  });
  forgetPrizes(ctx, raffleId);
  return readPrize(ctx, place);
}

function requireSomethingLeft({ sellable, reserved, allocated }: Counter): void {
  if (reserved + allocated >= sellable)
    throw new DomainError('CONFLICT', 'Nothing is left to withhold: every quota is paid or in an unpaid order.');
  if (sellable === 1) throw new DomainError('CONFLICT', 'It must leave a quota for sale: not every number can be withheld.');
}

function requireRoom(
  list: readonly { releaseAt: number; isLocked: boolean }[],
  { quotaQuantity }: Raffle,
  { allocated }: Counter,
): void {
  const share = lackOfRoom(list, quotaQuantity, allocated);
  if (share === null) return;
  const prizes = `fewer quotas for sale than quota prizes that are not to be won before ${share / 100} % are paid`;
  throw new DomainError('CONFLICT', `That would leave ${prizes}.`);
}

/** The last quota for sale may be withheld when all others are paid; unlocked, there is one again. */
function statusAfter(status: RaffleStatus, { sellable, allocated }: Counter): RaffleStatus {
  if (status === 'OPEN' && allocated === sellable) return 'SOLD_OUT';
  return status === 'SOLD_OUT' && allocated < sellable ? 'OPEN' : status;
}
