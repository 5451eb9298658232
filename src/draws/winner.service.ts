import type { Context } from '../context.js';
import { findOrder } from '../orders/order.service.js';
import { unseal } from '../platform/crypto.js';
import { notFound } from '../platform/domain-error.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../platform/page.js';
import { isUuid } from '../platform/uuid.js';
import { toHex } from '../proof/bytes.js';
import { pathOfBlock } from './block-tree.js';
import type { DrawInclusion } from './draw-inclusion.type.js';
import { countWinners, selectOwnLeaf, selectWinner, selectWinners, selectWinnersOfRaffle, type WinnerRow } from './winner.sql.js';

/** Above every id. */
const ABOVE_ALL = String(2n ** 63n - 1n);

/** Winners: of one raffle by prize, or of all that the caller may see, the newest draw first. NOT_FOUND for no raffle. */
export async function listWinners(
  ctx: Context,
  { raffleId, ...page }: PageRequest & { raffleId?: string | null | undefined },
): Promise<Page<WinnerRow>> {
  const ofRaffle = raffleId == null ? null : await raffleOf(ctx, raffleId);
  const seesAll = ctx.principal.role === 'ADMIN';
  const [from] =
    page.after == null ? [ofRaffle ? '0' : ABOVE_ALL] : decodeCursor(page.after, [ofRaffle ? /^\d{1,4}$/ : /^\d{1,18}$/]);
  const rows = ofRaffle
    ? await ctx.db.query(selectWinnersOfRaffle, [ofRaffle, from, page.first + 1])
    : await ctx.db.query(selectWinners, [from, page.first + 1, seesAll]);
  return pageOf(
    rows,
    page,
    ({ id, position }) => encodeCursor(ofRaffle ? position : id),
    async () => (await ctx.db.query(countWinners, [ofRaffle, seesAll]))[0]?.count ?? 0,
  );
}

/** All winners of a raffle, by prize. */
export function winnersOfRaffle({ db }: Pick<Context, 'db'>, raffleId: string): Promise<WinnerRow[]> {
  return db.query(selectWinnersOfRaffle, [raffleId, 0, 1000]);
}

/** NOT_FOUND for none, and for one of a PRIVATE raffle unless the caller is an operator or the winner. */
export async function findWinner({ db, principal }: Context, id: string): Promise<WinnerRow> {
  const own = principal.role === 'USER' ? principal.id : null;
  const values = [id, principal.role === 'ADMIN', own];
  const [winner] = /^[1-9]\d{0,17}$/.test(id) ? await db.query(selectWinner, values) : [];
  if (!winner) throw notFound('winner');
  return winner;
}

/** Where an order that the caller may see stands in its raffle's draw; null before the freeze, and for an order that was never paid. */
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
  if (!raffle || (raffle.status === 'DRAFT' && principal.role !== 'ADMIN')) throw notFound('raffle');
  return raffle.id;
}
