import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { QR_CODE_IMAGE_COST, qrCodeImage } from '../payment-providers/br-code/qr-code-image.js';
import { selectionOf, selectionOfNodes } from '../graphql/selected-fields.js';
import { IdArg } from '../graphql/id.js';
import { raffleColumns } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';
import { User } from '../users/user.type.js';
import { CreateOrderInput, CreateOrderWithoutPaymentGatewayInput, OrderPageArgs, OrdersArgs } from './order.input.js';
import * as lists from './order-list.service.js';
import * as orders from './order.service.js';
import { orderPageShape, type ReadOrder } from './order-page.js';
import type { OrderRow } from './order.sql.js';
import { Order, OrderConnection, PaymentMethod } from './order.type.js';
import { placeOrder } from './place-order.js';
import { watchOrder } from './order-watch.js';

@Resolver(() => Order)
export class OrderResolver {
  @Query(() => Order, {
    nullable: true,
    description:
      'One order. Buyers see their own orders, operators any. NOT_FOUND: there is no such order, or it belongs to '
      + 'another buyer.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  order(@Ctx() ctx: Context, @IdArg('order', { isNumber: true }) id: string) {
    return orders.findOrder(ctx, id);
  }

  @Query(() => OrderConnection, {
    description:
      'All orders, or those that a filter finds: by who bought, by a reference of the money, by when. BAD_USER_INPUT by field: no phone, no '
      + 'CPF, a `to` that is not after `from`. NOT_FOUND: the raffle of the filter is not there.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  orders(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @Args(() => OrdersArgs) page: OrdersArgs) {
    return lists.listOrders(ctx, { ...page, shape: orderPageShape(selectionOfNodes(info)) });
  }

  @Query(() => OrderConnection, {
    description: 'The orders of one raffle. NOT_FOUND: no such raffle.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
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
  myOrders(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @Args(() => OrderPageArgs) page: OrderPageArgs) {
    return lists.listMyOrders(ctx, { ...page, shape: orderPageShape(selectionOfNodes(info)) });
  }

  @Mutation(() => Order, {
    description:
      'Reserves quotas and creates their PIX charge. Safe to repeat with the same `Idempotency-Key` header '
      + '(IDEMPOTENCY_MISMATCH for other input); without it each call is another order. NOT_FOUND: no such raffle. SOLD_OUT: too few quotas '
      + "left. CONFLICT: not on sale, or above the raffle's `maxBuyerQuantity`. RATE_LIMITED: too many unpaid quotas, see `enableAntiSpam`: "
      + "pay or cancel them. BAD_USER_INPUT: an invalid field, or a buyer whose account lacks what the raffle's `reservationFields` "
      + 'ask for (see `updateCustomer`) or who is under 18 where they ask for the date of birth. FORBIDDEN: a buyer orders for another. PAYMENT_PROVIDER_UNAVAILABLE: nothing was reserved. Audited where an operator orders for a buyer.',
  })
  @Roles('USER', 'ADMIN', ['SUPPORT'])
  createOrder(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateOrderInput, { description: 'The order to place.' }) input: CreateOrderInput,
  ) {
    return placeOrder(ctx, input, 'GATEWAY');
  }

  @Mutation(() => Order, {
    description:
      "Reserves quotas and charges them with a static PIX code of the provider's PIX key. The service builds the code "
      + 'and asks no provider. The provider must be one that reports payments of static codes (adapters `bacen` and '
      + '`sandbox`) or whose orders operators mark paid (`static`); another is never the default, and BAD_USER_INPUT when '
      + 'named. Otherwise like `createOrder`, with the same error codes.',
  })
  @Roles('USER', 'ADMIN', ['SUPPORT'])
  createOrderWithoutPaymentGateway(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateOrderWithoutPaymentGatewayInput, { description: 'The order to place.' })
    input: CreateOrderWithoutPaymentGatewayInput,
  ) {
    const { buyerName, cpf, phone, ...asked } = input;
    return placeOrder(ctx, { ...asked, buyer: { name: buyerName, cpf, phone } }, 'STATIC');
  }

  @Mutation(() => Order, {
    description:
      'Marks an order as paid by hand, as after a payment in cash; audited. Safe to repeat: a PAID order is returned as it is. NOT_FOUND: no such '
      + 'order. CONFLICT: the order was refunded, or it has ended and its quotas are gone or sales are closed. '
      + 'BAD_USER_INPUT: the note is blank or too long.',
  })
  @Roles('ADMIN', ['FINANCE'])
  payOrder(
    @Ctx() ctx: Context,
    @IdArg('order', { isNumber: true }) id: string,
    @Arg('note', () => String, { description: 'The reason, 1 to 500 characters. It is kept in the audit log.' }) note: string,
  ) {
    return orders.payOrder(ctx, id, note);
  }

  @Mutation(() => Order, {
    description:
      'Cancels an unpaid order and releases its quotas. Safe to repeat: a CANCELLED order is returned as it is. '
      + 'NOT_FOUND: no such order. CONFLICT: it is PAID, EXPIRED or REFUNDED; a PAID one is for `refundOrder`. PAYMENT_PROVIDER_UNAVAILABLE: the provider '
      + 'cannot confirm that the code is no longer payable; nothing was changed, try again.',
  })
  @Roles('USER', 'ADMIN', ['SUPPORT'])
  cancelOrder(
    @Ctx() ctx: Context,
    @IdArg('order', { isNumber: true }) id: string,
    @Arg('force', () => Boolean, {
      defaultValue: false,
      description:
        'True cancels the order even while its provider cannot be asked. Its code may then still be paid: that money makes '
        + 'the order PAID after all, or becomes a late payment. Operators only; FORBIDDEN for buyers.',
    })
    force: boolean,
  ) {
    return orders.cancelOrder(ctx, id, force);
  }

  @Subscription(() => Order, {
    description:
      'Sends the order at once and then whenever its status or PIX code changes, within about a second. A checkout can '
      + 'wait here for PAID. NOT_FOUND as in the query `order`.',
    subscribe: ({ args, context }) => watchOrder(context as Context, (args as { orderId: string }).orderId),
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
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
  secondsLeft(@Root() { status, expiresAt, readAt }: OrderRow) {
    return status === 'PENDING' ? Math.max(0, Math.ceil((expiresAt.getTime() - readAt.getTime()) / 1000)) : null;
  }
}
