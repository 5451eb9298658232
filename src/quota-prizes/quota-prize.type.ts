import { Field, Float, ID, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';

export enum QuotaPrizeStanding {
  AVAILABLE = 'AVAILABLE',
  LOCKED = 'LOCKED',
  WON = 'WON',
  VOID = 'VOID',
}

describeEnum('QuotaPrizeStanding', QuotaPrizeStanding, 'How a quota prize stands.', {
  AVAILABLE: 'Its number can be won by an order that is paid.',
  LOCKED: 'It is at the close: it is drawn then, among all who paid, and its number is not sold.',
  WON: 'A paid order was given its number.',
  VOID: 'The order that won it lost its money to the bank. The prize is drawn at the close.',
});

@ObjectType({
  description: 'A lucky number with a prize of its own. A public round after the payment decides which quota receives it.',
})
export class QuotaPrize {
  @Field(() => ID, { description: "The quota prize's UUID. `prizeLog` and the raffle's book name it." })
  id: string;

  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => String, { description: 'What is won.' })
  prize: string;

  @Field(() => String, {
    nullable: true,
    description: 'The lucky number as printed. Null while it is secret: before it is won or drawn, see `showQuotaPrizeNumbers`.',
  })
  luckyNumber: string | null;

  @Field(() => QuotaPrizeStanding, { description: 'How it stands.' })
  standing: QuotaPrizeStanding;

  @Field(() => Float, { description: 'The percentage of quotas that are paid before it can be won. 0: at any time.' })
  releaseAtPercentage: number;

  @Field(() => Boolean, {
    description: 'Whether it was at the close from the beginning, as `commitments.quotaPrizesHash` has it.',
  })
  beganLocked: boolean;

  @Field(() => Date, { nullable: true, description: 'When it was won (ISO 8601 UTC). Null before.' })
  wonAt: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The winner\'s name, masked as in "Maria S." unless the caller is an operator. Null before it is won.',
  })
  winnerName: string | null;

  @Field(() => ID, { nullable: true, description: 'The UUID of who won it. Null before, and unless the caller is an operator.' })
  winnerId: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The id of the order that won it. Null before, and unless the caller is an operator.',
  })
  orderId: string | null;
}

@ObjectType({ description: 'Quota prizes that were added to a raffle.' })
export class CreatedQuotaPrizes {
  @Field(() => [ID], { description: 'Their UUIDs in the order in which they were sent, at most 1,000.', complexity: 20 })
  ids: string[];
}

export const QuotaPrizeConnection = Connection(() => QuotaPrize, 'QuotaPrize');
