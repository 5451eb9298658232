import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';

@ObjectType({
  description:
    'The chance of the next quota in a raffle with instant prizes: the prizes in play among the quotas that are left. All quotas that '
    + 'are left have the same chance.',
})
class InstantChance {
  @Field(() => Int, { description: 'Quota prizes that the next quota can win.' })
  quotaPrizesInPlay: number;

  @Field(() => Int, { description: 'Of how many quotas: it wins one with `quotaPrizesInPlay` in `quotaPrizesOf`.' })
  quotaPrizesOf: number;

  @Field(() => Int, { description: 'Units of ALEATORIO boxes that the next quota can bring out.' })
  boxUnitsInPlay: number;

  @Field(() => Int, { description: 'Of how many quotas.' })
  boxUnitsOf: number;

  @Field(() => Int, { description: 'Paid quotas that wait for their public round. What they win leaves the figures above.' })
  undecidedQuotas: number;
}

@Resolver(() => Raffle)
export class InstantChanceResolver {
  @FieldResolver(() => InstantChance, {
    nullable: true,
    description: 'What the next quota can win at once. Null without instant prizes, and when every quota is decided.',
    complexity: 20,
  })
  instantChance(@Root() raffle: ReadRaffle, @Ctx() ctx: Context): InstantChance | null | Promise<InstantChance | null> {
    return ctx.instantChances.get(raffle.id);
  }
}
