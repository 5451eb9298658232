import { WonPrizeKind } from '../generated/prisma/enums.js';
import { formatMoney } from '../platform/money.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import * as shape from '../webhooks/event-shapes.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';
import type { WonPrizeRow } from './won-prize.sql.js';

export function wonPrizeEvent(type: keyof typeof wonPrizeEvents, prize: WonPrizeRow): OutgoingEvent {
  const { id, raffleId, kind, title, value, number, size, boxIndex, orderId, userId, atClose, wonAt, lapsesAt } = prize;
  const data = {
    wonPrizeId: id,
    raffleId,
    kind,
    title,
    value: value === null ? null : formatMoney(value),
    luckyNumber: number === null ? null : formatLuckyNumber(number, size),
    boxNumber: boxIndex === null ? null : boxIndex + 1,
    orderId,
    userId,
    atClose,
    wonAt: wonAt.toISOString(),
    lapsesAt: lapsesAt.toISOString(),
  };
  return { type, data };
}

const aWonPrize = {
  data: shape.record({
    wonPrizeId: shape.described(shape.uuid, 'Its id in `wonPrize`.'),
    raffleId: shape.uuid,
    kind: shape.described(
      { type: 'string', enum: Object.values(WonPrizeKind) },
      'A main prize of the DRAW, a unit of an awarded BOX, or a QUOTA_PRIZE.',
    ),
    title: shape.described(shape.text, 'As it was published.'),
    value: shape.described(shape.orNull(shape.money), 'In reais. Null unless it was in a box.'),
    luckyNumber: shape.described(
      shape.orNull({ type: 'string', pattern: '^\\d+$' }),
      'The lucky number that won, with its zeros in front. Null where none did.',
    ),
    boxNumber: shape.described(
      shape.orNull({ type: 'integer', minimum: 1 }),
      'Which box of the order held it. Null where none did.',
    ),
    orderId: shape.orderId,
    userId: shape.described(shape.uuid, 'The winner.'),
    atClose: shape.described({ type: 'boolean' }, 'Whether it was drawn after the sale, among all who paid.'),
    wonAt: shape.described(shape.time, 'When it was won.'),
    lapsesAt: shape.described(shape.time, 'Until when the winner can claim it.'),
  }),
  sample: {
    wonPrizeId: shape.NOWHERE,
    raffleId: shape.NOWHERE,
    kind: 'QUOTA_PRIZE',
    title: 'R$ 500',
    value: null,
    luckyNumber: '000000',
    boxNumber: null,
    orderId: '0',
    userId: shape.NOWHERE,
    atClose: false,
    wonAt: shape.A_TIME,
    lapsesAt: shape.A_TIME,
  },
};

export const wonPrizeEvents = {
  'prize.won': {
    ...aWonPrize,
    description: 'a prize was won and the winner may know it: a prize in a box is told when the buyer opens the box.',
  },
  'prize.delivered': { ...aWonPrize, description: 'an operator recorded that a prize was delivered.' },
  'prize.lapsed': { ...aWonPrize, description: 'nobody claimed a prize within its term.' },
  'prize.denied': { ...aWonPrize, description: 'an operator denied a prize, because the money of its order went back.' },
} satisfies Record<string, shape.EventDeclaration>;
