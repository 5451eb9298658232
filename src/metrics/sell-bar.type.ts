import { Field, Float, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The sales progress of a raffle.' })
export class SellBar {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => Int, { description: 'The number of quotas that the raffle sells in all.' })
  total: number;

  @Field(() => Int, {
    description: 'The number of paid quotas. Quotas that were refunded later still count, since they are not sold again.',
  })
  paid: number;

  @Field(() => Int, { description: 'The number of quotas held by PENDING orders.' })
  reserved: number;

  @Field(() => Int, { description: 'The number of quotas that can still be ordered: total less reserved and paid.' })
  available: number;

  @Field(() => Float, {
    description:
      'The percentage of quotas that are paid, 0 to 100, cut off after two decimals. It is 100 only when all quotas are paid.',
  })
  percentage: number;

  @Field(() => Float, {
    description:
      'The percentage to display, 0 to 100: `percentage`, or the one that an operator set for display if that is more.',
  })
  displayedPercentage: number;

  @Field(() => Boolean, {
    description:
      'Whether the displayed percentage is above the real one, since an operator set it so. No other field is touched by that.',
  })
  displayedIsAdjusted: boolean;
}
