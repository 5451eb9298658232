import type { Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import type { Selection } from '../platform/selection.js';
import { isUuid } from '../platform/uuid.js';
import { getRaffle } from './raffle.service.js';
import type { ReadRaffle } from './raffle-row.js';
import type { RaffleSnapshot } from './raffle.snapshot.js';

/** NOT_FOUND, also for a DRAFT unless the caller is an operator. */
export async function findVisibleRaffle(ctx: Context, raffleId: string): Promise<RaffleSnapshot> {
  const raffle = isUuid(raffleId) ? await ctx.raffles.get(raffleId.toLowerCase()) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && ctx.principal.role !== 'ADMIN')) throw refuse('raffles.notFound');
  return raffle;
}

/** By exactly one of both. NOT_FOUND, also for a DRAFT unless the caller is an operator. */
export async function findRaffleId(ctx: Context, by: { id?: string | null; slug?: string | null }): Promise<string> {
  const onlyId: Selection = { has: (field) => field === 'id', fields: () => ['id'], below: () => undefined };
  return (await getRaffle(ctx, by, onlyId)).id;
}

/** Operators see every raffle; others see it if `shows` accepts its public page. NOT_FOUND. */
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

/** A deleted raffle is accepted: its orders stay readable. NOT_FOUND, also for a DRAFT unless the caller is an operator. */
export async function requireRaffle({ raffles, loaders, principal }: Context, raffleId: string): Promise<void> {
  const id = raffleId.toLowerCase();
  const raffle =
    isUuid(id) && ((await raffles.get(id)) ?? (await loaders.raffle.load({ id, columns: new Set(['id', 'status']) })));
  if (!raffle || (raffle.status === 'DRAFT' && principal.role !== 'ADMIN')) throw refuse('raffles.notFound');
}
