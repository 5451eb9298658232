import type { BarFragment } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';

/** What a buyer can do: buy, wait for quotas that others hold unpaid, or read how it ended. */
export type SaleState = 'selling' | 'soon' | 'allReserved' | 'soldOut' | 'over' | 'cancelled';

export function saleStateOf({ status }: Pick<RaffleOfPage, 'status'>, bar: BarFragment | undefined): SaleState {
  if (status === 'CANCELLED') return 'cancelled';
  if (status === 'SOON' || status === 'DRAFT') return 'soon';
  if (status === 'CLOSED' || status === 'DRAWN' || status === 'FINISHED') return 'over';
  if (status === 'SOLD_OUT' || (bar && bar.paid >= bar.total)) return 'soldOut';
  return bar && bar.available === 0 ? 'allReserved' : 'selling';
}
