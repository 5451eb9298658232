import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, u64, utf8 } from './bytes.js';
import { type Chain, QUICKNET, type Round } from './chain.js';
import { messageOf } from './steps.js';

/** The domain separation tag of RFC 9380. */
const HASH_TO_G1 = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export function messageOfRound(round: number) {
  return bls12_381.shortSignatures.hash(sha256(u64(BigInt(round))), utf8(HASH_TO_G1));
}

/** The round's randomness, 32 bytes, or the problem in words. */
export function verifyRound(chain: Chain, { round, signature }: Round): { randomness: Uint8Array } | { problem: string } {
  try {
    const bytes = fromHex(signature);
    const isSigned = bls12_381.shortSignatures.verify(bytes, messageOfRound(round), fromHex(chain.publicKey));
    return isSigned
      ? { randomness: sha256(bytes) }
      : { problem: `the signature is not that of round ${round} by the chain's key` };
  } catch (error) {
    return { problem: `the signature or the key cannot be read: ${messageOf(error)}` };
  }
}

export function isQuicknet(chain: Chain): boolean {
  return (Object.keys(QUICKNET) as (keyof Chain)[]).every((field) => chain[field] === QUICKNET[field]);
}
