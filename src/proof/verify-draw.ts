import { sha256 } from '@noble/hashes/sha2.js';
import { checkBeacon, isQuicknet } from './beacon.js';
import { federalCloseKey } from './box-close.js';
import { checkBoxes } from './box-proof.js';
import { fromHex, toHex } from './bytes.js';
import { federalOrdinals, federalStart } from './federal.js';
import { type Manifest, manifestHash, parseManifest } from './manifest.js';
import { isIncluded, leafBytes } from './merkle.js';
import { createPermutation, derivePermutationKey, formatLuckyNumber, type Permutation } from './permutation.js';
import { checkPrizeLog, type Proof, readProof, type Winner } from './proof.js';
import { checkQuotaPrizes } from './quota-prize-proof.js';
import { hex, integer, list, record, text } from './read.js';
import { checklist, type Checklist, ensure, needed, ProofProblem, type Step } from './steps.js';
import { winningOrdinals } from './winning-ordinals.js';

export interface DrawVerification {
  ok: boolean;
  isPublicChain: boolean | null;
  steps: Step[];
}

/** Of any value. For what is malformed, false or missing, a step does not hold. */
export function verifyDraw(value: unknown): DrawVerification {
  const list = checklist();
  const { steps, check } = list;
  let isPublicChain: boolean | null = null;

  const proof = check('proof', () => ({ value: readProof(value), detail: 'it has all its fields' }));
  const manifest = proof && check('manifest', () => readFrozen(proof));
  if (!proof || !manifest) return { ok: false, isPublicChain, steps };

  const log = checkPrizeLog(list, proof, manifest);
  const secret = check('secret', () => {
    const bytes = fromHex(proof.permutationSecret);
    ensure(toHex(sha256(bytes)) === manifest.secretHash, `its SHA-256 is ${toHex(sha256(bytes))}, not the manifest's secretHash`);
    const key = derivePermutationKey(bytes, manifest.raffleId);
    return {
      value: createPermutation(key, manifest.quotaQuantity),
      detail: `its SHA-256 is the secretHash, which was public from the beginning: ${manifest.secretHash}`,
    };
  });

  const permutation = checkQuotaPrizes(list, proof, manifest, log, secret);

  let drawn: Drawn | undefined;
  if (manifest.mode === 'BEACON') {
    isPublicChain = proof.chain !== null && isQuicknet(proof.chain);
    drawn = drawByBeacon(list, proof, manifest);
  } else drawn = drawByLottery(list, proof, manifest, permutation);
  checkWinners(list, proof.winners, manifest, permutation, drawn?.ordinals);
  checkBoxes(list, proof, manifest, log, drawn?.closeKey);
  return { ok: steps.every(({ ok }) => ok), isPublicChain, steps };
}

/** The step that decides which lucky number an ordinal has. */
function numbersStep({ quotaPrizesHash }: Manifest): string {
  return quotaPrizesHash === null ? 'secret' : 'quota prizes: places';
}

function readFrozen(proof: Proof): { value: Manifest; detail: string } {
  const manifest = parseManifest(proof.manifest);
  const { mode, raffleId, allocated, quotaQuantity, prizes } = manifest;
  const isBeacon = mode === 'BEACON';
  ensure(isBeacon || (proof.chain === null && proof.round === null), `a proof of mode ${mode} has no chain and no round`);
  ensure(!isBeacon || proof.federal === null, `a proof of mode ${mode} has no results of the federal lottery`);
  const hash = toHex(manifestHash(proof.manifest));
  const size = `${allocated} of ${quotaQuantity} quotas paid, ${prizes} prizes`;
  const detail = `raffle ${raffleId}, ${size}, mode ${mode}; its hash must be the one that was published: ${hash}`;
  return { value: manifest, detail };
}

/** By prize, and the key of the boxes' close. */
interface Drawn {
  ordinals: (number | undefined)[];
  closeKey: Uint8Array;
}

function drawByBeacon(list: Checklist, proof: Proof, manifest: Manifest): Drawn | undefined {
  const randomness = checkBeacon(list, proof, manifest);
  if (!randomness) return undefined;
  const ordinals = winningOrdinals({ ...manifest, randomness, manifestHash: manifestHash(proof.manifest) });
  return { ordinals, closeKey: randomness };
}

function drawByLottery(
  { check }: Checklist,
  { federal }: Proof,
  manifest: Manifest,
  permutation: Permutation | undefined,
): Drawn | undefined {
  const results = check('contest', () => {
    if (!federal) throw new ProofProblem('the proof has no results of the federal lottery');
    const { contest, results } = federal;
    ensure(contest === manifest.contest, `the contest of the proof is ${contest}, the manifest's is ${manifest.contest}`);
    return { value: results, detail: `${contest}: compare its five prizes with those that the lottery published` };
  });
  return check('start number', () => {
    const five = needed(results, 'contest');
    const start = formatLuckyNumber(federalStart(five, manifest.quotaQuantity), manifest.quotaQuantity);
    const ordinals = federalOrdinals({ ...manifest, results: five, permutation: needed(permutation, numbersStep(manifest)) });
    const value = { ordinals, closeKey: federalCloseKey(five) };
    return { value, detail: `${five.join(', ')} give ${start}` };
  });
}

function checkWinners(
  { check }: Checklist,
  winners: readonly Winner[],
  manifest: Manifest,
  permutation: Permutation | undefined,
  drawn: (number | undefined)[] | undefined,
): void {
  const { prizes, quotaQuantity } = manifest;
  for (let prize = 1; prize <= prizes; prize++) {
    check(`prize ${prize}`, () => {
      const ordinal = needed(drawn, 'the draw')[prize - 1];
      const claims = winners.filter((winner) => winner.prize === prize);
      if (ordinal === undefined) {
        ensure(claims.length === 0, 'the proof has a winner, but no paid ordinal is left');
        return { value: true, detail: 'nobody wins: no paid ordinal is left' };
      }
      const number = formatLuckyNumber(needed(permutation, numbersStep(manifest)).numberOf(ordinal), quotaQuantity);
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

const MAX_PATH = 64;
const MAX_ORDER_ID = 2n ** 64n - 1n;

const readInclusion = record({
  leaf: record({
    firstOrdinal: integer(0, 9_999_999),
    count: integer(1, 10_000_000),
    orderId: text(/^(0|[1-9]\d{0,19})$/, 'order id, a number as text'),
    salt: hex(16),
  }),
  index: integer(0, 9_999_999),
  path: list(hex(32), MAX_PATH),
});

/** `inclusion` is what the buyer got, and may be any value. */
export function verifyInclusion(manifestText: string, inclusion: unknown): Step {
  const { steps, check } = checklist();
  check('inclusion', () => {
    const { merkleRoot, blocks, allocated, voided } = parseManifest(manifestText);
    const { leaf, index, path } = readInclusion(inclusion, 'inclusion');
    const { firstOrdinal, count, salt } = leaf;
    const orderId = BigInt(leaf.orderId);
    ensure(orderId <= MAX_ORDER_ID, 'inclusion.leaf.orderId does not fit 64 bits');
    ensure(firstOrdinal + count <= allocated, 'the block ends after the last allocated ordinal');
    const claim = { leaf: leafBytes({ firstOrdinal, count, orderId, salt: fromHex(salt) }), index, path: path.map(fromHex) };
    ensure(
      isIncluded({ root: fromHex(merkleRoot), count: blocks }, claim),
      `order ${leaf.orderId} with ${describe(firstOrdinal, count)} is not block ${index} of ${blocks} under the root ${merkleRoot}`,
    );
    const isVoided = voided.some(([first, quantity]) => first < firstOrdinal + count && firstOrdinal < first + quantity);
    const fate = isVoided ? 'it is voided and cannot win' : 'it takes part';
    return {
      value: true,
      detail: `order ${leaf.orderId}, ${describe(firstOrdinal, count)}, is block ${index} of ${blocks}: ${fate}`,
    };
  });
  return steps[0]!;
}

function describe(firstOrdinal: number, count: number): string {
  return `ordinals ${firstOrdinal} to ${firstOrdinal + count - 1}`;
}
