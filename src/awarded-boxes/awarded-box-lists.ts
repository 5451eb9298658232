import type { Context } from '../context.js';
import { maskName } from '../platform/masking.js';
import type { Page, PageRequest } from '../platform/page.js';
import { isShownToCaller } from '../raffles/raffle-access.js';
import { awardedBoxes, awardedBoxesOfRaffle, type AwardedBoxRow } from './awarded-box.sql.js';
import { boxWinners, type BoxWinnerRow } from './held-box.sql.js';
import type { AwardedBoxWinner } from './held-box.type.js';

/** All of a raffle in order of creation, or of all raffles, newest first. NOT_FOUND for no raffle. */
export async function listAwardedBoxes(
  ctx: Context,
  { raffleId, ...page }: PageRequest & { raffleId?: string | null },
): Promise<Page<AwardedBoxRow>> {
  return raffleId == null ? awardedBoxes.page(ctx.db, page) : listBoxesOfRaffle(ctx, raffleId, page);
}

/** In order of creation; none for who is no operator while the raffle does not show them. NOT_FOUND for no raffle. */
export async function listBoxesOfRaffle(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<AwardedBoxRow>> {
  const isShown = await isShownToCaller(ctx, raffleId, ({ showAwardedBoxes }) => showAwardedBoxes);
  return awardedBoxesOfRaffle.page(ctx.db, page, [raffleId], { isEmpty: !isShown });
}

/**
 * Who opened a box of a raffle that holds a prize, the latest first. What nobody has opened is nobody's to know, an operator's neither.
 * None for who is no operator while the raffle does not show them. NOT_FOUND for no raffle.
 */
export async function listBoxWinners(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<AwardedBoxWinner>> {
  const isShown = await isShownToCaller(ctx, raffleId, ({ showAwardedBoxesWinners }) => showAwardedBoxesWinners);
  const nodesOf = (rows: BoxWinnerRow[]): AwardedBoxWinner[] => rows.map((row) => asSeen(ctx, row));
  return boxWinners.page(ctx.db, page, [raffleId], { isEmpty: !isShown, nodesOf });
}

function asSeen({ principal }: Context, { box, winner, openedAt }: BoxWinnerRow): AwardedBoxWinner {
  const isWhole = principal.role === 'ADMIN' || (principal.role === 'USER' && principal.id === winner.id);
  return { name: isWhole ? winner.name : maskName(winner.name), title: box.title, prize: BigInt(box.prize), openedAt };
}
