import { createCipheriv } from 'node:crypto';
import { sha256 } from '../platform/crypto.js';
import type { Sql } from '../platform/database/database.js';
import { merkleTree, type Leaf, type MerkleTree } from '../proof/merkle.js';
import { selectLeaves } from './draw.sql.js';

const HEAD_BYTES = 16;
const SALT_BYTES = 16;
const LEAF_BYTES = HEAD_BYTES + SALT_BYTES;

/** How many bytes a key of leaves has. */
export const LEAF_KEY_BYTES = 16;

/** Leaves of a raffle's tree that follow each other, by index from 0. */
export interface Leaves {
  count: number;
  /** The first ordinals of blocks that take no part. */
  voided: ReadonlySet<number>;
  blockAt(index: number): { firstOrdinal: number; count: number };
  leafAt(index: number): Leaf;
  /** The tree over so many of them. */
  subtree(from: number, count: number): MerkleTree;
}

/** The leaves of the blocks from an ordinal on, so many at the most. */
export async function readLeaves(
  db: Sql,
  { raffleId, leafKey }: { raffleId: string; leafKey: Buffer },
  from: number,
  most: number,
): Promise<Leaves> {
  const [page] = await db.query(selectLeaves, [raffleId, from, most]);
  const heads = page?.heads ?? Buffer.alloc(0);
  const count = heads.length / HEAD_BYTES;
  const bytes = withSalts(heads, count, leafKey);
  const bytesAt = (index: number): Buffer => bytes.subarray(index * LEAF_BYTES, (index + 1) * LEAF_BYTES);
  const blockAt = (index: number) => {
    const at = index * LEAF_BYTES;
    return { firstOrdinal: bytes.readUInt32BE(at), count: bytes.readUInt32BE(at + 4) };
  };
  return {
    count,
    voided: new Set(page?.voided),
    blockAt,
    leafAt(index) {
      const leaf = bytesAt(index);
      return { ...blockAt(index), orderId: leaf.readBigUInt64BE(8), salt: leaf.subarray(HEAD_BYTES) };
    },
    subtree: (start, size) => merkleTree(size, (index) => bytesAt(start + index), sha256),
  };
}

/** A leaf's salt is AES-128 of its first ordinal under a key that is nobody's: who knows one salt knows no other. */
function withSalts(heads: Buffer, count: number, leafKey: Buffer): Buffer {
  const ordinals = Buffer.alloc(count * SALT_BYTES);
  for (let index = 0; index < count; index++)
    heads.copy(ordinals, index * SALT_BYTES, index * HEAD_BYTES, index * HEAD_BYTES + 4);
  const salts = createCipheriv('aes-128-ecb', leafKey, null).setAutoPadding(false).update(ordinals);
  const leaves = Buffer.alloc(count * LEAF_BYTES);
  for (let index = 0; index < count; index++) {
    heads.copy(leaves, index * LEAF_BYTES, index * HEAD_BYTES, (index + 1) * HEAD_BYTES);
    salts.copy(leaves, index * LEAF_BYTES + HEAD_BYTES, index * SALT_BYTES, (index + 1) * SALT_BYTES);
  }
  return leaves;
}
