import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../context.js';
import { groupBy } from '../platform/group-by.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { hasNumbers } from './lucky-number.service.js';
import { selectBlocksOfOrders, type BlockRow } from './lucky-number.sql.js';

/** Made together, as alone each would cost all ten rounds; and few enough that others wait some ten milliseconds at most. */
const ORDERS_AT_ONCE = 50;

/** By order, its first numbers and how many it has. Not of an order that has none, or whose numbers are not told yet. */
export type NumbersOfOrders = Map<string, { numbers: string[]; count: number }>;

/** Of many orders, at most `most` of each, in the sequence they were assigned. */
export async function numbersOfOrders(
  { db, permutations }: Pick<App, 'db' | 'permutations'>,
  orders: readonly { id: string; raffleId: string }[],
  most: number,
): Promise<NumbersOfOrders> {
  const blocksOf = groupBy(await db.reader().query(selectBlocksOfOrders, [orders.map(({ id }) => id)]), ({ orderId }) => orderId);
  const found: NumbersOfOrders = new Map();
  for (const [raffleId, ofRaffle] of groupBy(orders, (order) => order.raffleId)) {
    const told = ofRaffle.flatMap(({ id }) => {
      const blocks = blocksOf.get(id);
      return blocks?.every(hasNumbers) ? [{ id, blocks }] : [];
    });
    for (let at = 0; at < told.length; at += ORDERS_AT_ONCE) {
      const some = told.slice(at, at + ORDERS_AT_ONCE);
      const permutation = await permutations.get(raffleId, some[0]!.blocks[0]!);
      const ranges = some.map(({ blocks }) => rangesOf(blocks, most));
      const numbers = permutation.numbersOfRanges(ranges.flat())[Symbol.iterator]();
      some.forEach(({ id, blocks }, i) => {
        const own = ranges[i]!.flatMap(() =>
          Array.from(numbers.next().value!, (one) => formatLuckyNumber(one, permutation.size)),
        );
        found.set(id, {
          numbers: own,
          count: blocks.reduce((sum, { firstOrdinal, endOrdinal }) => sum + endOrdinal - firstOrdinal, 0),
        });
      });
      await nextTurn();
    }
  }
  return found;
}

function rangesOf(blocks: readonly BlockRow[], most: number): { firstOrdinal: number; count: number }[] {
  let left = most;
  return blocks.map(({ firstOrdinal, endOrdinal }) => {
    const count = Math.min(left, endOrdinal - firstOrdinal);
    left -= count;
    return { firstOrdinal, count };
  });
}
