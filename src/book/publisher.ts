import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../context.js';
import type { Backoff } from '../platform/backoff.js';
import { seal, sha256 } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { type Composition, NO_QUOTAS, withBlock, withoutBlock } from '../proof/book-replay.js';
import { timeOfRound } from '../proof/chain.js';
import type { TreeHead } from '../proof/consistency.js';
import { frontierOf, SUBTREE_LEAVES } from '../proof/frontier.js';
import {
  extendBook,
  lockBook,
  lockBookUnlessHeld,
  openBook,
  selectBook,
  selectLastHeads,
  selectUnpublished,
  type BookRow,
} from './book.sql.js';
import { BOOK_KEY_BYTES, readLeaves, type WrittenLeaf } from './leaves.js';

/** Several processes together write a head of a raffle each second. */
const LEAST_SECONDS_BETWEEN_HEADS = 0.9;
const RAFFLES_AT_ONCE = 1_000;
/** Some milliseconds of hashing, in turns. */
const LEAVES_A_HEAD = 8 * SUBTREE_LEAVES;

/** Safe in several processes. Returns how many raffles have a new head. */
export async function publishBooks(app: App, backoff: Backoff): Promise<number> {
  let published = 0;
  for (const { raffleId } of await app.db.query(selectUnpublished, [LEAST_SECONDS_BETWEEN_HEADS, RAFFLES_AT_ONCE])) {
    if (!backoff.mayTry(raffleId)) continue;
    try {
      if (await publish(app, raffleId, lockBookUnlessHeld)) published += 1;
      backoff.succeeded(raffleId);
    } catch (error) {
      backoff.failed(raffleId);
      app.log.error({ err: error, event: 'book.head.failed', raffleId }, 'the book of a raffle could not continue');
    }
  }
  return published;
}

/** Publishes what is left of a raffle that is frozen, and returns its last head. */
export async function closeBook(app: App, raffleId: string): Promise<TreeHead & { composition: Composition }> {
  await publish(app, raffleId, lockBook);
  const [head] = await app.db.query(selectLastHeads, [[raffleId]]);
  const { pix, byHand, free, givenBack } = head ?? NO_QUOTAS;
  return { size: head?.size ?? 0, root: head?.root ?? frontierOf().root(), composition: { pix, byHand, free, givenBack } };
}

/** Until no leaf is left. False when another process does it, or there was none. */
async function publish(app: App, raffleId: string, lock: Statement<object>): Promise<boolean> {
  let isNew = false;
  for (let extended: Extended | undefined; (extended = await extend(app, raffleId, lock)) !== undefined;) {
    isNew = true;
    app.bookHeadWatch.touch(raffleId);
    reportLate(app, raffleId, extended);
    if (extended.left === 0) break;
  }
  return isNew;
}

interface Extended {
  at: Date;
  /** Leaves that it does not hold. */
  left: number;
  /** The earliest one that decides a block of this head. */
  firstRound: number | undefined;
}

/** Writes a head in one transaction. Undefined when no leaf is new, or another process writes. */
async function extend(app: App, raffleId: string, lock: Statement<object>): Promise<Extended | undefined> {
  const sealedKey = seal(app.config.encryptionKeys, randomBytes(BOOK_KEY_BYTES));
  return app.db.transaction(async (tx) => {
    await tx.query(openBook, [raffleId, sealedKey]);
    if ((await tx.query(lock, [raffleId])).length === 0) return undefined;
    const [book] = await tx.query(selectBook, [raffleId]);
    if (!book || book.size >= book.leaves) return undefined;
    const to = Math.min(book.leaves, book.size + LEAVES_A_HEAD);
    const leaves = await readLeaves(tx, app.config.encryptionKeys, book, { from: book.size, to });
    const at = await append(tx, book, leaves);
    return { at, left: book.leaves - to, firstRound: firstRoundOf(leaves) };
  });
}

async function append(tx: Transaction, book: BookRow, leaves: readonly WrittenLeaf[]): Promise<Date> {
  const { raffleId, size } = book;
  const frontier = frontierOf({ size, bytes: book.frontier }, sha256);
  const [last] = await tx.query(selectLastHeads, [[raffleId]]);
  const { pix, byHand, free, givenBack } = last ?? NO_QUOTAS;
  let composition: Composition = { pix, byHand, free, givenBack };
  for (const [index, { leaf, bytes, voids }] of leaves.entries()) {
    frontier.append(bytes);
    if (leaf.type === 'BLOCK') composition = withBlock(composition, leaf);
    if (voids) composition = withoutBlock(composition, voids);
    if (index % SUBTREE_LEAVES === SUBTREE_LEAVES - 1) await nextTurn();
  }
  const [head] = await tx.query(extendBook, [
    raffleId,
    frontier.size,
    Buffer.from(frontier.root()),
    composition.pix,
    composition.byHand,
    composition.free,
    composition.givenBack,
    Buffer.from(frontier.bytes()),
    Math.floor(size / SUBTREE_LEAVES),
    frontier.takeSubtrees().map((root) => Buffer.from(root)),
  ]);
  if (!head) throw new Error(`the book of raffle ${raffleId} is gone`);
  return head.at;
}

/** Rounds never fall. */
function firstRoundOf(leaves: readonly WrittenLeaf[]): number | undefined {
  for (const { leaf } of leaves) if (leaf.type === 'BLOCK' && leaf.round > 0) return leaf.round;
  return undefined;
}

function reportLate({ log, rounds }: App, raffleId: string, { at, firstRound }: Extended): void {
  if (firstRound === undefined) return;
  const lateSeconds = at.getTime() / 1_000 - timeOfRound(rounds.chain, firstRound);
  if (lateSeconds <= 0) return;
  log.warn(
    { event: 'book.head.late', raffleId, round: firstRound, lateSeconds: Math.round(lateSeconds) },
    'a block was published after the round that decides it was due',
  );
}
