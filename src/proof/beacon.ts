import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, u64, utf8 } from './bytes.js';
import { type Chain, QUICKNET, type Round } from './chain.js';
import { randomnessOf } from './random.js';
import { messageOf } from './steps.js';

/** The domain separation tag of RFC 9380. */
const HASH_TO_G1 = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export function messageOfRound(round: number) {
  return bls12_381.shortSignatures.hash(sha256(u64(BigInt(round))), utf8(HASH_TO_G1));
}

const MOST_KEPT = 1_000;
/** Whether a chain signed a round so; the newest ones. A check takes twenty milliseconds, and many raffles have the same rounds. */
const checked = new Map<string, boolean>();

/** Throws when the signature or the key cannot be read. */
function isSignedBy({ publicKey }: Chain, { round, signature }: Round): boolean {
  const key = `${publicKey} ${round} ${signature}`;
  const known = checked.get(key);
  if (known !== undefined) return known;
  const isSigned = bls12_381.shortSignatures.verify(fromHex(signature), messageOfRound(round), fromHex(publicKey));
  checked.set(key, isSigned);
  const [oldest] = checked.keys();
  if (checked.size > MOST_KEPT && oldest !== undefined) checked.delete(oldest);
  return isSigned;
}

/** The round's randomness, 32 bytes, or the problem in words. */
export function verifyRound(chain: Chain, { round, signature }: Round): { randomness: Uint8Array } | { problem: string } {
  try {
    const isSigned = isSignedBy(chain, { round, signature });
    return isSigned
      ? { randomness: randomnessOf(signature) }
      : { problem: `the signature is not that of round ${round} by the chain's key` };
  } catch (error) {
    return { problem: `the signature or the key cannot be read: ${messageOf(error)}` };
  }
}

export function isQuicknet(chain: Chain): boolean {
  return (Object.keys(QUICKNET) as (keyof Chain)[]).every((field) => chain[field] === QUICKNET[field]);
}
