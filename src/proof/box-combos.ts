import { isWithin } from './box-prizes.js';

/** An order of `quantityTitles` quotas or more receives `quantityBoxes` boxes. */
export interface Combo {
  quantityTitles: number;
  quantityBoxes: number;
}

const MAX_TITLES = 10_000_000;
const MAX_COMBO_BOXES = 1_000;
const MAX_ORDER_BOXES = 10_000;

/** How many boxes an order of that many quotas receives: those of all tiers it reaches, or, not cumulative, of the highest one. */
export function boxesFor(combos: readonly Combo[], cumulative: boolean, quantity: number): number {
  const reached = combos.filter(({ quantityTitles }) => quantityTitles <= quantity);
  if (cumulative) return reached.reduce((sum, { quantityBoxes }) => sum + quantityBoxes, 0);
  return reached.reduce((highest, tier) => (tier.quantityTitles > highest.quantityTitles ? tier : highest), NO_TIER)
    .quantityBoxes;
}

const NO_TIER: Combo = { quantityTitles: 0, quantityBoxes: 0 };

/** What is wrong with a raffle's combos; null when nothing is. An order never receives more than 10,000 boxes. */
export function combosFault(combos: readonly Combo[], cumulative: boolean): string | null {
  for (const { quantityTitles, quantityBoxes } of combos) {
    if (!isWithin(quantityTitles, 1, MAX_TITLES)) return `a combo of ${quantityTitles} quotas`;
    if (!isWithin(quantityBoxes, 1, MAX_COMBO_BOXES)) return `a combo of ${quantityBoxes} boxes`;
  }
  if (new Set(combos.map(({ quantityTitles }) => quantityTitles)).size < combos.length) return 'two combos of as many quotas';
  if (boxesFor(combos, cumulative, MAX_TITLES) > MAX_ORDER_BOXES) return `combos of more than ${MAX_ORDER_BOXES} boxes in all`;
  return null;
}
