import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import type { OrderRow } from '../orders/order.sql.js';
import { Order } from '../orders/order.type.js';
import { PixPaymentConnection } from '../payments/pix-payment.type.js';
import { paymentsOfOrder, refundsOfOrder } from './order-money.service.js';
import { RefundConnection } from './refund.type.js';

/** Where the money of an order is. */
@Resolver(() => Order)
export class OrderMoneyResolver {
  @FieldResolver(() => PixPaymentConnection, {
    description: 'The payments that came for this order, late ones and second ones too, the earliest first.',
  })
  payments(@Root() order: OrderRow, @Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return paymentsOfOrder(ctx, order.id, page);
  }

  @FieldResolver(() => RefundConnection, {
    description: 'The refunds of those payments, of late ones too, in any state and the oldest first.',
  })
  refunds(@Root() order: OrderRow, @Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return refundsOfOrder(ctx, order.id, page);
  }
}
