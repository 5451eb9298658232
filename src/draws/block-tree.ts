import { createCipheriv } from 'node:crypto';
import { sha256 } from '../platform/crypto.js';
import type { Sql } from '../platform/database/database.js';
import { merkleTree, type Leaf, type MerkleTree, nodeTree } from '../proof/merkle.js';
import { selectLeaves } from './draw.sql.js';
import { prefetchPages } from '../platform/database/prefetch-pages.js';
import type { Manifest } from '../proof/manifest.js';

const HEAD_BYTES = 16;
const SALT_BYTES = 16;
const LEAF_BYTES = HEAD_BYTES + SALT_BYTES;

export const LEAF_KEY_BYTES = 16;

/** Consecutive leaves of a raffle's tree, by index from 0. */
export interface Leaves {
  count: number;
  voided: ReadonlySet<number>;
  blockAt(index: number): { firstOrdinal: number; count: number };
  leafAt(index: number): Leaf;
  subtree(from: number, count: number): MerkleTree;
}

async function readLeaves(
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

/** AES-128 of the first ordinal under a secret key: one salt tells nothing of another. */
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

/** A power of two, so that the tree over the subtrees' roots is the tree of all leaves. */
const SUBTREE_LEAVES = 1024;
const LEAVES_A_READ = 4 * SUBTREE_LEAVES;
const HASH_BYTES = 32;

/** Leaves are read again for a path. */
export interface BlockTree {
  root: Uint8Array;
  blocks: number;
  voided: Manifest['voided'];
  subtreeHashes: Buffer;
  subtreeFirsts: number[];
}

/** As proof/README.md describes. Throws when the blocks do not cover exactly what was sold: such books must not be drawn. */
export async function treeOfBlocks(
  db: Sql,
  raffle: { raffleId: string; leafKey: Buffer; allocated: number },
): Promise<BlockTree> {
  const { raffleId, allocated } = raffle;
  const voided: Manifest['voided'] = [];
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

export interface LeafPath {
  leaf: Leaf;
  index: number;
  path: Uint8Array[];
}

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

function endOf(leaves: Leaves): number {
  const { firstOrdinal, count } = leaves.blockAt(leaves.count - 1);
  return firstOrdinal + count;
}

function nodesOf(hashes: Buffer): MerkleTree {
  const hashAt = (index: number): Uint8Array => hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  return nodeTree(hashes.length / HASH_BYTES, hashAt, sha256);
}
