import type { MessageKind } from '../generated/prisma/enums.js';

/** A lower number is sent first. Quiet hours hold back `later` alone. */
export const PRIORITIES = { code: 0, awaited: 1, later: 2 } as const;

interface KindOfMessage {
  /** Names that a text of it may have between braces. */
  places: readonly string[];
  priority: (typeof PRIORITIES)[keyof typeof PRIORITIES];
  /** How long it is worth sending. */
  days: number;
}

const OF_RAFFLE = ['name', 'site', 'raffle', 'link'] as const;
const OF_ORDER = [...OF_RAFFLE, 'order', 'quantity', 'total'] as const;
const OF_PRIZE = [...OF_RAFFLE, 'prize'] as const;

/** A mail server may be away for a day, and be mended on the next. */
const DAYS = 7;

export const MESSAGE_KINDS: Record<MessageKind, KindOfMessage> = {
  CODE: { places: ['site', 'code'], priority: PRIORITIES.code, days: 1 },
  ORDER_PAID: { places: [...OF_ORDER, 'numbers'], priority: PRIORITIES.awaited, days: DAYS },
  ORDER_EXPIRING: { places: [...OF_ORDER, 'until'], priority: PRIORITIES.awaited, days: 1 },
  ORDER_REFUNDED: { places: OF_ORDER, priority: PRIORITIES.later, days: DAYS },
  MONEY_RETURNED: { places: [...OF_RAFFLE, 'order', 'amount'], priority: PRIORITIES.later, days: DAYS },
  DRAW_SOON: { places: [...OF_RAFFLE, 'drawAt'], priority: PRIORITIES.later, days: 1 },
  PRIZE_WON: { places: [...OF_PRIZE, 'claimUntil'], priority: PRIORITIES.later, days: DAYS },
  PRIZE_DELIVERED: { places: OF_PRIZE, priority: PRIORITIES.later, days: DAYS },
};

/** What a buyer can choose not to get. */
export const CHOSEN_KINDS = (Object.keys(MESSAGE_KINDS) as MessageKind[]).filter((kind) => kind !== 'CODE');

/** Between braces in a text. */
export const PLACE = /\{(\w+)\}/g;
