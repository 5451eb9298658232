import { type BoxWin, type ClosedBoxes, closeBoxes, type SoldBlock } from './box-close.js';
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
import { boxRules, decideBlock, MAX_BOXES, MAX_QUOTAS, type PrizeState } from './box-decisions.js';

/** What is public of a raffle's boxes after the draw. */
export interface BoxProof {
  raffleId: string;
  quotas: number;
  allocated: number;
  seed: Uint8Array;
  boxesHash: string;
  prizes: readonly PublishedPrize[];
  combos: readonly Combo[];
  cumulative: boolean;
  /** Changes only: a locked prize is not locked again. */
  log: readonly PrizeEvent[];
  /** Of all orders that were ever paid, by first ordinal. */
  blocks: readonly SoldBlock[];
  /** What the service claims the blocks won, void ones too, in any order. */
  wins: readonly BoxWin[];
  /** What it claims the close drew, in any order. */
  closeWins: readonly BoxWin[];
  /** 32 bytes: the beacon's randomness, or `federalCloseKey`. Null before the draw. */
  closeKey: Uint8Array | null;
}

/** A win that is only claimed, or only computed. */
export interface Difference {
  step: 'wins' | 'close';
  kind: 'CLAIMED_ONLY' | 'COMPUTED_ONLY';
  win: BoxWin;
}

export interface ReplayStep {
  step: 'prizes' | 'published' | 'log' | 'blocks' | 'combos' | 'wins' | 'close';
  ok: boolean;
  detail: string;
}

export interface Replay {
  steps: ReplayStep[];
  /** At most a hundred of each step. */
  differences: Difference[];
}

const MAX_DIFFERENCES = 100;

/** Recomputes a raffle's boxes and compares. False values make steps fail; it never throws. */
export function replayBoxes(proof: BoxProof): Replay {
  const steps = [
    stepOf('prizes', prizesFault(proof.prizes) ?? valuesFault(proof.prizes), `${proof.prizes.length} prizes`),
    publishedStep(proof),
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
  const closed = proof.closeKey ? closeBoxes({ ...proof, standings, wins, key: proof.closeKey }) : NOT_CLOSED;
  const inWins = differencesOf('wins', proof.wins, wins);
  const inClose = differencesOf('close', proof.closeWins, closed.wins);
  steps.push(stepOf('wins', countFault(inWins), `${wins.length} boxes hold what their blocks won`));
  const detail = proof.closeKey ? `${closed.wins.length} units drawn, ${closed.left} left without a box` : 'not drawn yet';
  steps.push(stepOf('close', countFault(inClose), detail));
  return { steps, differences: [...inWins.slice(0, MAX_DIFFERENCES), ...inClose.slice(0, MAX_DIFFERENCES)] };
}

const NOT_CLOSED: ClosedBoxes = { wins: [], left: 0 };

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

function publishedStep({ prizes, combos, cumulative, boxesHash: published }: BoxProof): ReplayStep {
  const computed = boxesHash(prizes, combos, cumulative);
  return stepOf('published', computed === published ? null : `published ${published}, these hash to ${computed}`, computed);
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
