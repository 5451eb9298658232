import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { messageOfRound } from '../../proof/beacon.js';
import { fromHex, toHex } from '../../proof/bytes.js';

/** The key was made for this purpose and belongs to nobody. */
const DEVELOPMENT_KEY = fromHex('1ba2d83d4463aa2345d1d0b6e0463b4d0b24d096ff430e6dec3b39e302458a06');

/** A round as drand's HTTP API shows it; always the same for a round. Takes about ten milliseconds. */
export function signRound(round: number): { round: number; randomness: string; signature: string } {
  const signature = bls12_381.shortSignatures.sign(messageOfRound(round), DEVELOPMENT_KEY).toBytes();
  return { round, randomness: toHex(sha256(signature)), signature: toHex(signature) };
}
