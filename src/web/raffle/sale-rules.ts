import type { BarFragment } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';

/** `allReserved`: unpaid orders of others hold the rest. */
type SaleState = 'selling' | 'soon' | 'allReserved' | 'soldOut' | 'over' | 'cancelled';

export function saleStateOf({ status }: Pick<RaffleOfPage, 'status'>, bar: BarFragment | undefined): SaleState {
  if (status === 'CANCELLED') return 'cancelled';
  if (status === 'SOON' || status === 'DRAFT') return 'soon';
  if (status === 'CLOSED' || status === 'DRAWN' || status === 'FINISHED') return 'over';
  if (status === 'SOLD_OUT' || (bar && bar.paid >= bar.total)) return 'soldOut';
  return bar && bar.available === 0 ? 'allReserved' : 'selling';
}

type Limits = Pick<RaffleOfPage, 'minReservationQuantity' | 'maxReservationQuantity' | 'maxBuyerQuantity'>;

export function limitsOf(raffle: Limits, available: number | undefined): { min: number; max: number } {
  const { minReservationQuantity: min, maxReservationQuantity, maxBuyerQuantity } = raffle;
  const max = Math.min(maxReservationQuantity, maxBuyerQuantity ?? Infinity, available ?? Infinity);
  return { min, max: Math.max(min, max) };
}

/** The typed quantity within the limits; undefined for a text without digits. */
export function quantityOf(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const digits = text.replaceAll(/\D/g, '').slice(0, 9);
  return digits === '' ? undefined : Math.min(max, Math.max(min, Number(digits)));
}

export function firstQuantity(raffle: RaffleOfPage): number {
  return raffle.popularSelectionCard ?? raffle.fastSelectionCards[0] ?? raffle.minReservationQuantity;
}
