import type { Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { findRaffleId } from '../raffles/raffle-access.js';
import { selectRegulation, type RegulationRow } from './regulation.sql.js';

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
