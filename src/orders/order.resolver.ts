import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root, Subscription, ID } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { pageOfRows } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Limited } from '../graphql/limited.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import { QR_CODE_IMAGE_COST, qrCodeImage } from '../platform/qr-code-image.js';
import { selectionOf, selectionOfNodes } from '../graphql/selected-fields.js';
import { IdArg } from '../graphql/id.js';
import { raffleColumns } from '../raffles/raffle-row.js';
import { Raffle, RaffleConnection, RAFFLE_ROW } from '../raffles/raffle.type.js';
import { User } from '../users/user.type.js';
import {
  CreateOrderInput,
  CreateOrderWithoutPaymentGatewayInput,
  MyOrdersArgs,
  OrderPageArgs,
  OrdersArgs,
} from './order.input.js';
import * as lists from './order-list.service.js';
import * as orders from './order.service.js';
import { orderPageShape, type ReadOrder } from './order-page.js';
import type { OrderRow } from './order.sql.js';
import { Order, OrderConnection, PaymentMethod, OrderPrice } from './order.type.js';
import { placeOrder } from './place-order.js';
import { purchasesOf } from './purchases.js';
import { Purchases } from './purchases.type.js';
import { watchOrder } from './order.service.js';
import { findOrderPrice } from './order-rules.js';

/** The sums of 5,000 orders. */
const PURCHASES = 200;

@Resolver(() => Order)
export class OrderResolver {
  @Query(() => Order, { nullable: true, description: 'One order. Buyers see their own orders, operators all.' })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  order(@Ctx() ctx: Context, @IdArg('order', { isNumber: true }) id: string) {
    return orders.findOrder(ctx, id);
  }

  @Query(() => OrderConnection, {
    description: 'All orders, or those that match a filter: by buyer, by a reference of the payment, by time.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  orders(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @Args(() => OrdersArgs) page: OrdersArgs) {
    return lists.listOrders(ctx, { ...page, shape: orderPageShape(selectionOfNodes(info)) });
  }

  @Query(() => OrderConnection, { description: 'The orders of one raffle.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  ordersByRaffle(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Args(() => OrderPageArgs) page: OrderPageArgs,
  ) {
    return lists.listOrdersOfRaffle(ctx, { ...page, raffleId, shape: orderPageShape(selectionOfNodes(info)) });
  }

  @Query(() => OrderConnection, { description: 'The orders of the calling buyer.' })
  @Roles('USER')
  @Refuses('NOT_FOUND')
  myOrders(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @Args(() => MyOrdersArgs) page: MyOrdersArgs) {
    return lists.listMyOrders(ctx, { ...page, shape: orderPageShape(selectionOfNodes(info)) });
  }

  @Query(() => RaffleConnection, {
    description: 'The raffles in which the calling buyer has an order, paid or not, the newest first. PRIVATE ones too.',
    complexity: pageOfRows(RAFFLE_ROW),
  })
  @Roles('USER')
  @Refuses()
  myRaffles(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @Args(() => PageArgs) page: PageArgs) {
    return lists.listMyRaffles(ctx, page, selectionOfNodes(info));
  }

  @Mutation(() => Order, {
    description:
      'Orders quotas and creates their PIX charge. `reservation` says whether the quotas are kept until the payment. Safe to repeat with the same `Idempotency-Key` header and input. The '
      + 'buyer needs what the `reservationFields` of the raffle ask for, and must be 18 where they ask for the date of '
      + 'birth. RATE_LIMITED: too many unpaid quotas (see `enableAntiSpam`). Operators order for a customer; this is '
      + 'audited.',
  })
  @Roles('USER', 'ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'SOLD_OUT', 'IDEMPOTENCY_MISMATCH', 'RATE_LIMITED', 'PAYMENT_PROVIDER_UNAVAILABLE')
  @Limited('orders')
  createOrder(@Ctx() ctx: Context, @InputArg(() => CreateOrderInput) input: CreateOrderInput) {
    return placeOrder(ctx, input, 'GATEWAY');
  }

  @Mutation(() => Order, {
    description:
      'Like `createOrder`, with a static PIX code that the service builds without asking the provider. The provider must '
      + 'report payments of static codes (`bacen`, `sandbox`), or operators mark the orders paid (`static`).',
  })
  @Roles('USER', 'ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'SOLD_OUT', 'IDEMPOTENCY_MISMATCH', 'RATE_LIMITED', 'PAYMENT_PROVIDER_UNAVAILABLE')
  @Limited('orders')
  createOrderWithoutPaymentGateway(
    @Ctx() ctx: Context,
    @InputArg(() => CreateOrderWithoutPaymentGatewayInput) input: CreateOrderWithoutPaymentGatewayInput,
  ) {
    const { buyerName, cpf, phone, ...asked } = input;
    return placeOrder(ctx, { ...asked, buyer: { name: buyerName, cpf, phone } }, 'STATIC');
  }

  @Query(() => Purchases, {
    description: 'What a buyer bought, summed up.',
    complexity: ({ childComplexity }) => PURCHASES + childComplexity,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  purchases(@Ctx() ctx: Context, @IdArg('user', { name: 'userId' }) userId: string) {
    return purchasesOf(ctx, userId);
  }

  @Mutation(() => Order, {
    description:
      'Marks an order as paid by hand. Refused when it was refunded, or has ended and its quotas are gone or sales are '
      + 'closed. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  payOrder(
    @Ctx() ctx: Context,
    @IdArg('order', { isNumber: true }) id: string,
    @Arg('note', () => String, { description: 'The reason, 1 to 500 characters. It is kept in the audit log.' }) note: string,
  ) {
    return orders.payOrder(ctx, id, note);
  }

  @Mutation(() => Order, {
    description:
      'Cancels an unpaid order and releases its quotas; for a PAID order use `refundOrder`. When the provider cannot '
      + 'confirm that the code is no longer payable, nothing changes. Safe to repeat.',
  })
  @Roles('USER', 'ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'PAYMENT_PROVIDER_UNAVAILABLE')
  cancelOrder(
    @Ctx() ctx: Context,
    @IdArg('order', { isNumber: true }) id: string,
    @Arg('force', () => Boolean, {
      defaultValue: false,
      description:
        'Cancels even while the provider does not answer. Money that is still paid makes the order PAID or becomes a late '
        + 'payment. Operators only.',
    })
    force: boolean,
    @Arg('reason', () => String, {
      nullable: true,
      description:
        'Why, at most 200 characters, for the audit log and the history of the order. Not kept of an order that was cancelled before. '
        + 'Forgotten with the account of the buyer. Operators only.',
    })
    reason: string | null | undefined,
  ) {
    return orders.cancelOrder(ctx, id, force, reason);
  }

  @Subscription(() => Order, {
    description:
      'Sends the order at once, and again within about a second when its status, its `reservation` or its PIX code changes.',
    subscribe: ({ args, context }) => watchOrder(context as Context, (args as { orderId: string }).orderId),
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  orderStatus(@Root() order: OrderRow, @IdArg('order', { name: 'orderId', isNumber: true }) _orderId: string) {
    return order;
  }

  @FieldResolver(() => PaymentMethod, { description: 'How the order is paid: always PIX.' })
  paymentMethod(): PaymentMethod {
    return PaymentMethod.PIX;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The PIX code as a QR code image: a PNG as a data URL. Null whenever `qrCodeContent` is null.',
    complexity: QR_CODE_IMAGE_COST,
  })
  qrCodeImage(@Root() order: OrderRow) {
    return order.qrCodeContent === null ? null : qrCodeImage(order.qrCodeContent);
  }

  @FieldResolver(() => Raffle, { nullable: true, description: 'The raffle that the quotas belong to, a deleted one too.' })
  raffle(@Root() order: ReadOrder, @Ctx() ctx: Context, @Info() info: GraphQLResolveInfo) {
    if (order.raffle !== undefined) return order.raffle;
    return ctx.loaders.raffle.load({ id: order.raffleId, columns: raffleColumns(selectionOf(info)) });
  }

  @FieldResolver(() => User, { nullable: true, description: 'The buyer of the order, a deleted account too.' })
  user(@Root() order: ReadOrder, @Ctx() ctx: Context) {
    return order.user ?? ctx.loaders.user.load(order.userId);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The seconds left until `expiresAt`, never below 0. Null unless the order is PENDING.',
  })
  secondsLeft(@Root() order: OrderRow) {
    return orders.secondsLeftOf(order);
  }

  @FieldResolver(() => String, {
    description:
      'A link that the buyer may send on, an absolute URL. Who has it sees the order as `orderByLink` shows it, without logging in. It '
      + 'cannot be guessed. It ends when the account of the buyer is deleted.',
    complexity: 2,
  })
  shareUrl(@Root() { id }: OrderRow, @Ctx() ctx: Context) {
    return orders.shareUrlOf(ctx, id);
  }
}

@Resolver(() => OrderPrice)
export class OrderPriceResolver {
  @Query(() => OrderPrice, {
    description: 'The price of an order, at most 100 milliseconds old. Nothing is reserved, and the raffle need not be on sale.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  orderPrice(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { description: "The raffle's UUID." }) raffleId: string,
    @Arg('quotaQuantity', () => Int, { description: 'The quotas to order, a bonus not counted.' }) quotaQuantity: number,
  ) {
    return findOrderPrice(ctx, raffleId, quotaQuantity);
  }
}
