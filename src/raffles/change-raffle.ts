import type { Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { lockQuotas, type LockedQuotas } from '../quotas/locked-quotas.js';

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
