import { DrawMode, RafflePrivacy, RaffleStatus, ReservationField } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';

export const ReservationType = { AUTO: 'AUTO', MANUAL: 'MANUAL' } as const;
export type ReservationType = keyof typeof ReservationType;

export const PromotionType = { BY_QUOTA_QUANTITY: 'BY_QUOTA_QUANTITY' } as const;
export type PromotionType = keyof typeof PromotionType;

export const CertificateStanding = { NOT_YET: 'NOT_YET', VALID: 'VALID', OVER: 'OVER' } as const;
export type CertificateStanding = keyof typeof CertificateStanding;

describeEnum('RaffleStatus', RaffleStatus, 'The stage of a raffle, with the moves that `updateRaffle` can make.', {
  DRAFT: 'In preparation; only operators see it. Can move to SOON, OPEN or CANCELLED.',
  SOON: 'Announced. Becomes OPEN at `startsAt`. Can move to OPEN, CANCELLED or back to DRAFT.',
  OPEN: 'On sale. Becomes CLOSED at `endsAt`. Can move to CLOSED or CANCELLED.',
  SOLD_OUT: 'Every quota was paid. Can be drawn with `createWinner`, or move to CANCELLED.',
  CLOSED:
    'The sale is over. Can be drawn with `createWinner`, or move to CANCELLED or, while quotas are left and `endsAt` is ahead, '
    + 'back to OPEN. A frozen raffle only becomes DRAWN, or CANCELLED when nobody drew it for seven days since it was due.',
  DRAWN: 'The winners were drawn; only the draw sets it. Can move to FINISHED.',
  FINISHED: 'The prizes were handed over. No move is possible.',
  CANCELLED: 'Called off before the draw. Unpaid orders are cancelled and paid ones refunded. No move is possible.',
});

describeEnum('DrawMode', DrawMode, 'Where the randomness of a draw comes from. No secret of the operator takes part in either.', {
  BEACON:
    'A round of the public beacon drand that lies in the future when the raffle is frozen. Nobody can know it before, and its signature '
    + 'proves it.',
  LOTERIA_FEDERAL:
    'The five prizes of a contest of the Loteria Federal that is held at least an hour after the freeze. Two operators type them: people '
    + 'compare them with what the Caixa published. The next sold number above takes the place of an unsold one.',
});

describeEnum('RafflePrivacy', RafflePrivacy, 'Who can find a raffle.', {
  PUBLIC: 'Anyone finds it in lists.',
  PRIVATE: 'It is in no public list. Anyone who knows its id or slug can read it.',
});

describeEnum('ReservationField', ReservationField, 'The personal data that a raffle requires of its buyers.', {
  NAME: "The buyer's full name.",
  PHONE: "The buyer's phone number.",
  CPF: "The buyer's CPF, the Brazilian taxpayer number.",
  EMAIL: "The buyer's e-mail address.",
  BIRTH_DATE: "The buyer's date of birth. The buyer must be at least 18 years old.",
});

describeEnum(
  'CertificateStanding',
  CertificateStanding,
  'Whether the certificate of authorisation of a raffle is valid today, in the time zone of the business.',
  {
    NOT_YET: '`certificateValidFrom` is still to come: no order is accepted.',
    VALID: 'Today lies in its validity. A side without a date is open.',
    OVER: '`certificateValidUntil` has passed: no order is accepted.',
  },
);

describeEnum('ReservationType', ReservationType, 'How the lucky numbers of an order are chosen.', {
  AUTO: 'The service assigns the numbers when the order is paid.',
  MANUAL: 'The buyer chooses the numbers. Not supported: it is refused with BAD_USER_INPUT.',
});

describeEnum('PromotionType', PromotionType, 'What a promotion depends on.', {
  BY_QUOTA_QUANTITY: 'The number of quotas in an order.',
});
