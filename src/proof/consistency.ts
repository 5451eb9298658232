import { sha256 } from '@noble/hashes/sha2.js';
import { HASH_BYTES, hashNode, isSameHash, type Sha256 } from './merkle.js';

/** The root of a tree of `size` leaves. */
export interface TreeHead {
  size: number;
  root: Uint8Array;
}

/** The root over the leaves [from, to), always those of one node of the tree. */
export type RootOf = (from: number, to: number) => Uint8Array;

/** RFC 9162, 2.1.3.1. Throws `RangeError` for a leaf that is not there. */
export function inclusionPath(index: number, size: number, rootOf: RootOf): Uint8Array[] {
  if (!isSize(index) || !isSize(size) || index >= size) throw new RangeError(`There is no leaf ${index} of ${size}`);
  return pathTo(index, size, (from, to) => to - from === 1, rootOf).path;
}

/** RFC 9162, 2.1.4.1: that the tree of `second` leaves continues that of `first`. Throws `RangeError` unless 0 <= first <= second. */
export function consistencyProof(first: number, second: number, rootOf: RootOf): Uint8Array[] {
  if (!isSize(first) || !isSize(second) || first > second) throw new RangeError(`${first} leaves do not continue as ${second}`);
  if (first === 0) return [];
  const { from, to, path } = pathTo(first - 1, second, (_, end) => end === first, rootOf);
  // At 0 it is the first tree itself, whose root the reader has.
  return from === 0 ? path : [rootOf(from, to), ...path];
}

/** From the top down to the first node that `isThere`, and the neighbours of its way, from below. */
function pathTo(
  index: number,
  size: number,
  isThere: (from: number, to: number) => boolean,
  rootOf: RootOf,
): { from: number; to: number; path: Uint8Array[] } {
  const path: Uint8Array[] = [];
  let [from, to] = [0, size];
  while (!isThere(from, to)) {
    const split = from + splitOf(to - from);
    path.unshift(index < split ? rootOf(split, to) : rootOf(from, split));
    if (index < split) to = split;
    else from = split;
  }
  return { from, to, path };
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

/** RFC 9162, 2.1.4.2. A tree of no leaf is continued by every tree. */
export function isConsistent(first: TreeHead, second: TreeHead, path: readonly Uint8Array[], hash: Sha256 = sha256): boolean {
  if (!isSize(first.size) || !isSize(second.size) || first.size > second.size) return false;
  if (first.size === 0 && !isSameHash(first.root, hash(new Uint8Array(0)))) return false;
  if (first.size === second.size) return path.length === 0 && isSameHash(first.root, second.root);
  if (first.size === 0) return path.length === 0;

  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  const [start, ...others] = at === 0 ? [first.root, ...path] : path;
  if (start === undefined || path.length === 0) return false;
  let [firstRoot, secondRoot] = [start, start];
  for (const other of others) {
    if (last === 0 || other.length !== HASH_BYTES) return false;
    if (at % 2 === 1 || at === last) {
      firstRoot = hashNode(other, firstRoot, hash);
      secondRoot = hashNode(other, secondRoot, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else secondRoot = hashNode(secondRoot, other, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(firstRoot, first.root) && isSameHash(secondRoot, second.root);
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function half(value: number): number {
  return Math.floor(value / 2);
}
