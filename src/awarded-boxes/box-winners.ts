import type { Context } from '../context.js';
import { maskName } from '../platform/masking.js';
import { decodeCursor, encodeCursor, INSTANT, pageOf, type Page, type PageRequest } from '../platform/page.js';
import { maySee } from '../raffles/may-see.js';
import { countBoxWinners, selectBoxWinners, type BoxWinnerRow } from './held-box.sql.js';
import type { AwardedBoxWinner } from './held-box.type.js';

/** Above every time, order and box: an index finds the first page as it does any other. */
const ABOVE_ALL = ['infinity', String(2n ** 63n - 1n), '10000'];

/**
 * Who opened a box of a raffle that holds a prize, the latest first. What nobody has opened is nobody's to know, an operator's neither.
 * None for who is no operator while the raffle does not show them. NOT_FOUND for no raffle.
 */
export async function listBoxWinners(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<AwardedBoxWinner>> {
  const isShown = await maySee(ctx, raffleId, ({ showAwardedBoxesWinners }) => showAwardedBoxesWinners);
  const below = page.after == null ? ABOVE_ALL : decodeCursor(page.after, [INSTANT, /^[1-9]\d{0,17}$/, /^\d{1,4}$/]);
  const rows = isShown ? await ctx.db.query(selectBoxWinners, [raffleId, ...below, page.first + 1]) : [];
  return pageOf(
    rows,
    page,
    ({ openedAt, orderId, boxIndex }) => encodeCursor(openedAt.toISOString(), orderId, boxIndex),
    async () => (isShown ? ((await ctx.db.query(countBoxWinners, [raffleId]))[0]?.count ?? 0) : 0),
    (row) => asSeen(ctx, row),
  );
}

function asSeen({ principal }: Context, { box, winner, openedAt }: BoxWinnerRow): AwardedBoxWinner {
  const isWhole = principal.role === 'ADMIN' || (principal.role === 'USER' && principal.id === winner.id);
  return { name: isWhole ? winner.name : maskName(winner.name), title: box.title, prize: BigInt(box.prize), openedAt };
}
