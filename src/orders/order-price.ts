import type { Context } from '../context.js';
import { notFound } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { nextTier } from '../pricing/price.js';
import { checkQuantity } from './order-rules.js';
import type { OrderPrice } from './order-price.type.js';

/**
 * What an order of so many quotas would cost at this moment, by the very rule that orders are priced by. NOT_FOUND for a raffle that
 * is not there or, but for an operator, a DRAFT; BAD_USER_INPUT for a quantity that no order of it may have.
 */
export async function findOrderPrice(ctx: Context, raffleId: string, quotaQuantity: number): Promise<OrderPrice> {
  const raffle = isUuid(raffleId) ? await ctx.raffles.get(raffleId.toLowerCase()) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && ctx.principal.role !== 'ADMIN')) throw notFound('raffle');
  checkQuantity(raffle, quotaQuantity);
  const { bonusQuotas, discount, totalValue } = ctx.prices.of(raffle, quotaQuantity);
  const next = nextTier(raffle, quotaQuantity);
  return {
    quotaQuantity: quotaQuantity + bonusQuotas,
    bonusQuotas,
    priceByQuota: raffle.quotaPrice,
    discount,
    totalValue,
    nextTierAt: next !== null && next <= raffle.maxReservationQuantity ? next : null,
  };
}
