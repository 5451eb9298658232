import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { qrCodeImage } from '../payment-providers/br-code/qr-code-image.js';
import { Raffle } from '../raffles/raffle.type.js';
import { User } from '../users/user.type.js';
import { CreateOrderInput, CreateOrderWithoutPaymentGatewayInput, OrderPageArgs } from './order.input.js';
import * as orders from './order.service.js';
import type { OrderRow } from './order.sql.js';
import { Order, OrderConnection, PaymentMethod } from './order.type.js';
import { placeOrder } from './place-order.js';
import { watchOrder } from './order-watch.js';

@Resolver(() => Order)
export class OrderResolver {
  @Query(() => Order, { nullable: true, description: "One order: one's own, or any for an operator. NOT_FOUND otherwise." })
  @Roles('USER', 'ADMIN')
  order(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which order.' }) id: string) {
    return orders.findOrder(ctx, id);
  }

  @Query(() => OrderConnection, { description: 'All orders, newest first.' })
  @Roles('ADMIN')
  orders(@Ctx() ctx: Context, @Args(() => OrderPageArgs) page: OrderPageArgs) {
    return orders.listOrders(ctx, { ...page, scope: 'all', scopeId: null });
  }

  @Query(() => OrderConnection, { description: "One raffle's orders, newest first." })
  @Roles('ADMIN')
  ordersByRaffle(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { description: 'Which raffle.' }) raffleId: string,
    @Args(() => OrderPageArgs) page: OrderPageArgs,
  ) {
    return orders.listOrdersOfRaffle(ctx, { ...page, raffleId });
  }

  @Query(() => OrderConnection, { description: "The caller's own orders, newest first." })
  @Roles('USER')
  myOrders(@Ctx() ctx: Context, @Args(() => OrderPageArgs) page: OrderPageArgs) {
    return orders.listMyOrders(ctx, page);
  }

  @Mutation(() => Order, {
    description:
      'Reserves quotas and charges them through a payment provider. Safe to repeat with the same `Idempotency-Key` header. '
      + 'NOT_FOUND, SOLD_OUT, CONFLICT, RATE_LIMITED, BAD_USER_INPUT, IDEMPOTENCY_MISMATCH, PAYMENT_PROVIDER_UNAVAILABLE.',
  })
  @Roles('USER', 'ADMIN')
  createOrder(@Ctx() ctx: Context, @Arg('input', () => CreateOrderInput, { description: 'The order.' }) input: CreateOrderInput) {
    return placeOrder(ctx, input, 'GATEWAY');
  }

  @Mutation(() => Order, {
    description:
      "Reserves quotas with a static PIX code of the provider's key, built here: no provider is asked. Otherwise as createOrder.",
  })
  @Roles('USER', 'ADMIN')
  createOrderWithoutPaymentGateway(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateOrderWithoutPaymentGatewayInput, { description: 'The order.' })
    input: CreateOrderWithoutPaymentGatewayInput,
  ) {
    const { buyerName, cpf, phone, ...asked } = input;
    return placeOrder(ctx, { ...asked, buyer: { name: buyerName, cpf, phone } }, 'STATIC');
  }

  @Mutation(() => Order, {
    description:
      'Marks an order paid by hand, kept in the audit log. A PAID order is answered as it is. CONFLICT when it cannot be paid any more.',
  })
  @Roles('ADMIN')
  payOrder(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which order.' }) id: string,
    @Arg('note', () => String, { description: 'Why, 1 to 500 characters.' }) note: string,
  ) {
    return orders.payOrder(ctx, id, note);
  }

  @Mutation(() => Order, {
    description:
      'Ends an unpaid order and gives its quotas back. A CANCELLED order is answered as it is. CONFLICT once it is paid or has ended otherwise.',
  })
  @Roles('USER', 'ADMIN')
  cancelOrder(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which order.' }) id: string) {
    return orders.cancelOrder(ctx, id);
  }

  @Subscription(() => Order, {
    description: 'The order at once, then whenever it changes: a checkout waits on this for PAID. NOT_FOUND as `order`.',
    subscribe: ({ args, context }) => watchOrder(context as Context, (args as { orderId: string }).orderId),
  })
  @Roles('USER', 'ADMIN')
  orderStatus(@Root() order: OrderRow, @Arg('orderId', () => ID, { description: 'Which order.' }) _orderId: string) {
    return order;
  }

  @FieldResolver(() => PaymentMethod, { description: 'Always PIX.' })
  paymentMethod(): PaymentMethod {
    return PaymentMethod.PIX;
  }

  @FieldResolver(() => String, { nullable: true, description: 'The PIX code as a QR picture: a PNG data URL.', complexity: 20 })
  qrCodeImage(@Root() order: OrderRow) {
    return order.qrCodeContent === null ? null : qrCodeImage(order.qrCodeContent);
  }

  @FieldResolver(() => Raffle, { nullable: true, description: 'The raffle it is of.' })
  raffle(@Root() order: OrderRow, @Ctx() ctx: Context) {
    return ctx.loaders.raffle.load(order.raffleId);
  }

  @FieldResolver(() => User, { nullable: true, description: 'The buyer.' })
  user(@Root() order: OrderRow, @Ctx() ctx: Context) {
    return ctx.loaders.user.load(order.userId);
  }

  @FieldResolver(() => Int, { nullable: true, description: 'How long it can still be paid, in seconds; null unless PENDING.' })
  secondsLeft(@Root() order: OrderRow) {
    return order.status === 'PENDING' ? Math.max(0, Math.ceil((order.expiresAt.getTime() - Date.now()) / 1000)) : null;
  }
}
