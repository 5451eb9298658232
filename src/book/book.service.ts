import type { App, Context } from '../context.js';
import { findOrder } from '../orders/order.service.js';
import type { OrderRow } from '../orders/order.sql.js';
import { refuseField } from '../platform/domain-error.js';
import type { Page, TwoWayPageRequest } from '../platform/page.js';
import { createWatch, type Watch } from '../platform/watch.js';
import { NO_QUOTAS } from '../proof/book-replay.js';
import { toHex } from '../proof/bytes.js';
import { timeOfRound } from '../proof/chain.js';
import { consistencyProof, inclusionPath } from '../proof/consistency.js';
import { frontierOf } from '../proof/frontier.js';
import { findVisibleRaffle } from '../raffles/raffle-access.js';
import { heads, selectBlocksOfOrder, selectBook, selectHeadOf, selectLastHeads, type BookRow, type HeadRow } from './book.sql.js';
import type { BookConsistency, BookHead, BookLeaves, BookReceipt } from './book.type.js';
import { readLeaves } from './leaves.js';

/** An order has one block, unless its quotas were given back by several orders before. */
export const MOST_RECEIPTS = 100;

export type BookHeadWatch = Watch<BookHead>;

/** The last one; with a size the one that first held so many leaves. NOT_FOUND, BAD_USER_INPUT. */
export async function findHead(ctx: Context, id: string, size?: number | null): Promise<BookHead> {
  const { id: raffleId } = await findVisibleRaffle(ctx, id);
  const last = await lastHead(ctx, raffleId);
  if (size == null) return last;
  ensurePublished('size', size, last.size);
  const [head] = size === 0 ? [] : await ctx.db.query(selectHeadOf, [raffleId, size]);
  return head ? shownHead(head) : headOfNone(raffleId);
}

export async function watchHead(ctx: Context, id: string): Promise<AsyncIterable<BookHead>> {
  const { id: raffleId } = await findVisibleRaffle(ctx, id);
  return ctx.bookHeadWatch.subscribe(raffleId, await lastHead(ctx, raffleId));
}

/** One read serves all subscribers of the process. */
export function createBookHeadWatch({ db, log }: Pick<App, 'db' | 'log'>): BookHeadWatch {
  return createWatch<BookHead>({
    intervalMs: 500,
    minGapMs: 500,
    maxSubscribers: 20_000,
    read: async (raffleIds) => {
      const found = new Map((await db.query(selectLastHeads, [raffleIds])).map((head) => [head.raffleId, shownHead(head)]));
      return new Map(raffleIds.map((raffleId) => [raffleId, found.get(raffleId) ?? headOfNone(raffleId)]));
    },
    same: (one, other) => one.size === other.size,
    onError: (error) => log.warn({ err: error, event: 'book.heads.read_failed' }, 'watched heads could not be read'),
  });
}

/** Newest first unless asked otherwise. NOT_FOUND. */
export async function listHeads(ctx: Context, id: string, page: TwoWayPageRequest): Promise<Page<BookHead>> {
  const { id: raffleId } = await findVisibleRaffle(ctx, id);
  return heads.page(ctx.db, page, [raffleId], { nodesOf: (rows) => rows.map(shownHead) });
}

/** NOT_FOUND, BAD_USER_INPUT. */
export async function findConsistency(
  ctx: Context,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<BookConsistency> {
  const book = await findBook(ctx, id);
  ensurePublished('to', to, book?.size ?? 0);
  if (from > to) throw refuseField('from', 'book.fromTo');
  if (!book || from === 0) return { from, to, path: [] };
  const rootOf = await ctx.bookTrees.rootsOf(book, to, [from - 1]);
  return { from, to, path: consistencyProof(from, to, rootOf).map(toHex) };
}

/** NOT_FOUND, BAD_USER_INPUT. */
export async function findLeaves(
  ctx: Context,
  id: string,
  { from, count }: { from: number; count: number },
): Promise<BookLeaves> {
  const book = await findBook(ctx, id);
  ensurePublished('from', from, book?.size ?? 0);
  const to = Math.min(from + count, book?.size ?? 0);
  const leaves = book ? await readLeaves(ctx.db.reader(), ctx.config.encryptionKeys, book, { from, to }) : [];
  return { from, count: leaves.length, bytes: Buffer.concat(leaves.map(({ bytes }) => bytes)).toString('base64') };
}

/** Of each block whose leaf is published, in the order of leaves. NOT_FOUND. */
export async function findReceipts(ctx: Context, id: string, from: { fromIndex: number }): Promise<BookReceipt[]> {
  return receiptsOfOrder(ctx, await findOrder(ctx, id), from);
}

export async function receiptsOfOrder(
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'raffleId'>,
  { fromIndex }: { fromIndex: number },
): Promise<BookReceipt[]> {
  const blocks = await ctx.db.query(selectBlocksOfOrder, [order.id, fromIndex, MOST_RECEIPTS]);
  const [book] = await ctx.db.query(selectBook, [order.raffleId]);
  const receipts: BookReceipt[] = [];
  // The blocks of an order are written together, so that one head nearly always holds them all.
  for (let first = blocks[0]; book && first && first.leaf < book.size; first = blocks[receipts.length]) {
    const [head] = await ctx.db.query(selectHeadOf, [book.raffleId, first.leaf + 1]);
    if (!head) throw new Error(`raffle ${book.raffleId} has no head of ${first.leaf + 1} leaves`);
    const held = blocks.slice(receipts.length).filter(({ leaf }) => leaf < head.size);
    receipts.push(...(await receiptsOf(ctx, { book, head, orderId: order.id }, held)));
  }
  return receipts;
}

async function receiptsOf(
  ctx: Context,
  { book, head, orderId }: { book: BookRow; head: HeadRow; orderId: string },
  blocks: readonly { leaf: number; isVoid: boolean }[],
): Promise<BookReceipt[]> {
  const indexes = blocks.map(({ leaf }) => leaf);
  const [from, to] = [indexes[0]!, indexes.at(-1)! + 1];
  const leaves = await readLeaves(ctx.db.reader(), ctx.config.encryptionKeys, book, { from, to });
  const rootOf = await ctx.bookTrees.rootsOf(book, head.size, indexes);
  return blocks.map(({ leaf: index, isVoid }) => {
    const { leaf, bytes, salt } = leaves[index - from]!;
    const round = leaf.type === 'BLOCK' && leaf.round > 0 ? leaf.round : null;
    return {
      raffleId: book.raffleId,
      orderId,
      index,
      leaf: toHex(bytes),
      salt: toHex(salt),
      path: inclusionPath(index, head.size, rootOf).map(toHex),
      head: shownHead(head),
      round,
      roundDueAt: round === null ? null : new Date(timeOfRound(ctx.rounds.chain, round) * 1_000),
      isVoid,
    };
  });
}

/** Undefined before the first leaf is published. NOT_FOUND. */
async function findBook(ctx: Context, id: string): Promise<BookRow | undefined> {
  const { id: raffleId } = await findVisibleRaffle(ctx, id);
  return (await ctx.db.query(selectBook, [raffleId]))[0];
}

function ensurePublished(argument: string, value: number, size: number): void {
  if (value > size) throw refuseField(argument, 'book.published', { size });
}

async function lastHead({ db }: Pick<App, 'db'>, raffleId: string): Promise<BookHead> {
  const [head] = await db.query(selectLastHeads, [[raffleId]]);
  return head ? shownHead(head) : headOfNone(raffleId);
}

function shownHead({ raffleId, size, root, at, ...composition }: HeadRow): BookHead {
  return { raffleId, size, root: toHex(root), at, composition };
}

function headOfNone(raffleId: string): BookHead {
  return { raffleId, size: 0, root: toHex(frontierOf().root()), at: null, composition: NO_QUOTAS };
}
