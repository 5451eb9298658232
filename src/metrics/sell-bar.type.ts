import { Field, Float, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: "How far a raffle's sale has come." })
export class SellBar {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => Int, { description: 'Quotas that can be sold.' })
  total: number;

  @Field(() => Int, { description: 'Quotas paid.' })
  paid: number;

  @Field(() => Int, { description: 'Quotas in unpaid orders that have not expired.' })
  reserved: number;

  @Field(() => Int, { description: 'Quotas left to order.' })
  available: number;

  @Field(() => Float, { description: 'The share paid, 0 to 100, cut to two decimals: 100 means all.' })
  percentage: number;

  @Field(() => Float, { description: 'The share to show, 0 to 100.' })
  displayedPercentage: number;

  @Field(() => Boolean, { description: 'Whether the shown share was raised above the real one by an operator.' })
  displayedIsAdjusted: boolean;
}
