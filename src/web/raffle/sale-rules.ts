import type { BarFragment } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts } from '../common/language.js';

export type SaleState = 'selling' | 'soon' | 'soldOut' | 'over' | 'cancelled' | 'notAuthorised';

export const isDrawn = (status: RaffleOfPage['status']): boolean => status === 'DRAWN' || status === 'FINISHED';

export const DRAWN_TITLE = texts({ 'pt-BR': 'Sorteada', en: 'Drawn' });

export const SALE_TONES = {
  selling: 'good',
  soon: 'warn',
  soldOut: 'calm',
  over: 'calm',
  cancelled: 'calm',
  notAuthorised: 'warn',
} as const;

export const SALE_STATES = texts<Record<SaleState, string>>({
  'pt-BR': {
    selling: 'À venda',
    soon: 'Em breve',
    soldOut: 'Esgotada',
    over: 'Vendas encerradas',
    cancelled: 'Cancelada',
    notAuthorised: 'Fora da autorização',
  },
  en: {
    selling: 'On sale',
    soon: 'Soon',
    soldOut: 'Sold out',
    over: 'Sales are over',
    cancelled: 'Cancelled',
    notAuthorised: 'Not authorised now',
  },
});

export function saleStateOf(
  { status, certificateStanding: standing }: Pick<RaffleOfPage, 'status' | 'certificateStanding'>,
  bar: BarFragment | undefined,
): SaleState {
  if (status === 'CANCELLED') return 'cancelled';
  if (status === 'SOON' || status === 'DRAFT') return 'soon';
  if (status === 'CLOSED' || status === 'DRAWN' || status === 'FINISHED') return 'over';
  if (status === 'SOLD_OUT' || (bar && bar.paid >= bar.total)) return 'soldOut';
  return standing === 'NOT_YET' || standing === 'OVER' ? 'notAuthorised' : 'selling';
}

type Limits = Pick<RaffleOfPage, 'minReservationQuantity' | 'maxReservationQuantity' | 'maxBuyerQuantity'>;

/** Reserved quotas count as left: an order may be AT_PAYMENT. */
export function limitsOf(raffle: Limits, bar: BarFragment | undefined): { min: number; max: number } {
  const { minReservationQuantity: min, maxReservationQuantity, maxBuyerQuantity } = raffle;
  const left = bar ? bar.total - bar.paid : Infinity;
  const max = Math.min(maxReservationQuantity, maxBuyerQuantity ?? Infinity, left);
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
