import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A paid order, as everybody may see it.' })
export class LastBuyer {
  @Field(() => String, { description: 'The name of the buyer, always masked as in "Maria S.".' })
  name: string;

  @Field(() => Int, { description: 'The number of quotas, those of a bonus included.' })
  quotas: number;

  @Field(() => Date, { description: 'When the order was placed (ISO 8601 UTC).' })
  at: Date;
}
