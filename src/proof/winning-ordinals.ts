import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, u32, utf8, uuidBytes } from './bytes.js';
import { validOrdinals, type Span } from './valid-ordinals.js';

const LABEL = 'raffle-gateway draw v1';
const TWO_64 = 2n ** 64n;

/** What decides the draw of mode BEACON; nothing of it is a secret of the operator. */
export interface BeaconDraw {
  /** The 32 bytes of the round. */
  randomness: Uint8Array;
  raffleId: string;
  /** 32 bytes. */
  manifestHash: Uint8Array;
  allocated: number;
  voided: readonly Span[];
  prizes: number;
}

/**
 * The winning ordinal of each main prize in their order, undefined where no ordinal is left. For prize k = 1, 2, ... let V be how
 * many ordinals of [0, allocated) are neither in a voided block nor won by an earlier prize; without any there is no winner. For
 * t = 0, 1, ...:
 *
 *     h = HMAC-SHA256(randomness, "raffle-gateway draw v1" || raffle id, 16 bytes || manifest hash || k as u32 || t as u32)
 *     u = the first 8 bytes of h, as an unsigned big-endian integer
 *
 * u is rejected, and the next t tried, when u >= floor(2^64 / V) * V. The winner is the valid ordinal with u mod V valid ones
 * before it.
 */
export function winningOrdinals({
  randomness,
  raffleId,
  manifestHash,
  allocated,
  voided,
  prizes,
}: BeaconDraw): (number | undefined)[] {
  const valid = validOrdinals(allocated, voided);
  const start = concat(utf8(LABEL), uuidBytes(raffleId), manifestHash);
  return Array.from({ length: prizes }, (_, index) => {
    if (valid.count === 0) return undefined;
    const words = (attempt: number) => hmac(sha256, randomness, concat(start, u32(index + 1), u32(attempt)));
    const winner = valid.atRank(uniform(valid.count, words));
    valid.remove(winner);
    return winner;
  });
}

/** An integer of [0, range) from the first 8 bytes of the first words that are not rejected. */
export function uniform(range: number, wordsOf: (attempt: number) => Uint8Array): number {
  const modulus = BigInt(range);
  const limit = (TWO_64 / modulus) * modulus;
  for (let attempt = 0; ; attempt++) {
    const words = wordsOf(attempt);
    const value = new DataView(words.buffer, words.byteOffset).getBigUint64(0);
    if (value < limit) return Number(value % modulus);
  }
}
