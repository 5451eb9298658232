import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A category that raffles are grouped by.' })
export class RaffleCategory {
  @Field(() => ID, { description: "The category's UUID." })
  id: string;

  @Field(() => String, { description: "The category's name, unique among categories." })
  name: string;

  @Field(() => Date, { description: 'When the category was created (ISO 8601 UTC).' })
  createdAt: Date;
}
