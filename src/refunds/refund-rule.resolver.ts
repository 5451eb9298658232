import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { OrderRow } from '../orders/order.sql.js';
import { Order, OrderPrice } from '../orders/order.type.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';
import { RefundRule } from './refund-rule.type.js';

async function ruleOf(ctx: Context, raffleId: string, isInstant?: boolean): Promise<RefundRule> {
  return (isInstant ?? (await ctx.loaders.isInstantRaffle.load(raffleId))) ? RefundRule.NOT_BY_BUYER : RefundRule.WITHIN_7_DAYS;
}

@Resolver(() => Raffle)
export class RaffleRefundRuleResolver {
  @FieldResolver(() => RefundRule, {
    description: 'Whether a buyer may give an order of this raffle back. It never changes once an order was placed.',
  })
  refundRule(@Root() { id, isInstant }: ReadRaffle, @Ctx() ctx: Context) {
    return ruleOf(ctx, id, isInstant);
  }
}

@Resolver(() => OrderPrice)
export class OrderPriceRefundRuleResolver {
  @FieldResolver(() => RefundRule, { description: 'Whether the buyer may give such an order back: tell them before they buy.' })
  refundRule(@Root() { raffleId }: OrderPrice & { raffleId: string }, @Ctx() ctx: Context) {
    return ruleOf(ctx, raffleId);
  }
}

@Resolver(() => Order)
export class OrderRefundRuleResolver {
  @FieldResolver(() => RefundRule, { description: 'Whether the buyer may give the order back.' })
  refundRule(@Root() { raffleId }: OrderRow, @Ctx() ctx: Context) {
    return ruleOf(ctx, raffleId);
  }
}
