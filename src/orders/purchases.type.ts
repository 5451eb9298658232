import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Money } from '../graphql/money.js';

@ObjectType({ description: 'What a buyer bought in one raffle.' })
export class PurchasesOfRaffle {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => String, { description: "The raffle's title." })
  raffleTitle: string;

  @Field(() => Int, { description: 'How many orders, in any state.' })
  orders: number;

  @Field(() => Int, { description: 'How many of them are paid.' })
  paidOrders: number;

  @Field(() => Int, { description: 'How many quotas the paid orders have: as many lucky numbers.' })
  quotas: number;

  @Field(() => Money, { description: 'The totals of the paid orders, in reais.' })
  paid: bigint;

  @Field(() => Money, { description: 'What went back of payments for the orders, in reais.' })
  returned: bigint;
}

@ObjectType({ description: 'What a buyer bought: of each status the newest 1,000 orders.' })
export class Purchases {
  @Field(() => Int, { description: 'How many orders, in any state.' })
  orders: number;

  @Field(() => Int, { description: 'How many of them are paid.' })
  paidOrders: number;

  @Field(() => Money, { description: 'The totals of the paid orders, in reais.' })
  paid: bigint;

  @Field(() => Money, { description: 'What went back of payments for the orders, in reais.' })
  returned: bigint;

  @Field(() => Boolean, { description: 'Whether there are more orders than were summed up.' })
  isCut: boolean;

  @Field(() => [PurchasesOfRaffle], { description: 'By raffle, that of the newest order first; at most 50.', complexity: 60 })
  raffles: PurchasesOfRaffle[];
}
