import type { Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, type DomainError, refuseFields, textOf } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { lockQuotas, type LockedQuotas } from '../quotas/locked-quotas.js';
import type { Counter } from '../quotas/counter.sql.js';
import type { RaffleSnapshot } from './raffle.snapshot.js';

/**
 * One transaction that holds the counter's lock first, as every sale does: what `change` reads of the orders stays true
 * until it commits. Who changes what a sale is decided by counts the raffle's version up: sales that began before decide again.
 * NOT_FOUND for no raffle.
 */
export async function changeRaffle<Changed>(
  ctx: Context,
  typedId: string,
  change: (tx: Transaction, raffle: Raffle, quotas: LockedQuotas) => Promise<Changed>,
): Promise<Changed> {
  const id = typedId.toLowerCase();
  if (!isUuid(id)) throw refuse('raffles.notFound');
  const changed = await ctx.db.inTurn(id).transaction(async (tx) => {
    const quotas = await lockQuotas(ctx, tx, [id]);
    const raffle = await tx.prisma.raffle.findFirst({ where: { id, deletedAt: null } });
    if (!raffle) throw refuse('raffles.notFound');
    return change(tx, raffle, quotas);
  });
  ctx.rafflePages.drop(id);
  // A request may change a raffle twice and read it after each.
  ctx.loaders.raffle.clearAll();
  ctx.loaders.rafflePrizes.clear(id);
  ctx.loaders.rafflePromotions.clear(id);
  ctx.loaders.commitments.clear(id);
  return changed;
}

/** Whether somebody holds a quota or ever paid for one: what is paid stays allocated, refunded or not. The counter is locked. */
export function isSold({ reserved, allocated }: Pick<Counter, 'reserved' | 'allocated'>): boolean {
  return reserved + allocated > 0;
}

/** CONFLICT by field. What a buyer paid for is what is drawn: these stand from the first sale on, and the database sees to it. */
export function refuseAfterSale(fields: string[]): DomainError {
  return refuseFields(Object.fromEntries(fields.map((name) => [name, [textOf('raffles.onceSold')]])), 'CONFLICT');
}

/** Throws CONFLICT for a raffle that is frozen for its draw, or was drawn. */
export function requireNotFrozen({ frozenAt }: { frozenAt: Date | null }): void {
  if (frozenAt) throw refuse('raffles.frozenDefinitions');
}

/** Joins what happens to raffles. */
export interface RaffleHook {
  /**
   * An operator changed the raffle from `before` to `after`: in that transaction and under its counter's lock. When it throws nothing
   * was changed; a refusal is BAD_USER_INPUT by field.
   */
  changed?(tx: Transaction, before: Raffle, after: Raffle): Promise<void>;
  /** The raffle was read for buyers, who are likely to order next. */
  wasRead?(raffle: RaffleSnapshot): void;
}
