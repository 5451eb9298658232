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
  LOCKED: 'Its number is withheld from sale until the prize is unlocked.',
  WON: 'A paid order was given its number.',
  VOID: 'It was won by an order that was refunded. Nobody else wins it.',
});

@ObjectType({
  description:
    'A lucky number of a raffle with a prize of its own, which the paid order wins that is given the number. Its number is null until '
    + 'the caller may know it: once it is won or the raffle is drawn everybody; before, operators where an operator chose it, everybody '
    + 'where the raffle has `showQuotaPrizeNumbers` too, and nobody at all where the service drew it.',
})
export class QuotaPrize {
  @Field(() => ID, { description: "The quota prize's UUID. The raffle's prize log names it." })
  id: string;

  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => String, { description: 'What is won.' })
  prize: string;

  @Field(() => String, { nullable: true, description: 'The lucky number as printed. Null while the caller may not know it.' })
  luckyNumber: string | null;

  @Field(() => QuotaPrizeStanding, { description: 'How it stands.' })
  standing: QuotaPrizeStanding;

  @Field(() => Float, {
    description: 'The share of the quotas, in percent, that is paid before it can be won: 12.5 is an eighth. 0: at any time.',
  })
  releaseAtPercentage: number;

  @Field(() => Date, { nullable: true, description: 'When it was won (ISO 8601 UTC). Null before.' })
  wonAt: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of who won it, for an operator; for anyone else masked: the first name and the initials, such as "Maria S.". Null '
      + 'before it is won.',
  })
  winnerName: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The UUID of who won it. Null before, and unless the caller is an operator.',
  })
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
