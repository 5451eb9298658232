import { createCipheriv } from 'node:crypto';
import { sha256 } from '../platform/crypto.js';
import type { Sql } from '../platform/database/database.js';
import { leafBytes, merkleTree, nodeTree, type Leaf, type MerkleTree } from '../proof/merkle.js';
import type { Span } from '../proof/valid-ordinals.js';
import { selectLeaves, type LeafRow } from './draw.sql.js';

/** Leaves of a subtree; a power of two, so that the tree over the subtrees' roots is the tree of all leaves. */
const SUBTREE_LEAVES = 1024;
const SUBTREES_A_READ = 4;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** How many bytes a key of leaves has. */
export const LEAF_KEY_BYTES = 16;

/** The tree of a raffle's blocks, without its leaves: those are read again when somebody asks for a path. */
export interface BlockTree {
  root: Uint8Array;
  blocks: number;
  /** Blocks that take no part, ascending. */
  voided: Span[];
  /** The root of every 1,024 leaves, one behind the other, and the ordinal at which they begin. */
  subtreeHashes: Buffer;
  subtreeFirsts: number[];
}

/**
 * Makes the tree of proof/README.md over the blocks of a raffle that is frozen, some thousand blocks at a time. Throws when the blocks
 * are not all that was sold, one behind the other: then the books are wrong, and nothing may be drawn by them.
 */
export async function treeOfBlocks(
  db: Sql,
  raffle: { raffleId: string; leafKey: Buffer; allocated: number },
): Promise<BlockTree> {
  const { raffleId, leafKey, allocated } = raffle;
  const voided: Span[] = [];
  const hashes: Uint8Array[] = [];
  const subtreeFirsts: number[] = [];
  let next = 0;
  let blocks = 0;
  while (next < allocated) {
    const rows = await db.query(selectLeaves, [raffleId, next, SUBTREE_LEAVES * SUBTREES_A_READ]);
    for (const { firstOrdinal, endOrdinal, isVoid } of rows) {
      if (firstOrdinal !== next) throw new Error(`raffle ${raffleId} has no block at ordinal ${next}`);
      if (isVoid) voided.push([firstOrdinal, endOrdinal - firstOrdinal]);
      next = endOrdinal;
    }
    if (rows.length === 0) break;
    blocks += rows.length;
    for (let at = 0; at < rows.length; at += SUBTREE_LEAVES) {
      const leaves = rows.slice(at, at + SUBTREE_LEAVES);
      hashes.push(subtreeOf(leaves, leafKey).root);
      subtreeFirsts.push(leaves[0]!.firstOrdinal);
    }
  }
  if (next !== allocated) throw new Error(`raffle ${raffleId} has sold ${allocated} quotas, and blocks up to ${next}`);
  const subtreeHashes = Buffer.concat(hashes);
  return { root: nodesOf(subtreeHashes).root, blocks, voided, subtreeHashes, subtreeFirsts };
}

/** A block's leaf, where it stands, and the way from it to the root. */
export interface LeafPath {
  leaf: Leaf;
  index: number;
  path: Uint8Array[];
}

/** The path of the block that begins at an ordinal, by one read of its subtree. */
export async function pathOfBlock(
  db: Sql,
  draw: { raffleId: string; leafKey: Buffer; subtreeHashes: Buffer; subtreeFirsts: readonly number[] },
  firstOrdinal: number,
): Promise<LeafPath> {
  const { raffleId, leafKey, subtreeHashes, subtreeFirsts } = draw;
  const subtree = subtreeFirsts.findLastIndex((first) => first <= firstOrdinal);
  const rows = await db.query(selectLeaves, [raffleId, subtreeFirsts[subtree], SUBTREE_LEAVES]);
  const at = rows.findIndex((row) => row.firstOrdinal === firstOrdinal);
  const path = [...subtreeOf(rows, leafKey).pathOf(at), ...nodesOf(subtreeHashes).pathOf(subtree)];
  return { leaf: leavesOf(rows, leafKey)(at), index: subtree * SUBTREE_LEAVES + at, path };
}

function subtreeOf(rows: readonly LeafRow[], leafKey: Buffer): MerkleTree {
  const leafAt = leavesOf(rows, leafKey);
  return merkleTree(rows.length, (index) => leafBytes(leafAt(index)), sha256);
}

function nodesOf(hashes: Buffer): MerkleTree {
  const hashAt = (index: number): Uint8Array => hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  return nodeTree(hashes.length / HASH_BYTES, hashAt, sha256);
}

/** A leaf's salt is AES-128 of its first ordinal under a key that is nobody's: who knows one salt knows no other. */
function leavesOf(rows: readonly LeafRow[], leafKey: Buffer): (index: number) => Leaf {
  const ordinals = Buffer.alloc(rows.length * SALT_BYTES);
  for (const [index, { firstOrdinal }] of rows.entries()) ordinals.writeUInt32BE(firstOrdinal, index * SALT_BYTES);
  const salts = createCipheriv('aes-128-ecb', leafKey, null).setAutoPadding(false).update(ordinals);
  return (index) => {
    const { firstOrdinal, endOrdinal, orderId } = rows[index]!;
    const salt = salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES);
    return { firstOrdinal, count: endOrdinal - firstOrdinal, orderId: BigInt(orderId), salt };
  };
}
