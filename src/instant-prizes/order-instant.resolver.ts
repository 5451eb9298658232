import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { ReadOrder } from '../orders/order-page.js';
import { Order } from '../orders/order.type.js';
import { timeOfRound } from '../proof/chain.js';

@ObjectType({ description: 'The public round that decides what a paid order wins in boxes and quota prizes.' })
class OrderInstant {
  @Field(() => Int, { description: 'The number of the round of the beacon.' })
  round: number;

  @Field(() => Date, { description: 'When the round is due (ISO 8601 UTC), some seconds after the payment.' })
  dueAt: Date;

  @Field(() => Boolean, {
    description: 'Whether the order is decided: then its boxes can be opened, and its numbers and quota prizes are known.',
  })
  isDecided: boolean;
}

@Resolver(() => Order)
export class OrderInstantResolver {
  @FieldResolver(() => OrderInstant, {
    nullable: true,
    description:
      'The public round that decides what the order wins. Null until it is paid, and in raffles without instant prizes.',
    complexity: 5,
  })
  async instant(@Root() order: ReadOrder, @Ctx() ctx: Context): Promise<OrderInstant | null> {
    const row = await ctx.loaders.instantOfOrder.load(order.id);
    if (!row) return null;
    const round = Number(row.round);
    return { round, dueAt: new Date(timeOfRound(ctx.rounds.chain, round) * 1_000), isDecided: row.isDecided };
  }
}
