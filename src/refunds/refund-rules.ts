import type { RaffleStatus, Refund } from '../generated/prisma/client.js';
import type { MoneyStep } from '../payments/pix-payment.type.js';
import type { Principal } from '../platform/principal.js';
import { refuse } from '../platform/domain-error.js';

const BUYER_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

/** While a buyer may, and the raffle's dates have not passed: nothing is closed for the draw. */
const SELLING: RaffleStatus[] = ['OPEN', 'SOLD_OUT'];

/**
 * Who may still refund a paid order: an operator until the raffle is frozen for its draw; its buyer within seven days of paying (the consumer code's
 * right of withdrawal, Lei 8.078/1990, art. 49) and while sales are not closed, by hand or by the raffle's dates, or once it is called
 * off. CONFLICT otherwise.
 */
export function checkRefund(
  principal: Principal,
  order: { raffleStatus: RaffleStatus; isFrozen: boolean; isPastItsDates: boolean; paidAt: Date | null },
  now = new Date(),
): void {
  if (order.isFrozen) throw refuse('refunds.frozen');
  if (principal.role === 'ADMIN') return;
  const isSelling = SELLING.includes(order.raffleStatus) && !order.isPastItsDates;
  if (!isSelling && order.raffleStatus !== 'CANCELLED') throw refuse('refunds.salesClosed');
  const paidAt = order.paidAt?.getTime() ?? 0;
  if (now.getTime() - paidAt > BUYER_DAYS * DAY_MS) throw refuse('refunds.tooLate', { days: BUYER_DAYS });
}

/** What an operator may do with a refund as it stands. A late payment's is asked for again with the late payment. */
export function stepsOf({ status, latePaymentId }: Pick<Refund, 'status' | 'latePaymentId'>): `${MoneyStep}`[] {
  if (status === 'BY_HAND') return ['CONFIRM_REFUND'];
  if (status !== 'FAILED') return [];
  return [latePaymentId === null ? 'RETRY_REFUND' : 'REFUND_LATE_PAYMENT', 'CONFIRM_REFUND'];
}
