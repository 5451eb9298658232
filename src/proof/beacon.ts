import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, u64, utf8 } from './bytes.js';
import type { Chain, Round } from './chain.js';
import { wordsOf } from './problem.js';

/** The domain separation tag that messages are hashed to G1 with (RFC 9380). */
const HASH_TO_G1 = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** The point of G1 that a round's signature signs: SHA-256 of its number as u64, hashed to the curve. */
export function messageOfRound(round: number) {
  return bls12_381.shortSignatures.hash(sha256(u64(BigInt(round))), utf8(HASH_TO_G1));
}

/**
 * The round's 32 bytes of randomness, SHA-256 of its signature, when the chain's key signed it; otherwise what is wrong, in
 * words.
 */
export function verifyRound(chain: Chain, { round, signature }: Round): { randomness: Uint8Array } | { problem: string } {
  try {
    const bytes = fromHex(signature);
    const isSigned = bls12_381.shortSignatures.verify(bytes, messageOfRound(round), fromHex(chain.publicKey));
    return isSigned
      ? { randomness: sha256(bytes) }
      : { problem: `the signature is not that of round ${round} by the chain's key` };
  } catch (error) {
    return { problem: `the signature or the key cannot be read: ${wordsOf(error)}` };
  }
}
