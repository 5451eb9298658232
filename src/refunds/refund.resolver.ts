import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { Order } from '../orders/order.type.js';
import { findLatePayment, findPayment } from '../payments/pix-payment.service.js';
import { LatePayment, PixPayment } from '../payments/pix-payment.type.js';
import { Refund } from './refund.type.js';
import { RefundOrderInput } from './refund.input.js';
import { refundOrder } from './refund.service.js';
import * as money from './operator-refund.service.js';

@Resolver()
export class RefundResolver {
  @Mutation(() => Order, {
    description:
      "Sends a paid order's money back; its numbers leave the draw and are not sold again. Its buyer may within 7 days of paying and while sales "
      + 'are open, an operator until the draw. A REFUNDED order is answered as it is. Safe to repeat with the same `Idempotency-Key` header. CONFLICT.',
  })
  @Roles('USER', 'ADMIN')
  refundOrder(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which order.' }) id: string,
    @Arg('input', () => RefundOrderInput, { nullable: true, description: 'How much of it and why.' })
    input: RefundOrderInput | null | undefined,
  ) {
    return refundOrder(ctx, id, input ?? {});
  }

  @Mutation(() => LatePayment, {
    description: 'Sends late money back. Answered as it is while it is on its way. CONFLICT once it was resolved.',
  })
  @Roles('ADMIN')
  async refundLatePayment(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which late payment.' }) id: string) {
    return findLatePayment(ctx, await money.refundLatePayment(ctx, id));
  }

  @Mutation(() => PixPayment, {
    description:
      "Sends back what paid a legacy client's charge, and debits the client. Answered as it is when it was done before. CONFLICT for any other payment.",
  })
  @Roles('ADMIN')
  async refundPixPayment(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which payment.' }) id: string,
    @Arg('reason', () => String, { nullable: true, description: 'Why.' }) reason: string | null | undefined,
  ) {
    return findPayment(ctx, await money.refundPixPayment(ctx, id, reason));
  }

  @Mutation(() => LatePayment, {
    description: 'Closes late money without a refund, kept in the audit log. CONFLICT while or after it is refunded.',
  })
  @Roles('ADMIN')
  async resolveLatePayment(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which late payment.' }) id: string,
    @Arg('note', () => String, { description: 'What became of the money, 1 to 500 characters.' }) note: string,
  ) {
    return findLatePayment(ctx, await money.resolveLatePayment(ctx, id, note));
  }

  @Mutation(() => Refund, {
    description:
      'Says that an operator returned the money of a refund that is BY_HAND or FAILED. A RETURNED one is answered as it is. CONFLICT otherwise.',
  })
  @Roles('ADMIN')
  confirmRefund(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which refund.' }) id: string,
    @Arg('note', () => String, { description: 'How it was returned, 1 to 500 characters.' }) note: string,
  ) {
    return money.confirmRefund(ctx, id, note);
  }

  @Mutation(() => Refund, {
    description: 'Asks the provider again for a refund that FAILED, as a new refund. CONFLICT otherwise.',
  })
  @Roles('ADMIN')
  retryRefund(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which refund.' }) id: string) {
    return money.retryRefund(ctx, id);
  }
}

@Resolver(() => PixPayment)
export class PixPaymentRefundsResolver {
  @FieldResolver(() => [Refund], { description: 'What of it went back or is on its way; at most 100.' })
  refunds(@Root() payment: PixPayment, @Ctx() ctx: Context) {
    return ctx.loaders.refundsOfPayment.load(payment.id);
  }
}
