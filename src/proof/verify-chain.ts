import { sha256 } from '@noble/hashes/sha2.js';
import { isQuicknet, verifyRound } from './beacon.js';
import { fromHex, toHex } from './bytes.js';
import { type Chain, chainHashOf, QUICKNET, timeOfRound } from './chain.js';
import { hasInstantPrizes, type Manifest } from './draw-manifest.js';
import type { Proof } from './draw-proof.js';
import { roundsFault } from './rounds.js';
import { type Checklist, ensure, needed, ProofProblem } from './steps.js';
import type { VerifiedBook } from './verify-book.js';

export function checkChain({ check }: Checklist, { chain }: Proof, manifest: Manifest): Chain | undefined {
  if (chain === null && manifest.chain === null) return undefined;
  const named = check('chain', () => {
    if (!chain) throw new ProofProblem('the proof names no chain');
    ensure(chain.hash === manifest.chain, `the chain of the proof is ${chain.hash}, the manifest's is ${manifest.chain}`);
    if (isQuicknet(chain)) return { value: chain, detail: 'the public quicknet of the League of Entropy' };
    ensure(chain.hash !== QUICKNET.hash, 'it has the hash of the public quicknet, but another key or another clock');
    const danger = 'who has its key could know its rounds beforehand, so that this proof proves nothing to a stranger';
    return { value: chain, detail: `"${chain.name}" is not the public quicknet: ${danger}` };
  });
  return check('chain hash', () => {
    const value = needed(named, 'chain');
    const { hash, ...info } = value;
    ensure(chainHashOf(info) === hash, `its key, period, genesis, group hash and name give ${chainHashOf(info)}, not ${hash}`);
    return { value, detail: `${hash} is that of its key, period, genesis, group hash and name` };
  });
}

/** When it is due, as ISO 8601. Throws `ProofProblem` for a round of no year that has a number. */
function dueAt(chain: Chain, round: number): string {
  const due = new Date(timeOfRound(chain, round) * 1000);
  ensure(!Number.isNaN(due.getTime()), `round ${round} is due in no year that has a number`);
  return due.toISOString();
}

/** The randomness of the draw's round, when all steps hold. */
export function checkDrawRound(
  { check }: Checklist,
  { round }: Proof,
  manifest: Manifest,
  chain: Chain | undefined,
): Uint8Array | undefined {
  const due = check('round', () => {
    if (!round) throw new ProofProblem('the proof has no round');
    ensure(round.round === manifest.round, `the round of the proof is ${round.round}, the manifest's is ${manifest.round}`);
    const at = dueAt(needed(chain, 'chain hash'), round.round);
    return { value: round, detail: `${round.round}, due at ${at}: the manifest's hash must have been public before` };
  });
  return check('signature', () => {
    const verified = verifyRound(needed(chain, 'chain hash'), needed(due, 'round'));
    if ('problem' in verified) throw new ProofProblem(verified.problem);
    const detail = `the chain's key signed the round; its randomness is ${toHex(verified.randomness)}`;
    return { value: verified.randomness, detail };
  });
}

/** The randomness of each round that a block is bound to. */
export function checkBlockRounds(
  { check }: Checklist,
  { rounds }: Proof,
  manifest: Manifest,
  chain: Chain | undefined,
  book: VerifiedBook | undefined,
): Map<number, Uint8Array> | undefined {
  if (!hasInstantPrizes(manifest) && rounds.length === 0) return undefined;
  return check('rounds of blocks', () => {
    ensure(hasInstantPrizes(manifest), 'the proof has rounds of blocks, and no block needs one');
    const needs = roundsOf(needed(book, 'book: blocks'));
    const isRight = needs.length === rounds.length && needs.every((round, at) => rounds[at]![0] === round);
    ensure(isRight, `the blocks are bound to ${needs.length} rounds, and the proof's ${rounds.length} are not exactly these`);
    const by = needed(chain, 'chain hash');
    const fault = roundsFault(
      by,
      rounds.map(([round, signature]) => ({ round, signature })),
    );
    if (fault !== null) throw new ProofProblem(fault);
    const value = new Map(rounds.map(([round, signature]) => [round, sha256(fromHex(signature))]));
    const [first, last] = [needs[0], needs.at(-1)];
    if (first === undefined || last === undefined) return { value, detail: 'none, since there is no block' };
    return { value, detail: `${needs.length}, due from ${dueAt(by, first)} to ${dueAt(by, last)}; the chain's key signed all` };
  });
}

/** Rounds never fall, so they ascend. */
function roundsOf({ leaves }: VerifiedBook): number[] {
  const rounds: number[] = [];
  for (let index = 0; index < leaves.size; index++) {
    const leaf = leaves.at(index);
    if (leaf.type === 'BLOCK' && leaf.round !== rounds.at(-1)) rounds.push(leaf.round);
  }
  return rounds;
}
