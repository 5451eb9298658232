import type { Context } from '../context.js';
import { decodeCursor, encodeCursor, pageOf, UUID, type Page, type PageRequest } from '../platform/page.js';
import { maySee } from '../raffles/may-see.js';
import {
  countAwardedBoxes,
  countAwardedBoxesOfRaffle,
  selectAwardedBoxes,
  selectAwardedBoxesOfRaffle,
  type AwardedBoxRow,
} from './awarded-box.sql.js';

/** Above every UUID: an index finds the first page as it does any other. */
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const BEFORE_ALL = -1;
/** Of either list: the position in its raffle, and the id. */
const CURSOR = [/^\d{1,9}$/, UUID];
const cursorOf = ({ position, id }: AwardedBoxRow): string => encodeCursor(position, id);

/** All of a raffle in order of creation, or of all raffles, newest first. NOT_FOUND for no raffle. */
export async function listAwardedBoxes(
  ctx: Context,
  { raffleId, ...page }: PageRequest & { raffleId?: string | null },
): Promise<Page<AwardedBoxRow>> {
  if (raffleId != null) return listBoxesOfRaffle(ctx, raffleId, page);
  const [, below] = page.after == null ? ['', ABOVE_ALL] : decodeCursor(page.after, CURSOR);
  const rows = await ctx.db.query(selectAwardedBoxes, [below, page.first + 1]);
  return pageOf(rows, page, cursorOf, async () => (await ctx.db.query(countAwardedBoxes))[0]?.count ?? 0);
}

/** In order of creation; none for who is no operator while the raffle does not show them. NOT_FOUND for no raffle. */
export async function listBoxesOfRaffle(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<AwardedBoxRow>> {
  const isShown = await maySee(ctx, raffleId, ({ showAwardedBoxes }) => showAwardedBoxes);
  const [behind] = page.after == null ? [BEFORE_ALL] : decodeCursor(page.after, CURSOR);
  const rows = isShown ? await ctx.db.query(selectAwardedBoxesOfRaffle, [raffleId, behind, page.first + 1]) : [];
  return pageOf(rows, page, cursorOf, async () =>
    isShown ? ((await ctx.db.query(countAwardedBoxesOfRaffle, [raffleId]))[0]?.count ?? 0) : 0,
  );
}
