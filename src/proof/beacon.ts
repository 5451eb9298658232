import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, toHex, u64, utf8 } from './bytes.js';
import { type Chain, chainHashOf, QUICKNET, type Round, timeOfRound } from './chain.js';
import type { Manifest } from './manifest.js';
import type { Proof } from './proof.js';
import { type Checklist, ensure, needed, ProofProblem, messageOf } from './steps.js';

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

/** Returns the round's randomness when all steps hold. */
export function checkBeacon({ check }: Checklist, proof: Proof, manifest: Manifest): Uint8Array | undefined {
  const chain = check('chain', () => {
    const { chain } = proof;
    if (!chain) throw new ProofProblem('the proof names no chain');
    ensure(chain.hash === manifest.chain, `the chain of the proof is ${chain.hash}, the manifest's is ${manifest.chain}`);
    if (isQuicknet(chain)) return { value: chain, detail: 'the public quicknet of the League of Entropy' };
    ensure(chain.hash !== QUICKNET.hash, 'it has the hash of the public quicknet, but another key or another clock');
    const danger = 'who has its key could know the randomness beforehand, so that this draw proves nothing to a stranger';
    const detail = `"${chain.name}" is not the public quicknet: ${danger}`;
    return { value: chain, detail };
  });

  const isWhole = check('chain hash', () => {
    const { hash, ...info } = needed(chain, 'chain');
    ensure(chainHashOf(info) === hash, `its key, period, genesis, group hash and name give ${chainHashOf(info)}, not ${hash}`);
    return { value: true, detail: `${hash} is that of its key, period, genesis, group hash and name` };
  });

  const round = check('round', () => {
    const { round } = proof;
    if (!round) throw new ProofProblem('the proof has no round');
    ensure(round.round === manifest.round, `the round of the proof is ${round.round}, the manifest's is ${manifest.round}`);
    const due = new Date(timeOfRound(needed(chain, 'chain'), round.round) * 1000);
    ensure(!Number.isNaN(due.getTime()), `round ${round.round} is due in no year that has a number`);
    const detail = `${round.round}, due at ${due.toISOString()}: the manifest's hash must have been public before`;
    return { value: round, detail };
  });

  const signed = check('signature', () => {
    const verified = verifyRound(needed(chain, 'chain'), needed(round, 'round'));
    if ('problem' in verified) throw new ProofProblem(verified.problem);
    return { value: verified.randomness, detail: "the chain's key signed the round" };
  });

  return check('randomness', () => {
    needed(isWhole, 'chain hash');
    const randomness = needed(signed, 'signature');
    return { value: randomness, detail: `${toHex(randomness)}, SHA-256 of the signature` };
  });
}
