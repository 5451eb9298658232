import type { Context } from '../context.js';
import { notFound } from '../platform/domain-error.js';
import { INT, readPage, type Page, type PageRequest } from '../platform/page.js';
import { isUuid } from '../platform/uuid.js';
import { quotaPrizeWinners, quotaPrizeWinnersOfRaffle, type QuotaPrizeRow } from './quota-prize.sql.js';

/** A raffle's quota prizes in order of creation, which says nothing of their numbers. NOT_FOUND for no raffle, or a DRAFT. */
export async function listQuotaPrizes(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<QuotaPrizeRow>> {
  return pageOfRaffle(ctx, await visibleRaffle(ctx, raffleId), page);
}

/** Those of a raffle that the caller was shown. */
export function pageOfRaffle({ loaders }: Context, raffleId: string, page: PageRequest): Promise<Page<QuotaPrizeRow>> {
  const count = async () => (await loaders.quotaPrizeCounts.load(raffleId)).total;
  return pageOfOwner(loaders.quotaPrizesOfRaffle, raffleId, page, count);
}

/** What an order won, void or not, in order of creation. */
export function pageOfOrder({ loaders }: Context, orderId: string, page: PageRequest): Promise<Page<QuotaPrizeRow>> {
  return pageOfOwner(loaders.quotaPrizesOfOrder, orderId, page, () => loaders.quotaPrizeCountOfOrder.load(orderId));
}

async function pageOfOwner(
  loader: Context['loaders']['quotaPrizesOfRaffle'],
  ownerId: string,
  page: PageRequest,
  count: () => Promise<number>,
): Promise<Page<QuotaPrizeRow>> {
  return readPage<QuotaPrizeRow>(page, {
    key: [['position', INT]],
    rows: (after, size) => loader.load({ ownerId, after, count: size }),
    count,
  });
}

/**
 * Who won a quota prize, latest first: of one raffle, or of all that the caller finds in lists. Those of refunded orders are left out.
 * NOT_FOUND for no raffle, or a DRAFT.
 */
export async function listWinners(
  ctx: Context,
  raffleId: string | null | undefined,
  page: PageRequest,
): Promise<Page<QuotaPrizeRow>> {
  if (raffleId == null) return quotaPrizeWinners.page(ctx.db, page, [ctx.principal.role === 'ADMIN']);
  return quotaPrizeWinnersOfRaffle.page(ctx.db, page, [await visibleRaffle(ctx, raffleId)]);
}

async function visibleRaffle(ctx: Context, raffleId: string): Promise<string> {
  const raffle = isUuid(raffleId) ? await ctx.raffles.get(raffleId.toLowerCase()) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && ctx.principal.role !== 'ADMIN')) throw notFound('raffle');
  return raffle.id;
}
