import type { Context } from '../context.js';
import { INT, readPage, type Page, type PageRequest } from '../platform/page.js';
import { findOrder } from '../orders/order.service.js';
import type { ReadOrder } from '../orders/order-page.js';
import type { OrderBlock } from '../orders/order-page.sql.js';
import { selectOrder, type OrderRow } from '../orders/order.sql.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { findVisibleRaffle } from '../raffles/raffle-access.js';
import { isUuid } from '../platform/uuid.js';
import {
  selectBlockAt,
  selectBlocksOfBuyer,
  selectNumberCountOfBuyer,
  selectOwnBlockAt,
  selectSize,
  type BlockRow,
} from './lucky-number.sql.js';
import { formatLuckyNumber, parseLuckyNumber, type Permutation, type Range } from '../proof/permutation.js';

export async function listNumbersByOrder(ctx: Context, orderId: string, page: PageRequest): Promise<Page<string>> {
  return listNumbersOfOrder(ctx, await findOrder(ctx, orderId), page);
}

export async function listNumbersOfOrder(ctx: Context, order: ReadOrder, page: PageRequest): Promise<Page<string>> {
  const blocks = await numberedBlocksOf(ctx, order);
  return pageOfNumbers(ctx, {
    raffleId: order.raffleId,
    page,
    blocks: (from) => blocks.filter(({ endOrdinal }) => endOrdinal > from),
    count: async () => blocks.reduce((sum, { firstOrdinal, endOrdinal }) => sum + endOrdinal - firstOrdinal, 0),
  });
}

/** Undefined for a number that the order does not have. BAD_USER_INPUT for what is no number of the raffle. */
export async function findNumberOfOrder(ctx: Context, order: ReadOrder, text: string): Promise<string | undefined> {
  const { number, ordinal } = await placeOfNumber(ctx, order.raffleId, text);
  const blocks = await numberedBlocksOf(ctx, order);
  return blocks.some(({ firstOrdinal, endOrdinal }) => firstOrdinal <= ordinal && ordinal < endOrdinal) ? number : undefined;
}

/** None while the numbers are not told yet. */
async function numberedBlocksOf(ctx: Context, order: ReadOrder): Promise<OrderBlock[]> {
  const paid = !order.paidAt ? [] : order.block ? blocksOf(order.block) : await ctx.loaders.blocksOfOrder.load(order.id);
  return paid.every(hasNumbers) ? paid : [];
}

function blocksOf(block: OrderBlock): OrderBlock[] {
  return block.ranges?.map(([firstOrdinal, endOrdinal]) => ({ ...block, firstOrdinal, endOrdinal })) ?? [block];
}

export async function listNumbersByRaffle(
  ctx: Context,
  raffleId: string,
  userId: string | null | undefined,
  page: PageRequest,
): Promise<Page<string>> {
  await findVisibleRaffle(ctx, raffleId);
  const buyerId = await buyerOf(ctx, userId?.toLowerCase());
  return pageOfNumbers(ctx, {
    raffleId,
    page,
    blocks: (from, count) => ctx.db.query(selectBlocksOfBuyer, [raffleId, buyerId, from, count]),
    async count() {
      const [counted] = await ctx.db.query(selectNumberCountOfBuyer, [raffleId, buyerId]);
      return counted?.count ?? 0;
    },
  });
}

interface NumberOwner {
  number: string;
  order: OrderRow | null;
}

export async function findOrderOfNumber(ctx: Context, raffleId: string, text: string): Promise<NumberOwner> {
  const { number, ordinal } = await placeOfNumber(ctx, raffleId, text);
  const [block] = await ctx.db.query(selectBlockAt, [raffleId, ordinal]);
  return { number, order: await orderOf(ctx, block) };
}

/** Null for an order of somebody else, and while its numbers are not told yet. */
export async function findMyOrderOfNumber(ctx: Context, raffleId: string, text: string): Promise<NumberOwner> {
  await findVisibleRaffle(ctx, raffleId);
  const { number, ordinal } = await placeOfNumber(ctx, raffleId, text);
  const [block] = await ctx.db.query(selectOwnBlockAt, [raffleId, ordinal, await buyerOf(ctx, undefined)]);
  return { number, order: await orderOf(ctx, block && hasNumbers(block) ? block : undefined) };
}

async function placeOfNumber(ctx: Context, raffleId: string, text: string): Promise<{ number: string; ordinal: number }> {
  const [raffle] = isUuid(raffleId) ? await ctx.db.query(selectSize, [raffleId]) : [];
  if (!raffle) throw refuse('raffles.notFound');
  const { size } = raffle;
  const like = formatLuckyNumber(0, size);
  const number = text === '' ? undefined : parseLuckyNumber(text.padStart(like.length, '0'), size);
  if (number === undefined) throw refuseField('number', 'luckyNumbers.ofRaffle', { example: like });
  const permutation = await ctx.permutations.get(raffleId.toLowerCase(), raffle);
  return { number: formatLuckyNumber(number, size), ordinal: permutation.ordinalOf(number) };
}

async function orderOf({ db }: Context, block: BlockRow | undefined): Promise<OrderRow | null> {
  return (block && (await db.query(selectOrder, [block.orderId]))[0]) ?? null;
}

/** Where there are quota prizes, numbers come with the round of the block. */
export function hasNumbers({ quotaPrizes, endOrdinal, decidedTo }: OrderBlock): boolean {
  return quotaPrizes === 0 || endOrdinal <= decidedTo;
}

async function buyerOf({ principal, loaders }: Context, userId: string | undefined): Promise<string> {
  if (principal.role === 'USER') {
    if (userId !== undefined && userId !== principal.id) throw refuse('users.notFound');
    return principal.id;
  }
  if (userId === undefined) throw refuseField('userId', 'luckyNumbers.userIdRequired');
  if (!isUuid(userId) || !(await loaders.user.load(userId))) throw refuse('users.notFound');
  return userId;
}

function pageOfNumbers(
  ctx: Context,
  {
    raffleId,
    page,
    blocks,
    count,
  }: {
    raffleId: string;
    page: PageRequest;
    blocks(from: number, count: number): OrderBlock[] | Promise<OrderBlock[]>;
    count(): Promise<number>;
  },
): Promise<Page<string>> {
  return readPage<LuckyNumber, string>(page, {
    key: [['ordinal', INT]],
    async rows([after = '-1'] = [], size) {
      const from = Number(after) + 1;
      const found = await blocks(from, size);
      const [block] = found;
      if (!block) return [];
      const permutation = await ctx.permutations.get(raffleId.toLowerCase(), block);
      const numbers: LuckyNumber[] = [];
      for (const one of found) numbers.push(...numbersOfBlock(permutation, one, { from, most: size - numbers.length }));
      return numbers;
    },
    count,
    nodesOf: (numbers) => numbers.map(({ text }) => text),
  });
}

interface LuckyNumber {
  ordinal: number;
  text: string;
}

interface Wanted {
  from: number;
  most: number;
}

function rangeOf({ firstOrdinal, endOrdinal }: OrderBlock, { from, most }: Wanted): Range {
  const first = Math.min(Math.max(firstOrdinal, from), endOrdinal);
  return { firstOrdinal: first, count: Math.min(endOrdinal - first, most) };
}

const cachedNumbers = new WeakMap<OrderBlock, Wanted & { numbers: LuckyNumber[] }>();

/** Makes the numbers of all blocks that were read together: alone, each would cost all ten rounds. */
function numbersOfBlock(permutation: Permutation, block: OrderBlock, wanted: Wanted): LuckyNumber[] {
  const known = cachedNumbers.get(block);
  if (known?.from === wanted.from && known.most === wanted.most) return known.numbers;
  const blocks = (block.readTogether ?? [block]).filter(hasNumbers);
  const ranges = blocks.map((one) => rangeOf(one, wanted));
  const numbersOfBlocks = permutation.numbersOfRanges(ranges).map((numbers, at) => {
    const { firstOrdinal } = ranges[at]!;
    return Array.from(numbers, (number, i) => ({ ordinal: firstOrdinal + i, text: formatLuckyNumber(number, permutation.size) }));
  });
  blocks.forEach((one, at) => cachedNumbers.set(one, { ...wanted, numbers: numbersOfBlocks[at]! }));
  return numbersOfBlocks[blocks.indexOf(block)]!;
}
