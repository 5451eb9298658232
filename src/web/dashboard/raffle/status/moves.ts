import type { RaffleStatus } from '../../../../generated/client/operations.js';

export type Move = 'announce' | 'open' | 'reopen' | 'backToDraft' | 'close' | 'finish' | 'callOff' | 'delete';

export const TARGETS: Readonly<Record<Exclude<Move, 'delete'>, RaffleStatus>> = {
  announce: 'SOON',
  open: 'OPEN',
  reopen: 'OPEN',
  backToDraft: 'DRAFT',
  close: 'CLOSED',
  finish: 'FINISHED',
  callOff: 'CANCELLED',
};

const MOVES: Readonly<Record<RaffleStatus, readonly Move[]>> = {
  DRAFT: ['open', 'announce', 'callOff', 'delete'],
  SOON: ['open', 'backToDraft', 'callOff', 'delete'],
  OPEN: ['close', 'callOff', 'delete'],
  SOLD_OUT: ['callOff'],
  CLOSED: ['reopen', 'callOff', 'delete'],
  DRAWN: ['finish'],
  FINISHED: [],
  CANCELLED: ['delete'],
};

interface Standing {
  status: RaffleStatus;
  frozenAt: string | null;
  sellBar: { paid: number; reserved: number; available: number } | null;
}

/** The service decides in the end. */
export function movesOf({ status, frozenAt, sellBar }: Standing): readonly Move[] {
  const isSold = sellBar === null || sellBar.paid + sellBar.reserved > 0;
  return MOVES[status].filter((move) => {
    // A raffle with orders cannot be deleted.
    if (move === 'delete') return !isSold && !frozenAt;
    if (move === 'reopen') return !frozenAt && (sellBar?.available ?? 0) > 0;
    return true;
  });
}
