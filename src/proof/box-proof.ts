import { sha256 } from '@noble/hashes/sha2.js';
import { type BoxWin, type ClosedBoxes, closeBoxes, type SoldBlock } from './box-close.js';
import { boxRules, decideBlock, MAX_BOXES, MAX_QUOTAS, type PrizeState } from './box-decisions.js';
import {
  boxesFor,
  boxesHash,
  type Combo,
  combosFault,
  followStandings,
  isSmallUuid,
  isWithin,
  type PrizeEvent,
  prizesFault,
  type PublishedPrize,
  type Standing,
} from './box-prizes.js';
import { fromHex, toHex } from './bytes.js';
import type { Manifest } from './manifest.js';
import type { PrizeLog, Proof } from './proof.js';
import { flag, hex, integer, list, nullable, oneOf, record, text, tuple, uuid } from './read.js';
import { type Checklist, ensure, needed, ProofProblem, type Step } from './steps.js';

const MAX_PRIZES = 10_000;
const MAX_COMBOS = 1_000;
const MAX_UNITS = 1_000_000;

/** [first ordinal of the block, box, index of the prize, unit]. */
const win = tuple(integer(0, MAX_QUOTAS), integer(0, MAX_BOXES), integer(0, MAX_PRIZES), integer(0, MAX_UNITS));
const MAX_WINS = 10_000_000;

const boxFields = record({
  seed: hex(32),
  prizes: list(
    record({
      id: uuid,
      title: text(/^/, 'text'),
      quantity: integer(1, MAX_UNITS),
      prize: text(/^\d{1,12}\.\d\d$/, 'decimal amount of two places'),
      mode: oneOf('PORCENTAGEM', 'ALEATORIO'),
      percentage: nullable(integer(1, 10_000)),
      releaseAt: integer(0, 10_000),
      isLocked: flag,
    }),
    MAX_PRIZES,
  ),
  combos: list(record({ quantityTitles: integer(1, MAX_QUOTAS), quantityBoxes: integer(0, MAX_BOXES) }), MAX_COMBOS),
  cumulative: flag,
  // [quotas, boxes]; each begins where the one before ends.
  blocks: list(tuple(integer(1, MAX_QUOTAS), integer(0, MAX_BOXES)), MAX_QUOTAS),
  wins: list(win, MAX_WINS),
  closeWins: list(win, MAX_WINS),
});

export type ProofOfBoxes = ReturnType<typeof boxFields>;

function readBoxes(value: unknown, manifest: Manifest, log: PrizeLog, closeKey: Uint8Array): BoxProof {
  const { seed: seedHex, prizes, combos, cumulative, blocks, wins, closeWins } = boxFields(value, 'boxes');
  const seed = fromHex(seedHex);
  const seedHash = toHex(sha256(seed));
  ensure(seedHash === manifest.boxSeedHash, `its boxSeedHash is ${seedHash}, the manifest's is ${manifest.boxSeedHash}`);
  if (manifest.boxesHash === null) throw new ProofProblem('the manifest has no boxesHash: nothing was published of boxes');
  const ids = new Set(prizes.map(({ id }) => id));
  return {
    raffleId: manifest.raffleId,
    quotas: manifest.quotaQuantity,
    allocated: manifest.allocated,
    seed,
    boxesHash: manifest.boxesHash,
    prizes,
    combos,
    cumulative,
    log: log.filter(([, , id]) => ids.has(id)).map(([ordinal, type, prizeId]): PrizeEvent => ({ ordinal, type, prizeId })),
    blocks: blocksOf(blocks, manifest),
    wins: wins.map((one) => winOf(one, prizes)),
    closeWins: closeWins.map((one) => winOf(one, prizes)),
    closeKey,
  };
}

function blocksOf(blocks: ProofOfBoxes['blocks'], { voided, blocks: count }: Manifest): BoxProof['blocks'] {
  ensure(blocks.length === count, `boxes.blocks has ${blocks.length} blocks, the manifest ${count}`);
  const voidOnes = new Map(voided);
  let first = 0;
  const read = blocks.map(([quotas, boxes]) => {
    const block = { first, count: quotas, boxes, isVoid: voidOnes.get(first) === quotas };
    first += quotas;
    return block;
  });
  const isWhole = read.filter(({ isVoid }) => isVoid).length === voided.length;
  ensure(isWhole, "boxes.blocks has not all of the manifest's voided blocks");
  return read;
}

function winOf([first, boxIndex, prize, unit]: ProofOfBoxes['wins'][number], prizes: ProofOfBoxes['prizes']): BoxWin {
  const won = prizes[prize];
  if (!won) throw new ProofProblem(`prize ${prize} of a win is none of the ${prizes.length} in boxes.prizes`);
  return { first, boxIndex, prizeId: won.id, unit };
}

/** `closeKey` is undefined when the draw did not hold. */
export function checkBoxes(
  list: Checklist,
  { boxes }: Proof,
  manifest: Manifest,
  log: PrizeLog | undefined,
  closeKey: Uint8Array | undefined,
): void {
  if (manifest.boxSeedHash === null && boxes === undefined) return;
  const read = list.check('boxes', () => {
    if (manifest.boxSeedHash === null) throw new ProofProblem('the manifest has no boxSeedHash: the raffle had no boxes');
    if (boxes === undefined) throw new ProofProblem('the raffle had boxes, and the proof has none');
    const value = readBoxes(boxes, manifest, needed(log, 'prize log'), needed(closeKey, 'the draw'));
    return { value, detail: `their seed is that of the manifest: ${manifest.boxSeedHash}` };
  });
  if (!read) return;
  for (const { step, ok, detail } of replayBoxes(read).steps) list.steps.push({ step: `boxes: ${step}`, ok, detail });
}

export interface BoxProof {
  raffleId: string;
  quotas: number;
  allocated: number;
  seed: Uint8Array;
  boxesHash: string;
  prizes: readonly PublishedPrize[];
  combos: readonly Combo[];
  cumulative: boolean;
  log: readonly PrizeEvent[];
  blocks: readonly SoldBlock[];
  wins: readonly BoxWin[];
  closeWins: readonly BoxWin[];
  /** 32 bytes: the beacon's randomness, or `federalCloseKey`. Null before the draw. */
  closeKey: Uint8Array | null;
}

interface Difference {
  step: 'wins' | 'close';
  kind: 'CLAIMED_ONLY' | 'COMPUTED_ONLY';
  win: BoxWin;
}

interface ReplayStep extends Step {
  step: 'prizes' | 'published' | 'log' | 'blocks' | 'combos' | 'wins' | 'close';
}

const MAX_DIFFERENCES = 100;

/** False values make steps fail; it never throws. At most 100 differences a step. */
export function replayBoxes(proof: BoxProof): { steps: ReplayStep[]; differences: Difference[] } {
  const computedHash = boxesHash(proof.prizes, proof.combos, proof.cumulative);
  const steps = [
    stepOf('prizes', prizesFault(proof.prizes) ?? valuesFault(proof.prizes), `${proof.prizes.length} prizes`),
    stepOf(
      'published',
      computedHash === proof.boxesHash ? null : `published ${proof.boxesHash}, these hash to ${computedHash}`,
      computedHash,
    ),
    stepOf('log', logFault(proof), `${proof.log.length} changes`),
    stepOf('blocks', blocksFault(proof), `${proof.blocks.length} blocks of ${proof.allocated} quotas`),
    stepOf('combos', comboBoxesFault(proof), 'each order has the boxes of its quotas'),
  ];
  const failed = steps.filter(({ step, ok }) => !ok && (step === 'prizes' || step === 'log' || step === 'blocks'));
  if (failed.length > 0) {
    const why = `not recomputed: ${failed.map(({ step }) => step).join(', ')}`;
    return { steps: [...steps, stepOf('wins', why, ''), stepOf('close', why, '')], differences: [] };
  }

  const { wins, standings } = recompute(proof);
  const closed: ClosedBoxes = proof.closeKey
    ? closeBoxes({ ...proof, standings, wins, key: proof.closeKey })
    : { wins: [], left: 0 };
  const inWins = differencesOf('wins', proof.wins, wins);
  const inClose = differencesOf('close', proof.closeWins, closed.wins);
  steps.push(stepOf('wins', countFault(inWins), `${wins.length} boxes hold what their blocks won`));
  const detail = proof.closeKey ? `${closed.wins.length} units drawn, ${closed.left} left without a box` : 'not drawn yet';
  steps.push(stepOf('close', countFault(inClose), detail));
  return { steps, differences: [...inWins.slice(0, MAX_DIFFERENCES), ...inClose.slice(0, MAX_DIFFERENCES)] };
}

function stepOf(step: ReplayStep['step'], fault: string | null, detail: string): ReplayStep {
  return { step, ok: fault === null, detail: fault ?? detail };
}

function countFault(differences: Difference[]): string | null {
  return differences.length === 0 ? null : `${differences.length} differences`;
}

function valuesFault(prizes: readonly PublishedPrize[]): string | null {
  const bad = prizes.find(({ prize }) => !/^\d+\.\d\d$/.test(prize));
  return bad ? `prize ${bad.id} is worth no decimal amount of two places` : null;
}

/** A change takes effect where a block begins, or after the last block. */
function logFault(proof: BoxProof): string | null {
  const starts = new Set(proof.blocks.map(({ first }) => first)).add(proof.allocated);
  const standings = new Map(proof.prizes.map(({ id, isLocked }): [string, Standing] => [id, isLocked ? 'LOCKED' : 'UNLOCKED']));
  let before = 0;
  for (const { ordinal, type, prizeId } of proof.log) {
    const standing = standings.get(prizeId);
    if (standing === undefined) return `prize ${prizeId} is unknown`;
    if (ordinal < before || !starts.has(ordinal)) return `the change at ordinal ${ordinal} is out of place`;
    const isKnown = type === 'LOCKED' || type === 'UNLOCKED' || type === 'DELETED';
    if (!isKnown || standing === type || standing === 'DELETED') return `prize ${prizeId}, ${standing}, cannot become ${type}`;
    standings.set(prizeId, type);
    before = ordinal;
  }
  return null;
}

function blocksFault(proof: BoxProof): string | null {
  if (!isSmallUuid(proof.raffleId)) return 'a raffle without a UUID in small letters';
  if (!isWithin(proof.quotas, 1, MAX_QUOTAS)) return `a raffle of ${proof.quotas} quotas`;
  if (proof.seed.length !== 32 || (proof.closeKey !== null && proof.closeKey.length !== 32))
    return 'a seed or key not of 32 bytes';
  let next = 0;
  for (const { first, count, boxes, isVoid } of proof.blocks) {
    if (first !== next) return `a block begins at ${first}, not at ${next}`;
    if (!isWithin(count, 1, proof.quotas - first)) return `the block at ${first} has ${count} quotas`;
    if (!isWithin(boxes, 0, MAX_BOXES)) return `the block at ${first} has ${boxes} boxes`;
    if (typeof isVoid !== 'boolean') return `the block at ${first} is neither void nor not`;
    next = first + count;
  }
  return next === proof.allocated ? null : `the blocks end at ${next}, sold were ${proof.allocated}`;
}

function comboBoxesFault({ combos, cumulative, blocks }: BoxProof): string | null {
  const fault = combosFault(combos, cumulative);
  if (fault) return fault;
  for (const { first, count, boxes } of blocks) {
    const due = boxesFor(combos, cumulative, count);
    if (boxes !== due) return `the block at ${first} has ${boxes} boxes, due are ${due}`;
  }
  return null;
}

function recompute(proof: BoxProof): { wins: BoxWin[]; standings: readonly Standing[] } {
  const rules = boxRules(proof);
  const standingsAt = followStandings(proof.prizes, proof.log);
  const indexes = new Map(proof.prizes.map(({ id }, index) => [id, index]));
  const state = proof.prizes.map((): PrizeState => ({ given: 0, standing: 'UNLOCKED' }));
  const wins: BoxWin[] = [];
  for (const block of proof.blocks) {
    const standings = standingsAt(block.first);
    for (let index = 0; index < state.length; index++) state[index]!.standing = standings[index]!;
    const decision = decideBlock(rules, state, block);
    for (const { prizeId, given } of decision.changes) state[indexes.get(prizeId)!]!.given = given;
    for (const { boxIndex, prizeId, unit } of decision.wins) wins.push({ first: block.first, boxIndex, prizeId, unit });
  }
  return { wins, standings: standingsAt(proof.allocated) };
}

function differencesOf(step: Difference['step'], claimed: readonly BoxWin[], computed: readonly BoxWin[]): Difference[] {
  // Usually they are in the same order, and need no maps.
  if (claimed.length === computed.length && claimed.every((win, index) => isSame(win, computed[index]!))) return [];
  const computedOnly = new Map(computed.map((win) => [keyOf(win), win]));
  const claimedOnly = claimed.filter((win) => !computedOnly.delete(keyOf(win)));
  return [
    ...claimedOnly.map((win): Difference => ({ step, kind: 'CLAIMED_ONLY', win })),
    ...[...computedOnly.values()].map((win): Difference => ({ step, kind: 'COMPUTED_ONLY', win })),
  ];
}

const isSame = (one: BoxWin, other: BoxWin): boolean =>
  one.first === other.first && one.boxIndex === other.boxIndex && one.prizeId === other.prizeId && one.unit === other.unit;
const keyOf = ({ first, boxIndex, prizeId, unit }: BoxWin): string => `${first}/${boxIndex}/${prizeId}/${unit}`;
