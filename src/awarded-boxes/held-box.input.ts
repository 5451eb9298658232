import { ArgsType, Field, ID } from 'type-graphql';
import { PageArgs } from '../graphql/connection.js';

@ArgsType()
export class MyAwardedBoxesArgs extends PageArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'The UUID of a raffle, whose boxes alone are listed. Left out: those of all raffles.',
  })
  raffleId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The id of an order, whose boxes alone are listed. Left out: those of all orders.',
  })
  orderId?: string | null;
}
