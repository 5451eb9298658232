import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';

@ObjectType({
  description:
    'An operator sent what was left of an awarded box or a quota prize to the close, where it is drawn among all who paid. It is '
    + "public, a leaf of the raffle's book, and cannot be undone.",
})
class PrizeLogEntry {
  @Field(() => Int, { description: "The leaf in the raffle's book. It applies to the blocks after it." })
  leaf: number;

  @Field(() => Int, { description: 'How many quotas were paid by then.' })
  ordinal: number;

  @Field(() => ID, { description: 'The id of the awarded box or quota prize.' })
  prizeId: string;

  @Field(() => Date, { description: 'When it was done (ISO 8601 UTC).' })
  createdAt: Date;
}

export const PrizeLogConnection = Connection(() => PrizeLogEntry, 'PrizeLog');

@ObjectType({
  description:
    'Hashes (SHA-256, hexadecimal) that a raffle publishes before its first sale, of its lists of instant prizes. The proof of its '
    + 'draw has the lists.',
})
export class RaffleCommitments {
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
