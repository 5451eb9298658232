import { GraphQLDate } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { DrawConfirmation, TimelineKind } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { describeEnum } from '../graphql/describe-enum.js';

const RaffleTimelineKind = { ...TimelineKind, QUOTAS_OF_DAY: 'QUOTAS_OF_DAY' } as const;
describeEnum('RaffleTimelineKind', RaffleTimelineKind, 'What happened in a raffle.', {
  PUBLISHED: 'The raffle could be seen from then on.',
  TERMS_CHANGED: 'An operator changed what a visitor could see, or how quotas are sold: `changes`.',
  WITHDRAWN: 'An operator made it a DRAFT again, which only operators see.',
  SALE_STARTED: 'The first quotas were paid. What the raffle had promised is fixed by then.',
  PRIZES_RELEASED: 'So many quotas were paid that prizes came into play: `sharePercentage` and `units`.',
  PRIZE_SENT_TO_CLOSE: 'An operator sent what was left of a prize to the close: `prizeId` and `units`.',
  PRIZE_RETURNED_TO_CLOSE:
    'A bank took back what paid the order that had won: `prizeId` and `units` are drawn again at the close.',
  SOLD_OUT: 'All quotas were paid for the first time.',
  SALE_CLOSED: 'The sale was closed before the freeze: by an operator, or because its time was over.',
  SALE_REOPENED: 'An operator opened the sale again.',
  QUOTAS_OF_DAY:
    'By how many quotas `byHand`, `free` and `givenBack` changed on a day, as the last head of the public book that day has it. Days '
    + 'without a change are left out.',
  FROZEN: 'No order enters or leaves the draw from then on: `manifestHash`, and `round` or `contest` with `dueAt`.',
  RESULTS_TYPED: 'An operator typed the results of the contest.',
  RESULTS_CONFIRMED: 'The typed results were confirmed: `confirmation`.',
  DRAWN: 'The main prizes were drawn: `winners`.',
  PROOF_PUBLISHED: 'The proof of the draw could be downloaded from then on.',
  CANCELLED:
    'The raffle was called off, and its buyers get their money back. After the freeze with `round` or `contest`, which was due at `dueAt` '
    + 'and drew nothing.',
});

@ObjectType({ description: 'A change of a raffle that can be seen.' })
export class RaffleTermChange {
  @Field(() => String, {
    description:
      'The field of the raffle, such as `maxReservationQuantity`; `promotions` for a promotion that was added, changed or deleted.',
  })
  term: string;

  @Field(() => String, {
    nullable: true,
    description:
      'As text, up to 200 characters from shortly before the first difference on. A promotion is "10: R$ 4.50 + 1" (EXACT: ten quotas for this sum, and one bonus quota) or '
      + '"≥ 100: R$ 0.45 / 1" (FROM: for each quota). Null where there was none.',
  })
  before: string | null;

  @Field(() => String, { nullable: true, description: 'In the same form. Null where there is none any more.' })
  after: string | null;
}

@ObjectType({
  description: 'Something that mattered in a raffle. It never changes, but for the day that goes on. It names nobody.',
})
export class RaffleTimelineEntry {
  @Field(() => Date, {
    description: 'When it happened (ISO 8601 UTC). Of prizes that were released: when the public book had the block.',
  })
  at: Date;

  @Field(() => RaffleTimelineKind, { description: 'What happened. The fields below are null where it has none.' })
  kind: keyof typeof RaffleTimelineKind;

  @Field(() => Float, { nullable: true, description: 'The share of the quotas that was paid, in percent.' })
  sharePercentage: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many prizes. Of a prize that was sent to the close: what is drawn there; blocks of before may still win of it.',
  })
  units: number | null;

  @Field(() => [RaffleTermChange], {
    description: 'What an operator changed at once, at most 20 fields. Empty where the entry is of something else.',
  })
  changes: RaffleTermChange[];

  @Field(() => ID, { nullable: true, description: 'The id of the awarded box or quota prize.' })
  prizeId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the prize is. Null for a box of a raffle without `showAwardedBoxes`, unless the caller is an operator.',
  })
  prize: string | null;

  @Field(() => GraphQLDate, { nullable: true, description: 'The day, in the time zone of the business.' })
  day: Date | null;

  @Field(() => Int, { nullable: true, description: 'Quotas that operators marked as paid, less those of them given back.' })
  byHand: number | null;

  @Field(() => Int, { nullable: true, description: 'Quotas of orders that cost nothing, less those of them given back.' })
  free: number | null;

  @Field(() => Int, { nullable: true, description: 'Quotas whose money went back.' })
  givenBack: number | null;

  @Field(() => String, { nullable: true, description: 'SHA-256 of the manifest, in hexadecimal. Null until it is written.' })
  manifestHash: string | null;

  @Field(() => Int, { nullable: true, description: 'The round of the beacon that draws. Null in LOTERIA_FEDERAL.' })
  round: number | null;

  @Field(() => Int, { nullable: true, description: 'The contest of the Loteria Federal that draws. Null in BEACON.' })
  contest: number | null;

  @Field(() => Date, { nullable: true, description: 'When the round or the contest is due (ISO 8601 UTC).' })
  dueAt: Date | null;

  @Field(() => DrawConfirmation, { nullable: true, description: 'How the typed results were confirmed.' })
  confirmation: DrawConfirmation | null;

  @Field(() => Int, { nullable: true, description: 'How many main prizes were drawn.' })
  winners: number | null;
}

export const RaffleTimelineConnection = Connection(() => RaffleTimelineEntry, 'RaffleTimeline');
