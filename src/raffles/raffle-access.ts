import type { Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import type { ReadRaffle } from './raffle-row.js';

/**
 * Whether the caller sees something of a raffle: an operator always, anybody else as its page `shows` it. NOT_FOUND for a raffle that is
 * not there, or not for the caller.
 */
export async function isShownToCaller(ctx: Context, raffleId: string, shows: (raffle: ReadRaffle) => boolean): Promise<boolean> {
  const id = raffleId.toLowerCase();
  if (!isUuid(id)) throw refuse('raffles.notFound');
  if (ctx.principal.role === 'ADMIN') {
    if (!(await ctx.raffles.get(id))) throw refuse('raffles.notFound');
    return true;
  }
  const page = await ctx.rafflePages.byId(id);
  if (!page) throw refuse('raffles.notFound');
  return shows(page);
}

/**
 * Refuses a list of a raffle that never was: NOT_FOUND. One that was deleted has its history. What sells is known already; another is
 * looked up.
 */
export async function requireRaffle({ raffles, loaders }: Context, raffleId: string): Promise<void> {
  const id = raffleId.toLowerCase();
  const raffle = isUuid(id) && ((await raffles.get(id)) ?? (await loaders.raffle.load({ id, columns: new Set(['id']) })));
  if (!raffle) throw refuse('raffles.notFound');
}
