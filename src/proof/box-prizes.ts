import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8, uuidBytes } from './bytes.js';
import { OUTCOMES } from './random.js';

/** Percentages are in hundredths of a percent. */
export interface BoxPrize {
  /** A UUID in lower case. */
  id: string;
  /** 1 to 1,000,000, numbered from 0. */
  quantity: number;
  mode: 'PORCENTAGEM' | 'ALEATORIO';
  /** 1 to 10,000: the chance of each box. Null for ALEATORIO. */
  percentage: number | null;
  /** 0 to 10,000: the share of sold quotas from which it can be won. */
  releaseAt: number;
  isLocked: boolean;
}

const MAX_QUANTITY = 1_000_000;

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** Null when there is no problem. */
export function prizesFault(prizes: readonly BoxPrize[]): string | null {
  const seen = new Set<string>();
  for (const prize of prizes) {
    const fault = seen.has(prize.id) ? 'is there twice' : prizeFault(prize);
    if (fault) return `prize ${prize.id} ${fault}`;
    seen.add(prize.id);
  }
  return prizes.reduce((sum, { percentage }) => sum + (percentage ?? 0), 0) > OUTCOMES ? 'the percentages exceed 100%' : null;
}

function prizeFault({ id, quantity, mode, percentage, releaseAt, isLocked }: BoxPrize): string | null {
  if (!isSmallUuid(id)) return 'has no UUID in small letters';
  if (!isWithin(quantity, 1, MAX_QUANTITY)) return `has not 1 to ${MAX_QUANTITY} units`;
  if (mode !== 'PORCENTAGEM' && mode !== 'ALEATORIO') return 'has an unknown mode';
  if (mode === 'PORCENTAGEM' ? percentage === null || !isWithin(percentage, 1, OUTCOMES) : percentage !== null) {
    return 'has a percentage that its mode does not allow';
  }
  if (!isWithin(releaseAt, 0, OUTCOMES)) return 'is released at no share of the quotas';
  return typeof isLocked === 'boolean' ? null : 'is neither locked nor unlocked';
}

function isSmallUuid(id: string): boolean {
  try {
    return uuidBytes(id).length === 16 && id === id.toLowerCase();
  } catch {
    return false;
  }
}

/** For each roll the index of the PORCENTAGEM prize that owns it, or -1. */
export function bandOwners(prizes: readonly BoxPrize[]): Int32Array {
  const owners = new Int32Array(OUTCOMES).fill(-1);
  let start = 0;
  for (const [index, { percentage }] of prizes.entries()) {
    owners.fill(index, start, start + (percentage ?? 0));
    start += percentage ?? 0;
  }
  return owners;
}

export interface Combo {
  quantityTitles: number;
  quantityBoxes: number;
}

const MAX_TITLES = 10_000_000;
const MAX_COMBO_BOXES = 1_000;
export const MAX_ORDER_BOXES = 10_000;

/** Of all tiers it reaches if cumulative, else of the highest one. */
export function boxesFor(combos: readonly Combo[], cumulative: boolean, quantity: number): number {
  const reached = combos.filter(({ quantityTitles }) => quantityTitles <= quantity);
  if (cumulative) return reached.reduce((sum, { quantityBoxes }) => sum + quantityBoxes, 0);
  const noTier: Combo = { quantityTitles: 0, quantityBoxes: 0 };
  return reached.reduce((highest, tier) => (tier.quantityTitles > highest.quantityTitles ? tier : highest), noTier).quantityBoxes;
}

/** Null when there is no problem. */
export function combosFault(combos: readonly Combo[], cumulative: boolean): string | null {
  let last = 0;
  for (const { quantityTitles, quantityBoxes } of combos) {
    if (!isWithin(quantityTitles, 1, MAX_TITLES)) return `a combo of ${quantityTitles} quotas`;
    if (!isWithin(quantityBoxes, 1, MAX_COMBO_BOXES)) return `a combo of ${quantityBoxes} boxes`;
    if (quantityTitles <= last) return `a combo of ${quantityTitles} quotas behind one of ${last}`;
    last = quantityTitles;
  }
  if (boxesFor(combos, cumulative, MAX_TITLES) > MAX_ORDER_BOXES) return `combos of more than ${MAX_ORDER_BOXES} boxes in all`;
  return null;
}

export interface PublishedPrize extends BoxPrize {
  title: string;
  /** BRL, decimal with two places: "150.00". */
  prize: string;
}

/** JSON.stringify writes only these keys, in this order. */
const PRIZE_KEYS = ['id', 'title', 'quantity', 'prize', 'mode', 'percentage', 'releaseAt', 'isLocked'];
const KEYS = ['boxes', ...PRIZE_KEYS, 'combos', 'quantityTitles', 'quantityBoxes', 'cumulative'];

/** Combos ascend, as `combosFault` wants them. */
export function boxesHash(prizes: readonly PublishedPrize[], combos: readonly Combo[], cumulative: boolean): string {
  return toHex(sha256(utf8(JSON.stringify({ boxes: prizes, combos, cumulative }, KEYS))));
}
