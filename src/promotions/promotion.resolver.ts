import { Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import { IdArg } from '../graphql/id.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';
import { PromotionInput } from './promotion.input.js';
import * as promotions from './promotion.service.js';
import { Promotion } from './promotion.type.js';

@Resolver(() => Promotion)
export class PromotionResolver {
  @Mutation(() => Promotion, { description: 'Adds a promotion to a raffle, up to 20, each kind once for a quantity. Audited.' })
  @Roles('ADMIN', ['MANAGER'])
  @StepUp()
  @Refuses('NOT_FOUND', 'CONFLICT')
  createPromotion(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @InputArg(() => PromotionInput) input: PromotionInput,
  ) {
    return promotions.createPromotion(ctx, raffleId, input);
  }

  @Mutation(() => Promotion, { description: 'Changes a promotion. Placed orders keep their price. Safe to repeat. Audited.' })
  @Roles('ADMIN', ['MANAGER'])
  @StepUp()
  @Refuses('NOT_FOUND')
  updatePromotion(@Ctx() ctx: Context, @IdArg('promotion') id: string, @InputArg(() => PromotionInput) input: PromotionInput) {
    return promotions.updatePromotion(ctx, id, input);
  }

  @Mutation(() => Promotion, {
    description: 'Deletes a promotion and returns it as it was. Placed orders keep their price. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND')
  deletePromotion(@Ctx() ctx: Context, @IdArg('promotion') id: string) {
    return promotions.deletePromotion(ctx, id);
  }

  @FieldResolver()
  price(@Root() { price }: { price: bigint | number }) {
    return BigInt(price);
  }
}

@Resolver(() => Raffle)
export class RafflePromotionsResolver {
  @FieldResolver(() => [Promotion], {
    description: 'The promotions by quantity, at most 20. Public while `enablePromotions` is true.',
    complexity: listOf(8),
  })
  promotions(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    if (!raffle.enablePromotions && ctx.principal.role !== 'ADMIN') return [];
    return raffle.promotions ?? ctx.loaders.rafflePromotions.load(raffle.id);
  }
}
