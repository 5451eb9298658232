import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root, Args } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { Order } from '../orders/order.type.js';
import { findLatePayment, findPayment } from '../payments/pix-payment.service.js';
import { LatePayment, MoneyStep, PixPayment, PixPaymentConnection } from '../payments/pix-payment.type.js';
import { Refund, RefundConnection } from './refund.type.js';
import { RefundOrderInput } from './refund.input.js';
import type { Refund as RefundRow } from '../generated/prisma/client.js';
import { stepsOf, refundOrder, paymentsOfOrder, refundsOfOrder } from './refund.service.js';
import * as money from './operator-refund.service.js';
import { PageArgs } from '../graphql/connection.js';
import type { OrderRow } from '../orders/order.sql.js';

@Resolver()
export class RefundResolver {
  @Mutation(() => Order, {
    description:
      'Refunds a paid order; its lucky numbers leave the draw and are not sold again. A buyer may do so within 7 days of '
      + 'paying, while the raffle is OPEN or SOLD_OUT and before `endsAt` and `drawAt`, or once it is CANCELLED; an operator '
      + 'until the raffle is frozen for its draw. An order with an opened box is refunded only by an operator, and never when '
      + 'the box holds a prize. Only operators refund a part, with an `amount`. A full refund is safe to repeat, a part only '
      + 'with the same `Idempotency-Key` header and the same input. Audited.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH')
  refundOrder(
    @Ctx() ctx: Context,
    @IdArg('order', { isNumber: true }) id: string,
    @Arg('input', () => RefundOrderInput, {
      nullable: true,
      description: 'The amount and the reason. Left out: a full refund without a reason.',
    })
    input: RefundOrderInput | null | undefined,
  ) {
    return refundOrder(ctx, id, input ?? {});
  }

  @Mutation(() => LatePayment, {
    description:
      'Requests the refund of a late payment. Refused when it was resolved, when nothing is left to return, and when there '
      + 'was no bank transfer: return it by hand and resolve it. Safe to repeat: one that is REFUNDING or REFUNDED is returned '
      + 'as it is. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  async refundLatePayment(@Ctx() ctx: Context, @IdArg('late payment') id: string) {
    return findLatePayment(ctx, await money.refundLatePayment(ctx, id));
  }

  @Mutation(() => PixPayment, {
    description:
      "Refunds the payment of a legacy client's charge and debits the client at once. For any other payment use "
      + '`refundOrder` or `refundLatePayment`. Safe to repeat: a refunded payment is returned as it is. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  async refundPixPayment(
    @Ctx() ctx: Context,
    @IdArg('payment') id: string,
    @Arg('reason', () => String, { nullable: true, description: 'The reason, in words. Left out: none.' })
    reason: string | null | undefined,
  ) {
    return findPayment(ctx, await money.refundPixPayment(ctx, id, reason));
  }

  @Mutation(() => LatePayment, {
    description:
      'Closes a late payment without a refund. Refused when it is REFUNDING or REFUNDED. Safe to repeat: a RESOLVED one is '
      + 'returned as it is. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  async resolveLatePayment(
    @Ctx() ctx: Context,
    @IdArg('late payment') id: string,
    @Arg('note', () => String, { description: 'What became of the money, 1 to 500 characters.' }) note: string,
  ) {
    return findLatePayment(ctx, await money.resolveLatePayment(ctx, id, note));
  }

  @Mutation(() => Refund, {
    description:
      'Records that an operator returned the money of a refund that is BY_HAND or FAILED. It becomes RETURNED, and before '
      + 'the draw an order with none of its money left becomes REFUNDED. Refused while the provider still processes it, and '
      + 'when a FAILED one was requested again: confirm that refund if it fails too. When only a part of its money is left, '
      + 'the amount becomes that part; when none is left, it is refused. Safe to repeat: a RETURNED one is returned as it is. '
      + 'Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  confirmRefund(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: "The refund's id." }) id: string,
    @Arg('note', () => String, { description: 'How the money was returned, 1 to 500 characters.' }) note: string,
  ) {
    return money.confirmRefund(ctx, id, note);
  }

  @Mutation(() => Refund, {
    description:
      'Requests a FAILED refund from the provider again, as a new refund of what is still left of it. Before the draw an '
      + 'order with none of its money left becomes REFUNDED. Refused when it is not FAILED, when none of its money is left, '
      + 'and for a late payment: use `refundLatePayment`. Safe to repeat: a refund is requested again once, and the new one is '
      + 'returned. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  retryRefund(@Ctx() ctx: Context, @Arg('id', () => ID, { description: "The refund's id." }) id: string) {
    return money.retryRefund(ctx, id);
  }
}

@Resolver(() => Refund)
export class RefundFieldsResolver {
  @FieldResolver(() => [MoneyStep], {
    description:
      'What an operator may do with it as it stands, at most 2. Of a FAILED one that was requested again, or whose money went back in another '
      + 'way, it answers CONFLICT. Empty to anyone but an operator.',
    complexity: 2,
  })
  nextSteps(@Root() refund: RefundRow, @Ctx() { principal }: Context) {
    return principal.role === 'ADMIN' ? stepsOf(refund) : [];
  }

  @FieldResolver()
  reason(@Root() { initiator, reason }: Refund, @Ctx() { principal }: Context) {
    return principal.role === 'ADMIN' || initiator === 'BUYER' ? reason : null;
  }
}

@Resolver(() => PixPayment)
export class PixPaymentRefundsResolver {
  @FieldResolver(() => [Refund], {
    description: 'The refunds of this payment in any state, oldest first, at most 100.',
    complexity: listOf(20),
  })
  async refunds(@Root() payment: PixPayment, @Ctx() ctx: Context) {
    return (await ctx.loaders.refundsOfPayment.load(payment.id)).slice(0, 100);
  }
}

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
