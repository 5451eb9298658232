import { sha256 } from '@noble/hashes/sha2.js';
import { concat } from './bytes.js';

/** SHA-256 of some bytes. The array it is given is written anew after the call. */
export type Sha256 = (data: Uint8Array) => Uint8Array;

/** What an order's block of ordinals is in the tree: nobody learns whose it is without the salt of 16 bytes. */
export interface Leaf {
  firstOrdinal: number;
  count: number;
  orderId: bigint;
  salt: Uint8Array;
}

/** A tree over leaves in their order: its root, and the hashes that lead from a leaf to the root, the leaf's neighbour first. */
export interface MerkleTree {
  root: Uint8Array;
  /** Throws `RangeError` for no leaf. */
  pathOf(index: number): Uint8Array[];
}

const HASH_BYTES = 32;
const NODE_PREFIX = 1;

/** The 32 bytes of a leaf: first ordinal as u32, count as u32, order id as u64, then the salt. */
export function leafBytes({ firstOrdinal, count, orderId, salt }: Leaf): Uint8Array {
  const bytes = new Uint8Array(16 + salt.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, firstOrdinal);
  view.setUint32(4, count);
  view.setBigUint64(8, orderId);
  bytes.set(salt, 16);
  return bytes;
}

/**
 * The Merkle tree of RFC 9162, section 2.1, over `count` leaves with SHA-256: a leaf d is hashed as 0x00 || d, two nodes as 0x01
 * || left || right, and no leaf at all as the empty text. The tree that the RFC splits at powers of two from above is the one
 * that pairs neighbours from below, where a last one without a neighbour goes up as it is.
 *
 * All nodes lie in one array, level after level: 64 bytes a leaf.
 */
export function merkleTree(count: number, leafAt: (index: number) => Uint8Array, hash: Sha256 = sha256): MerkleTree {
  return nodeTree(count, (index) => hashLeaf(leafAt(index), hash), hash);
}

/**
 * The same over nodes instead of leaves: hashes that stand for as many leaves each, a power of two, but for the last one, which may
 * stand for fewer. Their tree has the root that all those leaves have, and paths that go on from a node's own.
 */
export function nodeTree(count: number, hashAt: (index: number) => Uint8Array, hash: Sha256 = sha256): MerkleTree {
  if (count === 0) return { root: hash(new Uint8Array(0)), pathOf: () => noLeaf(0) };
  const widths = [count];
  for (let width = count; width > 1; widths.push(width)) width = Math.ceil(width / 2);
  const nodes = new Uint8Array(widths.reduce((sum, width) => sum + width, 0) * HASH_BYTES);
  const nodeAt = (at: number): Uint8Array => nodes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);

  for (let index = 0; index < count; index++) nodes.set(hashAt(index), index * HASH_BYTES);
  const pair = new Uint8Array(1 + 2 * HASH_BYTES);
  pair[0] = NODE_PREFIX;
  for (let level = 1, below = 0; level < widths.length; level++) {
    const here = below + widths[level - 1]!;
    for (let at = 0; at < widths[level]!; at++) {
      const left = below + 2 * at;
      if (left + 1 === here) nodes.set(nodeAt(left), (here + at) * HASH_BYTES);
      else {
        pair.set(nodes.subarray(left * HASH_BYTES, (left + 2) * HASH_BYTES), 1);
        nodes.set(hash(pair), (here + at) * HASH_BYTES);
      }
    }
    below = here;
  }

  function pathOf(index: number): Uint8Array[] {
    if (!Number.isInteger(index) || index < 0 || index >= count) return noLeaf(index);
    const path: Uint8Array[] = [];
    let [at, from] = [index, 0];
    for (const width of widths.slice(0, -1)) {
      const neighbour = at % 2 === 0 ? at + 1 : at - 1;
      if (neighbour < width) path.push(nodeAt(from + neighbour).slice());
      from += width;
      at = Math.floor(at / 2);
    }
    return path;
  }
  return { root: nodes.slice(-HASH_BYTES), pathOf };
}

/** Whether the leaf stands at `index` of the `count` leaves under a root, by the RFC's section 2.1.3.2. */
export function isIncluded(
  { root, count }: { root: Uint8Array; count: number },
  { leaf, index, path }: { leaf: Uint8Array; index: number; path: readonly Uint8Array[] },
  hash: Sha256 = sha256,
): boolean {
  if (!Number.isInteger(index) || index < 0 || index >= count) return false;
  let [at, last] = [index, count - 1];
  let node = hashLeaf(leaf, hash);
  for (const other of path) {
    if (last === 0 || other.length !== HASH_BYTES) return false;
    if (at % 2 === 1 || at === last) {
      node = hash(concat(Uint8Array.of(NODE_PREFIX), other, node));
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else node = hash(concat(Uint8Array.of(NODE_PREFIX), node, other));
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && node.every((byte, i) => byte === root[i]);
}

function hashLeaf(leaf: Uint8Array, hash: Sha256): Uint8Array {
  // Its first byte is 0.
  const prefixed = new Uint8Array(1 + leaf.length);
  prefixed.set(leaf, 1);
  return hash(prefixed);
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function noLeaf(index: number): never {
  throw new RangeError(`There is no leaf ${index}`);
}
