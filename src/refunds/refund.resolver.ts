import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root, Args } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import { IdArg } from '../graphql/id.js';
import { Order } from '../orders/order.type.js';
import { findLatePayment, findPayment } from '../payments/pix-payment.service.js';
import { LatePayment, MoneyStep, PixPayment, PixPaymentConnection } from '../payments/pix-payment.type.js';
import { Refund, RefundConnection } from './refund.type.js';
import { RecordBankReturnInput, RefundOrderInput } from './refund.input.js';
import type { Refund as RefundRow } from '../generated/prisma/client.js';
import { paymentsOfOrder, refundOrder, refundsOfOrder, stepsOfLatePayment, stepsOfRefund } from './refund.service.js';
import * as money from './late-and-manual-refund.service.js';
import { PageArgs } from '../graphql/connection.js';
import { recordBankReturn } from './recorded-return.js';
import type { OrderRow } from '../orders/order.sql.js';

@Resolver()
export class RefundResolver {
  @Mutation(() => Order, {
    description:
      'Refunds a paid order; its lucky numbers leave the draw. A buyer may do so within 7 days of paying, before sales close or '
      + 'once the raffle is CANCELLED, unless the `refundRule` is NOT_BY_BUYER; an operator until the raffle is frozen for its '
      + 'draw. Only operators refund a part, and not of an order whose rule is NOT_BY_BUYER. An order that won an awarded box or '
      + 'a quota prize is refunded by nobody. A full refund is safe to repeat, a part only with the same `Idempotency-Key` header '
      + 'and input. Audited.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH')
  @StepUp()
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
      'Requests the refund of a late payment. Refused without a bank transfer: return it by hand and resolve it. Safe to '
      + 'repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  async refundLatePayment(@Ctx() ctx: Context, @IdArg('late payment') id: string) {
    return findLatePayment(ctx, await money.refundLatePayment(ctx, id));
  }

  @Mutation(() => PixPayment, {
    description:
      "Refunds the payment of a legacy client's charge and debits the client at once. For any other payment use "
      + '`refundOrder` or `refundLatePayment`. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  async refundPixPayment(
    @Ctx() ctx: Context,
    @IdArg('payment') id: string,
    @Arg('reason', () => String, { nullable: true, description: 'The reason, in words. Left out: none.' })
    reason: string | null | undefined,
  ) {
    return findPayment(ctx, await money.refundPixPayment(ctx, id, reason));
  }

  @Mutation(() => LatePayment, { description: 'Closes a late payment that is not being refunded. Safe to repeat. Audited.' })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  async resolveLatePayment(
    @Ctx() ctx: Context,
    @IdArg('late payment') id: string,
    @Arg('note', () => String, { description: 'What became of the money, 1 to 500 characters.' }) note: string,
  ) {
    return findLatePayment(ctx, await money.resolveLatePayment(ctx, id, note));
  }

  @Mutation(() => Refund, {
    description:
      'Records that an operator returned the money of a refund, as far as it is left. Before the draw an order with none of its '
      + 'money left becomes REFUNDED. The provider is asked first about a refund that was requested. `evidence` is required '
      + 'unless the refund FAILED and the provider says that it did not make it. It is refused while the provider is still making it, for up to seven days, and for an hour when the provider does '
      + 'not answer. After it the refund is never requested again. The provider is still asked for 90 days: if it returned the '
      + 'money too, `returnedTwiceAt` is set and the refund is on the reconciliation report. Refused when a FAILED one was '
      + 'requested again. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  confirmRefund(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: "The refund's id." }) id: string,
    @Arg('note', () => String, { description: 'How the money was returned, 1 to 500 characters.' }) note: string,
    @Arg('evidence', () => String, {
      nullable: true,
      description:
        "The proof: the end-to-end id of the operator's own PIX, or another one in words, at most 500 characters. The same PIX, "
        + 'or the same words, in any spelling, prove one refund only. Required unless the refund is BY_HAND, or FAILED and the '
        + 'provider says that it did not make it.',
    })
    evidence: string | null | undefined,
    @Arg('paidAt', () => Date, { nullable: true, description: 'When the money was returned (ISO 8601). Left out: now.' })
    paidAt: Date | null | undefined,
  ) {
    return money.confirmRefund(ctx, id, note, { evidence, paidAt });
  }

  @Mutation(() => PixPayment, {
    description:
      'Records that a bank took money of a payment back (MED) when no provider reports it. At once for a payment that an operator '
      + 'recorded, and for one of a provider that cannot be asked. Any other provider is asked first, and it is refused until a dispute '
      + 'of the payment has been open for 24 hours in which the provider did not say that the return is under way: call '
      + '`openDispute` first. It counts as a report of the provider: before the draw an order with none of its '
      + 'money left becomes REFUNDED, after it the order needs a decision, and refunds that wait are reduced. At most what did not go '
      + 'back yet. An id is of one payment. When the provider reports the return later it is not taken off again. Safe to repeat with '
      + 'the same id and amount. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  async recordBankReturn(
    @Ctx() ctx: Context,
    @IdArg('payment', { name: 'paymentId' }) paymentId: string,
    @Arg('input', () => RecordBankReturnInput, { description: 'What the bank took, and how it is known.' })
    input: RecordBankReturnInput,
  ) {
    return findPayment(ctx, await recordBankReturn(ctx, paymentId, input));
  }

  @Mutation(() => Refund, {
    description:
      'Takes a refund off the reconciliation report whose money went out twice, by the provider and by an operator. Safe to repeat. '
      + 'Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @StepUp()
  @Refuses('NOT_FOUND', 'CONFLICT')
  resolveReturnedTwice(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: "The refund's id." }) id: string,
    @Arg('note', () => String, { description: 'What became of the second sum, 1 to 500 characters.' }) note: string,
  ) {
    return money.resolveReturnedTwice(ctx, id, note);
  }

  @Mutation(() => Refund, {
    description:
      'Requests a FAILED refund again, as a new refund of what is still left of it. The provider is asked first, and must say '
      + 'that it did not make the refund. Before the draw an order with none of its '
      + 'money left becomes REFUNDED. For a late payment use `refundLatePayment`. Safe to repeat: the new refund is returned. '
      + 'Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  retryRefund(@Ctx() ctx: Context, @Arg('id', () => ID, { description: "The refund's id." }) id: string) {
    return money.retryRefund(ctx, id);
  }
}

@Resolver(() => LatePayment)
export class LatePaymentStepsResolver {
  @FieldResolver(() => [MoneyStep], {
    description:
      'What an operator may do with it, at most 2. Empty once it is decided, while its payment is disputed, and for a buyer.',
    complexity: 2,
  })
  nextSteps(@Root() late: LatePayment & { paymentId: string }, @Ctx() ctx: Context) {
    return stepsOfLatePayment(ctx, late);
  }
}

@Resolver(() => Refund)
export class RefundFieldsResolver {
  @FieldResolver(() => [MoneyStep], {
    description:
      'What an operator may do with it, at most 2. CONFLICT when its money went back in another way. Empty while its payment is disputed, and for a buyer.',
    complexity: 2,
  })
  nextSteps(@Root() refund: RefundRow, @Ctx() ctx: Context) {
    return stepsOfRefund(ctx, refund);
  }

  @FieldResolver()
  returnedTwiceAt(@Root() { returnedTwiceAt }: Refund, @Ctx() { principal }: Context) {
    return principal.role === 'ADMIN' ? returnedTwiceAt : null;
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

@Resolver(() => Order)
export class OrderMoneyResolver {
  @FieldResolver(() => PixPaymentConnection, { description: 'The payments for this order, late ones too, the earliest first.' })
  payments(@Root() order: OrderRow, @Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return paymentsOfOrder(ctx, order.id, page);
  }

  @FieldResolver(() => RefundConnection, { description: 'The refunds of those payments, the oldest first.' })
  refunds(@Root() order: OrderRow, @Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return refundsOfOrder(ctx, order.id, page);
  }
}
