import type { Context } from '../context.js';
import type { OrderRow } from '../orders/order.sql.js';
import { refuse } from '../platform/domain-error.js';
import { findRaffleId } from '../raffles/raffle-access.js';
import { selectRegulation, type RegulationRow } from './regulation.sql.js';
import type { AcceptedRegulation } from './regulation.type.js';

/** NOT_FOUND, also for a version that there is not. */
export async function findRegulation(
  ctx: Context,
  raffle: { id?: string | null; slug?: string | null },
  version?: number | null,
): Promise<RegulationRow> {
  const raffleId = await findRaffleId(ctx, raffle);
  const [found] = await ctx.db.query(selectRegulation, [raffleId, version ?? null]);
  if (!found) throw refuse('regulations.notFound');
  return found;
}

/** Null when the order named none. */
export async function acceptedRegulationOf(
  { loaders }: Context,
  { raffleId, regulationVersion: version, createdAt }: OrderRow,
): Promise<AcceptedRegulation | null> {
  if (version === null) return null;
  const hash = await loaders.regulationHashOfVersion.load(`${raffleId} ${version}`);
  return hash === null ? null : { version, hash, acceptedAt: createdAt };
}
