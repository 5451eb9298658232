import type { Context } from '../context.js';
import { findOrder } from '../orders/order.service.js';
import { unseal } from '../platform/crypto.js';
import { refuse } from '../platform/domain-error.js';
import type { Page, PageRequest } from '../platform/page.js';
import { isUuid } from '../platform/uuid.js';
import { toHex } from '../proof/bytes.js';
import { pathOfBlock } from './block-tree.js';
import type { DrawInclusion } from './draw.type.js';
import { selectOwnLeaf, selectWinner, winners, winnersOfOneRaffle, type WinnerRow } from './winner.sql.js';

/** By prize, or of all raffles by the newest draw. NOT_FOUND. */
export async function listWinners(
  ctx: Context,
  { raffleId, ...page }: PageRequest & { raffleId?: string | null | undefined },
): Promise<Page<WinnerRow>> {
  if (raffleId != null) return winnersOfOneRaffle.page(ctx.db, page, [await raffleOf(ctx, raffleId)]);
  return winners.page(ctx.db, page, [ctx.principal.role === 'ADMIN']);
}

export function winnersOfRaffle({ db }: Pick<Context, 'db'>, raffleId: string): Promise<WinnerRow[]> {
  return winnersOfOneRaffle.first(db, 1000, [raffleId]);
}

/** NOT_FOUND, also of a PRIVATE raffle for others than operators and the winner. */
export async function findWinner({ db, principal }: Context, id: string): Promise<WinnerRow> {
  const own = principal.role === 'USER' ? principal.id : null;
  const values = [id, principal.role === 'ADMIN', own];
  const [winner] = /^[1-9]\d{0,17}$/.test(id) ? await db.query(selectWinner, values) : [];
  if (!winner) throw refuse('draws.winnerNotFound');
  return winner;
}

/** Null before the freeze, and for an order that was never paid. */
export async function drawInclusion(ctx: Context, orderId: string): Promise<DrawInclusion | null> {
  const order = await findOrder(ctx, orderId);
  const [own] = await ctx.db.query(selectOwnLeaf, [order.id]);
  if (!own) return null;
  const leafKey = unseal(ctx.config.encryptionKeys, own.sealedLeafKey);
  const { leaf, index, path } = await pathOfBlock(ctx.db, { ...own, leafKey }, own.firstOrdinal);
  const { firstOrdinal, count, salt } = leaf;
  return {
    leaf: { firstOrdinal, count, orderId: order.id, salt: toHex(salt) },
    index,
    path: path.map(toHex),
    manifestHash: toHex(own.manifestHash),
    isVoid: own.isVoid,
  };
}

async function raffleOf({ raffles, principal }: Context, id: string): Promise<string> {
  const raffle = isUuid(id) ? await raffles.get(id.toLowerCase()) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && principal.role !== 'ADMIN')) throw refuse('raffles.notFound');
  return raffle.id;
}
