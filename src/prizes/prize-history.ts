import type { Context } from '../context.js';
import { maskName, seesWhole } from '../platform/masking.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import type { PrizeEventRow } from './prize-history.sql.js';
import type { PrizeEvent } from './prize-history.type.js';

/** Of wins, and of what came back. */
export const MOST_OF_EACH = 10;
export const MOST_EVENTS = 2 * MOST_OF_EACH + 1;

export async function historyOfPrize(ctx: Context, prizeId: string): Promise<PrizeEvent[]> {
  const rows = await ctx.loaders.prizeHistory.load(prizeId);
  const isSentBefore = (place: number): boolean => rows.slice(0, place).some(({ kind }) => kind === 'SENT_TO_CLOSE');
  // Its share brought the other prizes into play.
  return rows.filter(({ kind }, place) => kind !== 'RELEASED' || !isSentBefore(place)).map((row) => asSeen(ctx, row));
}

function asSeen({ principal }: Context, row: PrizeEventRow): PrizeEvent {
  const { kind, at, units, number, size, winnerId, winnerName, isNamed } = row;
  const isWhole = winnerId !== null && seesWhole(principal, winnerId);
  return {
    kind,
    at,
    units,
    luckyNumber: number === null ? null : formatLuckyNumber(number, size),
    winnerName: winnerName === null || isWhole ? winnerName : isNamed ? maskName(winnerName) : null,
  };
}
