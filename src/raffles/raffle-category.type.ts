import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A shelf that raffles stand on.' })
export class RaffleCategory {
  @Field(() => ID, { description: 'UUID.' })
  id: string;

  @Field(() => String, { description: 'Unique among categories.' })
  name: string;

  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;
}
