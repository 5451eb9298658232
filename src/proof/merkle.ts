import { sha256 } from '@noble/hashes/sha2.js';

/** The caller reuses `data` after the call. */
export type Sha256 = (data: Uint8Array) => Uint8Array;

export interface MerkleTree {
  root: Uint8Array;
  pathOf(index: number): Uint8Array[];
}

export const HASH_BYTES = 32;
const NODE_PREFIX = 1;

/** RFC 9162, section 2.1, with SHA-256: pairing neighbours from below gives the RFC's tree. Takes 64 bytes a leaf. */
export function merkleTree(count: number, leafAt: (index: number) => Uint8Array, hash: Sha256 = sha256): MerkleTree {
  return nodeTree(count, (index) => hashLeaf(leafAt(index), hash), hash);
}

/**
 * Over nodes, each the hash of the same power of two of leaves (the last may have fewer). Has the root of all those leaves, and
 * paths that continue a node's own path.
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

/** RFC 9162, 2.1.3.2. */
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
      node = hashNode(other, node, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else node = hashNode(node, other, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(node, root);
}

export function hashLeaf(leaf: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  // The first byte stays 0.
  const prefixed = new Uint8Array(1 + leaf.length);
  prefixed.set(leaf, 1);
  return hash(prefixed);
}

export function hashNode(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  const pair = new Uint8Array(1 + 2 * HASH_BYTES);
  pair[0] = NODE_PREFIX;
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return hash(pair);
}

export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === HASH_BYTES && other.length === HASH_BYTES && one.every((byte, i) => byte === other[i]);
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function noLeaf(index: number): never {
  throw new RangeError(`There is no leaf ${index}`);
}
