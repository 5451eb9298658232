import { Field, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    'What a raffle published, beside `secretHash`, of all that chance decides. The hashes stand from the first sale on, and a draw '
    + 'tells what they are the hashes of. SHA-256 in hexadecimal each.',
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
