import { sha256 } from '@noble/hashes/sha2.js';
import { isQuicknet } from './beacon.js';
import { fromHex, toHex } from './bytes.js';
import { type Manifest, manifestHash, hasInstantPrizes, parseManifest } from './draw-manifest.js';
import { type Proof, readProof, type Winner } from './draw-proof.js';
import { federalOrdinals, federalStart } from './federal.js';
import { federalCloseKey } from './instant-close.js';
import { createInstantNumbers } from './instant-numbers.js';
import { createPermutation, derivePermutationKey, formatLuckyNumber, type Permutation } from './permutation.js';
import { checklist, type Checklist, ensure, needed, ProofProblem, type Step } from './steps.js';
import { checkBook, type VerifiedBook } from './verify-book.js';
import { checkBlockRounds, checkChain, checkDrawRound } from './verify-chain.js';
import { checkClose } from './verify-close.js';
import { checkCombos, checkInstantPrizes, checkPublished } from './verify-instant-prizes.js';
import { winningOrdinals } from './winning-ordinals.js';

export interface ProofVerification {
  ok: boolean;
  /** Null where no chain takes part. */
  isPublicChain: boolean | null;
  steps: Step[];
  /** Null when the value is no proof, or its manifest none. */
  manifest: Manifest | null;
  /** What receipts and heads are compared with; null when the book does not hold. */
  sale: VerifiedSale | null;
}

export interface VerifiedSale extends VerifiedBook {
  manifest: Manifest;
  chain: Proof['chain'];
}

/** Of any value. For what is malformed, false or missing, a step does not hold. */
export function verifyProof(value: unknown): ProofVerification {
  const list = checklist();
  const { steps, check } = list;
  const proof = check('proof', () => ({ value: readProof(value), detail: 'it has all its fields' }));
  const manifest = proof && check('manifest', () => readFrozen(proof));
  if (!proof || !manifest) return { ok: false, isPublicChain: null, steps, manifest: null, sale: null };

  const book = checkBook(list, proof, manifest);
  const secret = check('secret', () => {
    const bytes = fromHex(proof.permutationSecret);
    ensure(toHex(sha256(bytes)) === manifest.secretHash, `its SHA-256 is ${toHex(sha256(bytes))}, not the manifest's secretHash`);
    const detail = `its SHA-256 is the secretHash, which was public from the beginning: ${manifest.secretHash}`;
    return { value: derivePermutationKey(bytes, manifest.raffleId), detail };
  });
  const chain = checkChain(list, proof, manifest);
  const rounds = checkBlockRounds(list, proof, manifest, chain, book);
  const published = checkPublished(list, proof, manifest);
  checkCombos(list, published, book);
  const replayed = checkInstantPrizes(list, proof, manifest, published, book, rounds);

  const numbers = check('numbers', () => {
    const key = needed(secret, 'secret');
    const listed = hasInstantPrizes(manifest) ? needed(replayed, 'instant prizes').quotaPrizes.map(({ number }) => number) : [];
    return { value: numbersOf(key, listed, proof, manifest), detail: 'every ordinal has its own' };
  });
  const drawn = manifest.mode === 'BEACON' ? byBeacon(list, proof, manifest, chain) : byLottery(list, proof, manifest, numbers);
  checkWinners(list, proof.winners, manifest, numbers, drawn?.ordinals);
  if (hasInstantPrizes(manifest)) checkClose(list, proof, manifest, replayed, drawn?.closeKey);
  else ensureNoClose(list, proof);
  return {
    ok: steps.every(({ ok }) => ok),
    isPublicChain: proof.chain && isQuicknet(proof.chain),
    steps,
    manifest,
    sale: book ? { ...book, manifest, chain: chain ?? null } : null,
  };
}

function readFrozen(proof: Proof): { value: Manifest; detail: string } {
  const manifest = parseManifest(proof.manifest);
  const { mode, raffleId, allocated, quotaQuantity, prizes } = manifest;
  const isBeacon = mode === 'BEACON';
  ensure(isBeacon || proof.round === null, `a proof of mode ${mode} has no round`);
  ensure(!isBeacon || proof.federal === null, `a proof of mode ${mode} has no results of the federal lottery`);
  const hash = toHex(manifestHash(proof.manifest));
  const size = `${allocated} of ${quotaQuantity} quotas paid, ${prizes} prizes`;
  const detail = `raffle ${raffleId}, ${size}, mode ${mode}; its hash must be the one that was published: ${hash}`;
  return { value: manifest, detail };
}

function ensureNoClose({ check }: Checklist, { closeWins }: Proof): void {
  if (closeWins.length === 0) return;
  check('close', () => {
    throw new ProofProblem('the proof has prizes drawn at the close, and the raffle had none');
  });
}

function numbersOf(key: Uint8Array, listed: number[], { quotaPrizes }: Proof, manifest: Manifest): Permutation {
  const { quotaQuantity: quotas, allocated: decided } = manifest;
  const size = quotas - listed.length;
  const plain = size === 0 ? null : createPermutation(key, size);
  if (listed.length === 0 && plain) return plain;
  const wins = (quotaPrizes?.wins ?? []).map(([ordinal, prize]) => ({ ordinal, number: listed[prize]! }));
  return createInstantNumbers({ quotas, listed, wins, decided, plain });
}

/** Ordinals by prize. */
interface Drawn {
  ordinals: (number | undefined)[];
  closeKey: Uint8Array;
}

function byBeacon(list: Checklist, proof: Proof, manifest: Manifest, chain: Proof['chain'] | undefined): Drawn | undefined {
  const randomness = checkDrawRound(list, proof, manifest, chain ?? undefined);
  if (!randomness) return undefined;
  const ordinals = winningOrdinals({ ...manifest, randomness, manifestHash: manifestHash(proof.manifest) });
  return { ordinals, closeKey: randomness };
}

const CONFIRMED = {
  SECOND_OPERATOR: 'a second operator typed them too',
  WAITED: 'the operator who typed them confirmed them after a time',
};

function byLottery(
  { check }: Checklist,
  { federal }: Proof,
  manifest: Manifest,
  numbers: Permutation | undefined,
): Drawn | undefined {
  const results = check('contest', () => {
    if (!federal) throw new ProofProblem('the proof has no results of the federal lottery');
    const { contest, date, results: five, confirmation } = federal;
    ensure(contest === manifest.contest, `the contest of the proof is ${contest}, the manifest's is ${manifest.contest}`);
    ensure(date === manifest.contestDate, `the date of the proof is ${date}, the manifest's is ${manifest.contestDate}`);
    const told = `the service says that ${CONFIRMED[confirmation]}`;
    return {
      value: five,
      detail: `${contest} of ${date}: compare its five prizes with those that the lottery published; ${told}`,
    };
  });
  return check('start number', () => {
    const five = needed(results, 'contest');
    const start = formatLuckyNumber(federalStart(five, manifest.quotaQuantity), manifest.quotaQuantity);
    const ordinals = federalOrdinals({ ...manifest, results: five, permutation: needed(numbers, 'numbers') });
    return { value: { ordinals, closeKey: federalCloseKey(five) }, detail: `${five.join(', ')} give ${start}` };
  });
}

function checkWinners(
  { check }: Checklist,
  winners: readonly Winner[],
  { prizes, quotaQuantity }: Manifest,
  numbers: Permutation | undefined,
  drawn: (number | undefined)[] | undefined,
): void {
  for (let prize = 1; prize <= prizes; prize++) {
    check(`prize ${prize}`, () => {
      const ordinal = needed(drawn, 'the draw')[prize - 1];
      const claims = winners.filter((winner) => winner.prize === prize);
      if (ordinal === undefined) {
        ensure(claims.length === 0, 'the proof has a winner, but no paid ordinal is left');
        return { value: true, detail: 'nobody wins: no paid ordinal is left' };
      }
      const number = formatLuckyNumber(needed(numbers, 'numbers').numberOf(ordinal), quotaQuantity);
      const [claim] = claims;
      if (!claim) throw new ProofProblem(`ordinal ${ordinal}, number ${number}, wins; the proof has no winner`);
      ensure(claim.ordinal === ordinal, `ordinal ${ordinal} wins, the proof has ${claim.ordinal}`);
      ensure(claim.number === number, `ordinal ${ordinal} is number ${number}, the proof has ${claim.number}`);
      return { value: true, detail: `ordinal ${ordinal} wins, lucky number ${number}` };
    });
  }
  check('winners', () => {
    const won = needed(drawn, 'the draw').flatMap((ordinal, index) => (ordinal === undefined ? [] : [index + 1]));
    const claimed = winners.map(({ prize }) => prize);
    ensure(
      claimed.join() === won.join(),
      `the proof's winners are of the prizes ${claimed.join(', ') || 'none'}, they should be of ${won.join(', ') || 'none'}`,
    );
    return { value: true, detail: `${won.length}, and no other` };
  });
}
