import { createCipheriv } from 'node:crypto';
import { sha256, unseal } from '../platform/crypto.js';
import type { Sql } from '../platform/database/statement.js';
import { type BookLeaf, commitmentOf, encodeLeaf, type How, SALT_BYTES } from '../proof/book.js';
import { boxesFor } from '../proof/box-prizes.js';
import { type BookRow, type LeafRow, selectLeaves } from './book.sql.js';

export const BOOK_KEY_BYTES = 16;

/** A leaf with what the service knows of it. */
export interface WrittenLeaf {
  leaf: BookLeaf;
  bytes: Uint8Array;
  salt: Uint8Array;
  /** VOID: the block that it voids. */
  voids?: { how: How; count: number };
}

/** The leaves [from, to). Throws when one of them is missing: such a book must not go on. */
export async function readLeaves(
  sql: Sql,
  encryptionKeys: Buffer[],
  book: BookRow,
  { from, to }: { from: number; to: number },
): Promise<WrittenLeaf[]> {
  const rows = await sql.query(selectLeaves, [book.raffleId, from, to]);
  const salts = saltsOf(unseal(encryptionKeys, book.sealedKey), from, to - from);
  return Array.from({ length: to - from }, (_, at) => {
    const row = rows[at];
    if (row?.leaf !== from + at) throw new Error(`the book of raffle ${book.raffleId} has no leaf ${from + at}`);
    return written(book, row, salts.subarray(at * SALT_BYTES, (at + 1) * SALT_BYTES));
  });
}

/** AES-128 of the index under the book's key: one salt tells nothing of another. */
function saltsOf(key: Buffer, from: number, count: number): Buffer {
  const indexes = Buffer.alloc(count * SALT_BYTES);
  for (let at = 0; at < count; at++) indexes.writeUInt32BE(from + at, (at + 1) * SALT_BYTES - 4);
  return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(indexes);
}

function written({ combos, cumulative }: BookRow, row: LeafRow, salt: Uint8Array): WrittenLeaf {
  if (row.type === 'VOID') {
    const { type, block, how, count } = row;
    return { ...encoded({ type, block }, salt), voids: { how, count } };
  }
  if (row.type === 'TO_CLOSE') return encoded({ type: row.type, ordinal: row.ordinal, prizeId: row.prizeId }, salt);
  const { type, how, first, count, orderId } = row;
  const boxes = boxesFor(combos, cumulative, count);
  const commitment = commitmentOf(orderId, salt, sha256);
  return encoded({ type, how, boxes, first, count, round: Number(row.round ?? 0n), commitment }, salt);
}

function encoded(leaf: BookLeaf, salt: Uint8Array): WrittenLeaf {
  return { leaf, bytes: encodeLeaf(leaf), salt };
}
