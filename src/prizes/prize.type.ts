import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PrizeEvent } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';

describeEnum('PrizeEvent', PrizeEvent, 'What was done to a prize while quotas were sold.', {
  LOCKED: 'It was withheld: nobody wins it until it is unlocked.',
  UNLOCKED: 'It can be won again.',
});

@ObjectType({
  description: 'What an operator did to an awarded box or a quota prize after the first sale. It is public and never changes.',
})
class PrizeLogEntry {
  @Field(() => Int, {
    description: 'How many quotas were paid by then: it counts for blocks with this `firstOrdinal` or a higher one.',
  })
  ordinal: number;

  @Field(() => PrizeEvent, { description: 'What was done.' })
  type: PrizeEvent;

  @Field(() => ID, { description: 'The id of the awarded box or quota prize.' })
  prizeId: string;

  @Field(() => Date, { description: 'When it was done (ISO 8601 UTC).' })
  createdAt: Date;
}

export const PrizeLogConnection = Connection(() => PrizeLogEntry, 'PrizeLog');

@ObjectType({
  description:
    'Hashes (SHA-256, hexadecimal) that a raffle publishes before its first sale, of what chance decides. A draw '
    + 'reveals what they are of.',
})
export class RaffleCommitments {
  @Field(() => String, {
    nullable: true,
    description: 'Of the seed that decides which awarded boxes hold a prize. Null where the raffle has no boxes.',
  })
  boxSeedHash: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of the awarded boxes and combos: titles, units, chances. Null where the raffle has none.',
  })
  boxesHash: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of a salt and the list of quota prizes with their numbers. Null where the raffle has none.',
  })
  quotaPrizesHash: string | null;
}
