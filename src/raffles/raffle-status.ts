import type { RaffleStatus } from '../generated/prisma/client.js';
import type { Context } from '../context.js';
import { DomainError, refuseField, refuseFields, joined, textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';
import { freeQuotas } from '../quotas/counter.sql.js';

/** The moves of operators. Only a sale sets SOLD_OUT, only the draw sets DRAWN. */
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

export const FIRST_STATUSES: RaffleStatus[] = ['DRAFT', 'SOON', 'OPEN'];

/** A frozen raffle may be cancelled if nobody could draw it for so long: the beacon is gone, or no contest was held. */
const CALL_OFF_AFTER_DAYS = 7;

/** `drawableAt`: when a frozen raffle can be drawn at the earliest; null if it is not frozen. CONFLICT. */
export function checkMove(
  { status: from, drawableAt }: { status: RaffleStatus; drawableAt: Date | null },
  to: RaffleStatus,
  sale: Parameters<typeof freeQuotas>[0],
): void {
  if (from === to) return;
  if (to === 'SOLD_OUT') throw conflict(textOf('raffles.soldOutBySale'));
  if (to === 'DRAWN') throw conflict(textOf('raffles.drawnByDraw'));
  if (!MOVES[from].includes(to)) {
    if (MOVES[from].length === 0) throw conflict(textOf('raffles.noMoveAtAll', { from, to }));
    throw conflict(textOf('raffles.noMove', { from, to, moves: joined('platform.or', MOVES[from]) }));
  }
  if (from === 'CLOSED' && drawableAt) checkMoveOfFrozen(drawableAt, to);
  if (to === 'OPEN' && freeQuotas(sale) <= 0) throw conflict(textOf('raffles.noQuotaToSell'));
}

/** An operator who can see the winners coming must not cancel the raffle or sell more. */
function checkMoveOfFrozen(drawableAt: Date, to: RaffleStatus): void {
  const fromThenOn = new Date(drawableAt.getTime() + CALL_OFF_AFTER_DAYS * 24 * 3_600_000);
  if (to === 'CANCELLED' && fromThenOn.getTime() < Date.now()) return;
  throw conflict(
    to === 'CANCELLED' ? textOf('raffles.frozenUntil', { time: fromThenOn.toISOString() }) : textOf('raffles.frozen'),
  );
}

export function isOver(endsAt: Date | null): boolean {
  return endsAt !== null && endsAt.getTime() <= Date.now();
}

/** The raffle would close again at once. */
export function checkOpening({ endsAt }: { endsAt: Date | null }): void {
  if (isOver(endsAt)) throw refuseField('endsAt', 'raffles.passed');
}

/** Whether a raffle that is moved so can be paid for. It may read the database: ask before a lock. */
export async function canBePaid(
  { providers }: Pick<Context, 'providers'>,
  { status, confirmNobodyCanPay }: { status?: RaffleStatus | null; confirmNobodyCanPay?: boolean },
): Promise<boolean> {
  return confirmNobodyCanPay || status !== 'OPEN' || (await providers.all()).some(({ active }) => active);
}

/** CONFLICT, unless it costs nothing. */
export function checkPayable(isPayable: boolean, { quotaPrice }: { quotaPrice: bigint }): void {
  if (quotaPrice > 0n && !isPayable) throw refuseFields({ confirmNobodyCanPay: [textOf('raffles.nobodyCanPay')] }, 'CONFLICT');
}

function conflict(text: KeyedText): DomainError {
  return new DomainError('CONFLICT', { ...text, fields: { status: [text] } });
}
