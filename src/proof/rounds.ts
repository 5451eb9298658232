import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { messageOfRound, verifyRound } from './beacon.js';
import { concat, fromHex, u32, u64 } from './bytes.js';
import type { Chain, Round } from './chain.js';
import { createMac } from './random.js';

const { shortSignatures, G1 } = bls12_381;
type Point = ReturnType<typeof messageOfRound>;

/** Bounds what is searched for a false one. */
const BATCH = 1024;
/** The sums of fewer cost more than each one alone. */
const LEAST_BATCH = 4;
const WEIGHT_BYTES = 16;
/** Below it more buckets cost more than they save. */
const SMALL = 256;

/**
 * Null when the chain signed every round, else the problem of the first that it did not. Costs an eighth of one by one: a batch holds
 * when the sum of its signatures, each times its weight, is the signature of the sum of its messages times the same weights. The
 * weights of 128 bits follow from all the signatures, so that nobody chooses a false one to fit.
 */
export function roundsFault(chain: Chain, rounds: readonly Round[]): string | null {
  for (let start = 0; start < rounds.length; start += BATCH) {
    const batch = rounds.slice(start, start + BATCH);
    if (batch.length >= LEAST_BATCH && areSigned(chain, batch)) continue;
    for (const round of batch) {
      const verified = verifyRound(chain, round);
      if ('problem' in verified) return verified.problem;
    }
  }
  return null;
}

function areSigned(chain: Chain, rounds: readonly Round[]): boolean {
  try {
    const publicKey = fromHex(chain.publicKey);
    const bytes = rounds.map(({ signature }) => fromHex(signature));
    // It checks that each one is in the group of signatures: a sum would not.
    const signatures = bytes.map((one) => shortSignatures.Signature.fromBytes(one));
    const messages = rounds.map(({ round }) => messageOfRound(round));
    const all = concat(publicKey, ...rounds.flatMap(({ round }, i) => [u64(BigInt(round)), bytes[i]!]));
    const weights = weightsOf(sha256(all), rounds.length);
    return shortSignatures.verify(weightedSum(signatures, weights), weightedSum(messages, weights), publicKey);
  } catch {
    return false;
  }
}

function weightsOf(seed: Uint8Array, count: number): Uint8Array[] {
  const mac = createMac(seed);
  return Array.from({ length: count }, (_, index) => mac(u32(index)).slice(0, WEIGHT_BYTES));
}

/** Weights are big-endian. By Pippenger's buckets; the library's own takes twice as many steps, since its weights are longer. */
function weightedSum(points: readonly Point[], weights: readonly Uint8Array[]): Point {
  const bits = points.length < SMALL ? 4 : 8;
  let sum = G1.Point.ZERO;
  for (let at = 0; at < 8 * WEIGHT_BYTES; at += bits) {
    for (let bit = 0; bit < bits; bit++) sum = sum.double();
    const buckets = Array.from({ length: 2 ** bits }, () => G1.Point.ZERO);
    for (const [i, point] of points.entries()) {
      const digit = (weights[i]![at >> 3]! >> (8 - bits - (at & 7))) & (2 ** bits - 1);
      buckets[digit] = buckets[digit]!.add(point);
    }
    let above = G1.Point.ZERO;
    for (let digit = buckets.length - 1; digit > 0; digit--) {
      above = above.add(buckets[digit]!);
      sum = sum.add(above);
    }
  }
  return sum;
}
