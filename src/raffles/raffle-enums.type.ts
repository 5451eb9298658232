import { registerEnumType } from 'type-graphql';
import { RafflePrivacy, RaffleStatus, ReservationField } from '../generated/prisma/enums.js';

/** How the numbers of an order are chosen. */
export const ReservationType = { AUTO: 'AUTO', MANUAL: 'MANUAL' } as const;
export type ReservationType = keyof typeof ReservationType;

/** What a promotion goes by. */
export const PromotionType = { BY_QUOTA_QUANTITY: 'BY_QUOTA_QUANTITY' } as const;
export type PromotionType = keyof typeof PromotionType;

registerEnumType(RaffleStatus, {
  name: 'RaffleStatus',
  description:
    'How far it has come: DRAFT, SOON, OPEN, SOLD_OUT or CLOSED, DRAWN, FINISHED. Each value says where an operator may move it.',
  valuesConfig: {
    DRAFT: { description: 'In preparation, seen by operators only. Moves on to SOON, OPEN or CANCELLED.' },
    SOON: { description: 'Announced, not on sale. Moves on to OPEN or CANCELLED, or back to DRAFT.' },
    OPEN: { description: 'On sale, within startsAt and endsAt. Moves on to CLOSED or CANCELLED.' },
    SOLD_OUT: { description: 'Every quota is paid; only a sale sets it. Moves to CANCELLED, or is drawn.' },
    CLOSED: { description: 'Sales were closed by hand. Moves back to OPEN while quotas are left, or to CANCELLED, or is drawn.' },
    DRAWN: { description: 'The winners are drawn; only the draw sets it. Moves on to FINISHED.' },
    FINISHED: { description: 'The prizes are handed over. The end.' },
    CANCELLED: { description: 'Called off before the draw, its unpaid orders with it; refused while one is paid. The end.' },
  },
});

registerEnumType(RafflePrivacy, {
  name: 'RafflePrivacy',
  description: 'Who finds a raffle.',
  valuesConfig: {
    PUBLIC: { description: 'Listed for anyone.' },
    PRIVATE: { description: 'In no list: only whoever knows its id or slug sees it.' },
  },
});

registerEnumType(ReservationField, {
  name: 'ReservationField',
  description: 'What a raffle asks of a buyer.',
  valuesConfig: {
    NAME: { description: 'Full name.' },
    PHONE: { description: 'Mobile phone.' },
    CPF: { description: 'Taxpayer number.' },
    EMAIL: { description: 'E-mail address.' },
    BIRTH_DATE: { description: 'Date of birth.' },
  },
});

registerEnumType(ReservationType, {
  name: 'ReservationType',
  description: 'How the numbers of an order are chosen.',
  valuesConfig: {
    AUTO: { description: 'The service gives the numbers when the order is paid.' },
    MANUAL: { description: 'The buyer picks the numbers. Not offered: refused with BAD_USER_INPUT.' },
  },
});

registerEnumType(PromotionType, {
  name: 'PromotionType',
  description: 'What a promotion goes by.',
  valuesConfig: { BY_QUOTA_QUANTITY: { description: 'The number of quotas in an order.' } },
});
