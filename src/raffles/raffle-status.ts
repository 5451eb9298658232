import type { RaffleStatus } from '../generated/prisma/client.js';
import { DomainError, refuseField, joined, textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';

/** Where an operator may move a raffle. SOLD_OUT is a sale's to set, DRAWN the draw's. */
const MOVES: Record<RaffleStatus, RaffleStatus[]> = {
  DRAFT: ['SOON', 'OPEN', 'CANCELLED'],
  SOON: ['DRAFT', 'OPEN', 'CANCELLED'],
  OPEN: ['CLOSED', 'CANCELLED'],
  SOLD_OUT: ['CANCELLED'],
  CLOSED: ['OPEN', 'CANCELLED'],
  DRAWN: ['FINISHED'],
  FINISHED: [],
  CANCELLED: [],
};

/** The states a raffle may be created in. */
export const FIRST_STATUSES: RaffleStatus[] = ['DRAFT', 'SOON', 'OPEN'];

/** How far the sale has come: the counter row. */
export interface SaleState {
  sellable: number;
  reserved: number;
  allocated: number;
}

/** So long after it could be drawn nobody did: a beacon that is gone, a contest that was never held. */
const CALL_OFF_AFTER_DAYS = 7;

/**
 * Refuses with CONFLICT a move that the state machine has not, or that the sale or the freeze forbids. Staying is no move. `drawableAt`: of a
 * frozen raffle when it can be drawn at the earliest; null for one that is not frozen.
 */
export function checkMove(
  { status: from, drawableAt }: { status: RaffleStatus; drawableAt: Date | null },
  to: RaffleStatus,
  sale: SaleState,
): void {
  if (from === to) return;
  if (to === 'SOLD_OUT') throw conflict(textOf('raffles.soldOutBySale'));
  if (to === 'DRAWN') throw conflict(textOf('raffles.drawnByDraw'));
  if (!MOVES[from].includes(to)) {
    if (MOVES[from].length === 0) throw conflict(textOf('raffles.noMoveAtAll', { from, to }));
    throw conflict(textOf('raffles.noMove', { from, to, moves: joined('platform.or', MOVES[from]) }));
  }
  if (from === 'CLOSED' && drawableAt) checkMoveOfFrozen(drawableAt, to);
  if (to === 'OPEN' && sale.reserved + sale.allocated >= sale.sellable) throw conflict(textOf('raffles.noQuotaToSell'));
}

/** Who could see the winners coming must not be able to call it off, or to sell on. */
function checkMoveOfFrozen(drawableAt: Date, to: RaffleStatus): void {
  const fromThenOn = new Date(drawableAt.getTime() + CALL_OFF_AFTER_DAYS * 24 * 3_600_000);
  if (to === 'CANCELLED' && fromThenOn.getTime() < Date.now()) return;
  throw conflict(
    to === 'CANCELLED' ? textOf('raffles.frozenUntil', { time: fromThenOn.toISOString() }) : textOf('raffles.frozen'),
  );
}

/** Whether the sale is over by its date. */
export function isOver(endsAt: Date | null): boolean {
  return endsAt !== null && endsAt.getTime() <= Date.now();
}

/** Refuses with BAD_USER_INPUT to open a raffle whose sale is over by its date: it would be closed again at once. */
export function checkOpening({ endsAt }: { endsAt: Date | null }): void {
  if (isOver(endsAt)) throw refuseField('endsAt', 'raffles.passed');
}

function conflict(text: KeyedText): DomainError {
  return new DomainError('CONFLICT', { ...text, fields: { status: [text] } });
}
