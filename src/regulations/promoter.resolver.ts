import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';
import { findPromoter } from './promoter.js';
import { Promoter } from './promoter.type.js';

@Resolver(() => Raffle)
export class RafflePromoterResolver {
  @FieldResolver(() => Promoter, {
    nullable: true,
    description:
      'Who answers for the raffle: `companyName` and `cnpj` of the settings, also when these are not shown elsewhere. Null for a raffle '
      + 'that is free and has no `certificateCode`, and until one of them is set.',
    complexity: 2,
  })
  promoter(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return findPromoter(ctx, raffle);
  }
}
