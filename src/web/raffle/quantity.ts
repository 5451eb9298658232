import type { RaffleOfPage } from '../../pages/page-renderer.js';

type Limits = Pick<RaffleOfPage, 'minReservationQuantity' | 'maxReservationQuantity' | 'maxBuyerQuantity'>;

/** How many quotas one order may ask for, by the raffle's rules and by what is left. */
export function limitsOf(raffle: Limits, available: number | undefined): { min: number; max: number } {
  const { minReservationQuantity: min, maxReservationQuantity, maxBuyerQuantity } = raffle;
  const max = Math.min(maxReservationQuantity, maxBuyerQuantity ?? Infinity, available ?? Infinity);
  return { min, max: Math.max(min, max) };
}

/** The quantity that a text of digits asks for, brought to the limits; undefined where it says none. */
export function quantityOf(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const digits = text.replaceAll(/\D/g, '').slice(0, 9);
  return digits === '' ? undefined : Math.min(max, Math.max(min, Number(digits)));
}

/** What a page begins with: the card that most take, else the first, else the least. */
export function firstQuantity(raffle: RaffleOfPage): number {
  return raffle.popularSelectionCard ?? raffle.fastSelectionCards[0] ?? raffle.minReservationQuantity;
}
