import type { Context } from '../context.js';
import { formatLuckyNumber, parseLuckyNumber } from '../proof/permutation.js';
import { selectOwnersAt, selectSizesOfSold } from './lucky-number.sql.js';

export interface NumberOwner {
  number: string;
  raffleTitle: string;
  orderId: string;
  buyerName: string;
}

const MOST_RAFFLES = 20;

/** Who owns the number, in some raffles or in the newest ones that may have sold. None in raffles without such a number. */
export async function ownersOfNumber(ctx: Context, text: string, raffleIds: readonly string[] | null): Promise<NumberOwner[]> {
  const raffles = await ctx.db.query(selectSizesOfSold, [raffleIds, Number(text), MOST_RAFFLES]);
  const places = await Promise.all(
    raffles.map(async (raffle) => {
      const { size, raffleId: id, title } = raffle;
      const number = parseLuckyNumber(text.padStart(formatLuckyNumber(0, size).length, '0'), size);
      if (number === undefined) return [];
      const ordinal = (await ctx.permutations.get(id, raffle)).ordinalOf(number);
      return [{ id, ordinal, raffleTitle: title, number: formatLuckyNumber(number, size) }];
    }),
  ).then((all) => all.flat());
  const owners = await ctx.db.query(selectOwnersAt, [places.map(({ id }) => id), places.map(({ ordinal }) => ordinal)]);
  const ofRaffle = new Map(owners.map((owner) => [owner.raffleId, owner]));
  return places.flatMap(({ id, number, raffleTitle }) => {
    const owner = ofRaffle.get(id);
    return owner ? [{ number, raffleTitle, orderId: owner.orderId, buyerName: owner.buyerName }] : [];
  });
}
