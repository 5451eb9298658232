import { type BookLeaf, decodeLeaf } from './book.js';
import { LEAF_BYTES } from './limits.js';
import { fromBase64 } from './bytes.js';
import { LEAVES_A_TEXT } from './draw-proof.js';
import { merkleTree, nodeTree } from './merkle.js';
import { ensure, messageOf, ProofProblem } from './steps.js';

/** The leaves of a proof. */
export interface ProofLeaves {
  readonly size: number;
  /** 36 bytes. */
  bytesAt(index: number): Uint8Array;
  /** Throws `ProofProblem` where the bytes are no leaf. */
  at(index: number): BookLeaf;
  /** Of the first `size` leaves. */
  rootOf(size: number): Uint8Array;
}

/** Throws `ProofProblem` unless all texts but the last are full. */
export function readLeaves(texts: readonly string[]): ProofLeaves {
  const parts = texts.map(fromBase64);
  for (const [index, { length }] of parts.entries()) {
    const leaves = length / LEAF_BYTES;
    const isRight = index === parts.length - 1 ? leaves <= LEAVES_A_TEXT : leaves === LEAVES_A_TEXT;
    ensure(isRight, `proof.leaves[${index}] has ${leaves} leaves, and not ${LEAVES_A_TEXT}`);
  }
  const size = parts.reduce((sum, { length }) => sum + length / LEAF_BYTES, 0);
  const bytesAt = (index: number): Uint8Array => {
    const start = (index % LEAVES_A_TEXT) * LEAF_BYTES;
    return parts[Math.floor(index / LEAVES_A_TEXT)]!.subarray(start, start + LEAF_BYTES);
  };
  const rootWithin = (from: number, to: number): Uint8Array => merkleTree(to - from, (i) => bytesAt(from + i)).root;
  const whole = Array.from({ length: Math.floor(size / LEAVES_A_TEXT) }, (_, part) =>
    rootWithin(part * LEAVES_A_TEXT, (part + 1) * LEAVES_A_TEXT),
  );
  return {
    size,
    bytesAt,
    at(index) {
      try {
        return decodeLeaf(bytesAt(index));
      } catch (error) {
        throw new ProofProblem(`leaf ${index}: ${messageOf(error)}`);
      }
    },
    rootOf(leaves) {
      const nodeAt = (part: number): Uint8Array => {
        const end = Math.min(leaves, (part + 1) * LEAVES_A_TEXT);
        return end === (part + 1) * LEAVES_A_TEXT ? whole[part]! : rootWithin(part * LEAVES_A_TEXT, end);
      };
      return nodeTree(Math.ceil(leaves / LEAVES_A_TEXT), nodeAt).root;
    },
  };
}
