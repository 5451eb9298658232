import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { DisputeStatus } from '../generated/prisma/enums.js';
import { adminOnly } from '../graphql/admin-only.js';
import { PageArgs } from '../graphql/connection.js';
import { listOf } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import { PixPayment } from '../payments/pix-payment.type.js';
import * as disputes from './dispute.service.js';
import { Dispute, DisputeConnection } from './dispute.type.js';

@ArgsType()
class DisputeArgs extends PageArgs {
  @Field(() => DisputeStatus, { nullable: true, description: 'Returns only disputes with this status. Left out: all.' })
  status?: DisputeStatus | null;
}

@Resolver(() => Dispute)
export class DisputeResolver {
  @Query(() => DisputeConnection, { description: 'All disputes, latest first.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  disputes(@Ctx() ctx: Context, @Args(() => DisputeArgs) args: DisputeArgs) {
    return disputes.listDisputes(ctx, args);
  }

  @Mutation(() => Dispute, {
    description:
      'Records that a payment is disputed, as when a bank says so by letter or telephone. Nothing goes out for it until a bank takes '
      + 'all of its money back or `releaseDispute`. Refused once all of its money went back. Safe to repeat while it is open: the '
      + 'open one is returned. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  openDispute(
    @Ctx() ctx: Context,
    @IdArg('payment', { name: 'paymentId' }) paymentId: string,
    @Arg('reason', () => String, { description: 'Who disputes it and why, 1 to 500 characters. Only operators see it.' })
    reason: string,
  ) {
    return disputes.openDispute(ctx, paymentId, reason);
  }

  @Mutation(() => Dispute, {
    description:
      'Ends a dispute: the money stays, and what waited for it goes on. The provider is asked first. Refused when the money went '
      + "back, and for the provider's own dispute while it says that the return is under way, or has not answered for less than 24 "
      + 'hours. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @StepUp()
  @Refuses('NOT_FOUND', 'CONFLICT')
  releaseDispute(
    @Ctx() ctx: Context,
    @IdArg('dispute') id: string,
    @Arg('note', () => String, { description: 'Why the money stays, 1 to 500 characters. Only operators see it.' }) note: string,
  ) {
    return disputes.releaseDispute(ctx, id, note);
  }

  @FieldResolver()
  reason(@Root() { reason }: Dispute, @Ctx() ctx: Context) {
    return adminOnly(ctx, reason);
  }

  @FieldResolver()
  note(@Root() { note }: Dispute, @Ctx() ctx: Context) {
    return adminOnly(ctx, note);
  }

  @FieldResolver(() => PixPayment, { nullable: true, description: 'The disputed payment.' })
  payment(@Root() { paymentId }: Dispute & { paymentId: string }, @Ctx() ctx: Context) {
    return ctx.loaders.payment.load(paymentId);
  }
}

@Resolver(() => PixPayment)
export class PixPaymentDisputesResolver {
  @FieldResolver(() => [Dispute], {
    description: 'The disputes of this payment in any state, latest first, at most 100.',
    complexity: listOf(20),
  })
  async disputes(@Root() { id }: PixPayment, @Ctx() { loaders }: Context) {
    return (await loaders.disputesOfPayment.load(id)).slice(0, 100);
  }
}
