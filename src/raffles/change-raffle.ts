import type { Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import type { AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, type DomainError, refuseFields, textOf } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { lockQuotas, type LockedQuotas } from '../quotas/locked-quotas.js';
import type { RaffleSnapshot } from './raffle.snapshot.js';

/** Runs `change` in a transaction that locks the counter first, as sales do. What affects selling must `raiseVersion`. NOT_FOUND. */
export async function changeRaffle<Changed>(
  ctx: Context,
  typedId: string,
  change: (tx: Transaction, raffle: Raffle, quotas: LockedQuotas) => Promise<Changed>,
): Promise<Changed> {
  const id = typedId.toLowerCase();
  if (!isUuid(id)) throw refuse('raffles.notFound');
  const changed = await ctx.db.queuedBy(id).transaction(async (tx) => {
    const quotas = await lockQuotas(ctx, tx, [id]);
    const raffle = await tx.prisma.raffle.findFirst({ where: { id, deletedAt: null } });
    if (!raffle) throw refuse('raffles.notFound');
    const result = await change(tx, raffle, quotas);
    await settleRaffle(ctx, tx, id);
    return result;
  });
  ctx.rafflePages.drop(id);
  // A request may change a raffle twice and read it after each.
  ctx.loaders.raffle.clearAll();
  ctx.loaders.rafflePrizes.clear(id);
  ctx.loaders.rafflePromotions.clear(id);
  ctx.loaders.commitments.clear(id);
  ctx.loaders.regulationHash.clear(id);
  return changed;
}

/** At the end of the transaction of a change. */
export async function settleRaffle({ raffleHooks }: Pick<Context, 'raffleHooks'>, tx: Transaction, id: string): Promise<void> {
  for (const hook of raffleHooks) await hook.settled?.(tx, id);
}

/** Orders that were decided by the raffle as it was before are decided again. */
export async function raiseVersion({ prisma }: Transaction, id: string): Promise<void> {
  await prisma.raffle.update({ where: { id }, data: { version: { increment: 1 } } });
}

export function raffleAudit(
  request: Parameters<typeof actorOf>[0],
  action: string,
  raffleId: string,
  details: AuditEntry['details'],
): AuditEntry {
  return { by: actorOf(request), action, subjectType: 'raffle', subjectId: raffleId, details };
}

/** A trigger of the database enforces the same. */
export function refuseAfterSale(fields: string[]): DomainError {
  return refuseFields(Object.fromEntries(fields.map((name) => [name, [textOf('raffles.onceSold')]])), 'CONFLICT');
}

export function requireNotFrozen({ frozenAt }: { frozenAt: Date | null }): void {
  if (frozenAt) throw refuse('raffles.frozenDefinitions');
}

export interface RaffleCopy {
  fromId: string;
  raffle: Raffle;
  /** Of the new raffle. */
  quotas: LockedQuotas;
}

export interface RaffleHook {
  /** In the transaction of the change, under the counter's lock. Throw to refuse the change. */
  changed?(tx: Transaction, before: Raffle, after: Raffle): Promise<void>;
  /** In the transaction that makes a raffle from another: copies what is defined of it, and nothing that happened. */
  copied?(tx: Transaction, copy: RaffleCopy): Promise<void>;
  /** In the transaction of any change of a raffle or of what it promises, and when it is created. */
  settled?(tx: Transaction, raffleId: string): Promise<void>;
  /** Read for buyers: they are likely to order next. */
  wasRead?(raffle: RaffleSnapshot): void;
}
