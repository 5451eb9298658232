import { sha256 } from '../platform/crypto.js';
import type { Sql } from '../platform/database/database.js';
import { prefetchPages } from '../platform/database/prefetch-pages.js';
import { nodeTree, type Leaf, type MerkleTree } from '../proof/merkle.js';
import type { Span } from '../proof/winning-ordinals.js';
import { readLeaves, type Leaves } from './leaves.js';

/** Leaves of a subtree; a power of two, so that the tree over the subtrees' roots is the tree of all leaves. */
const SUBTREE_LEAVES = 1024;
const LEAVES_A_READ = 4 * SUBTREE_LEAVES;
const HASH_BYTES = 32;

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
  const { raffleId, allocated } = raffle;
  const voided: Span[] = [];
  const hashes: Uint8Array[] = [];
  const subtreeFirsts: number[] = [];
  let next = 0;
  let blocks = 0;
  const pages = prefetchPages<Leaves>(
    (last) => readLeaves(db, raffle, last ? endOf(last) : 0, LEAVES_A_READ),
    ({ count }) => count === LEAVES_A_READ,
  );
  for await (const leaves of pages) {
    for (let index = 0; index < leaves.count; index++) {
      const { firstOrdinal, count } = leaves.blockAt(index);
      if (firstOrdinal !== next) throw new Error(`raffle ${raffleId} has no block at ordinal ${next}`);
      if (leaves.voided.has(firstOrdinal)) voided.push([firstOrdinal, count]);
      next += count;
    }
    blocks += leaves.count;
    for (let at = 0; at < leaves.count; at += SUBTREE_LEAVES) {
      hashes.push(leaves.subtree(at, Math.min(SUBTREE_LEAVES, leaves.count - at)).root);
      subtreeFirsts.push(leaves.blockAt(at).firstOrdinal);
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
  const { subtreeHashes, subtreeFirsts } = draw;
  const subtree = subtreeFirsts.findLastIndex((first) => first <= firstOrdinal);
  const leaves = await readLeaves(db, draw, subtreeFirsts[subtree]!, SUBTREE_LEAVES);
  const at = Array.from({ length: leaves.count }, (_, index) => leaves.blockAt(index).firstOrdinal).indexOf(firstOrdinal);
  const path = [...leaves.subtree(0, leaves.count).pathOf(at), ...nodesOf(subtreeHashes).pathOf(subtree)];
  return { leaf: leaves.leafAt(at), index: subtree * SUBTREE_LEAVES + at, path };
}

/** The ordinal behind the last one of leaves, of which there are some. */
function endOf(leaves: Leaves): number {
  const { firstOrdinal, count } = leaves.blockAt(leaves.count - 1);
  return firstOrdinal + count;
}

function nodesOf(hashes: Buffer): MerkleTree {
  const hashAt = (index: number): Uint8Array => hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  return nodeTree(hashes.length / HASH_BYTES, hashAt, sha256);
}
