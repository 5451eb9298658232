import { sha256 } from '@noble/hashes/sha2.js';
import { concat } from './bytes.js';
import { HASH_BYTES, hashLeaf, hashNode, type Sha256 } from './merkle.js';

const SUBTREE_LEVEL = 10;

/** A power of two, so that the tree over the roots of whole subtrees is the tree of all leaves. */
export const SUBTREE_LEAVES = 2 ** SUBTREE_LEVEL;

/** The right edge of a growing tree of RFC 9162: takes 32 bytes for each 1 in the binary digits of its size. */
export interface Frontier {
  readonly size: number;
  append(leaf: Uint8Array): void;
  root(): Uint8Array;
  /** To continue from. */
  bytes(): Uint8Array;
  /** The roots of the next whole subtrees of `SUBTREE_LEAVES` that `append` has filled since the last call. */
  takeSubtrees(): Uint8Array[];
}

/** Throws `RangeError` for bytes that are not of a tree of so many leaves. */
export function frontierOf(
  leaves: { size: number; bytes: Uint8Array } = { size: 0, bytes: new Uint8Array(0) },
  hash: Sha256 = sha256,
): Frontier {
  let { size } = leaves;
  /** Of whole subtrees, the largest and leftmost first. */
  const nodes: Uint8Array[] = [];
  for (let at = 0; at < leaves.bytes.length; at += HASH_BYTES) nodes.push(leaves.bytes.slice(at, at + HASH_BYTES));
  if (leaves.bytes.length !== HASH_BYTES * onesOf(size)) throw new RangeError(`this is no frontier of ${size} leaves`);
  let subtrees: Uint8Array[] = [];

  return {
    get size() {
      return size;
    },
    append(leaf) {
      let node = hashLeaf(leaf, hash);
      for (let level = 0, rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        node = hashNode(nodes.pop()!, node, hash);
        level += 1;
        if (level === SUBTREE_LEVEL) subtrees.push(node);
      }
      nodes.push(node);
      size += 1;
    },
    root: () => (size === 0 ? hash(new Uint8Array(0)) : nodes.reduceRight((right, left) => hashNode(left, right, hash))),
    bytes: () => concat(...nodes),
    takeSubtrees() {
      const taken = subtrees;
      subtrees = [];
      return taken;
    },
  };
}

function onesOf(size: number): number {
  return size.toString(2).replaceAll('0', '').length;
}
