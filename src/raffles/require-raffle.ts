import type { Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';

/**
 * Refuses a list of a raffle that never was: NOT_FOUND. One that was deleted has its history. What sells is known already; another is
 * looked up.
 */
export async function requireRaffle({ raffles, loaders }: Context, raffleId: string): Promise<void> {
  const id = raffleId.toLowerCase();
  const raffle = isUuid(id) && ((await raffles.get(id)) ?? (await loaders.raffle.load({ id, columns: new Set(['id']) })));
  if (!raffle) throw refuse('raffles.notFound');
}
