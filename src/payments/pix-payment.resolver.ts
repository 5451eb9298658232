import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { LatePaymentStatus } from '../generated/prisma/enums.js';
import { PageArgs } from '../graphql/connection.js';
import { adminOnly } from '../graphql/admin-only.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import * as payments from './pix-payment.service.js';
import { LatePayment, LatePaymentConnection, PixPayment, PixPaymentConnection } from './pix-payment.type.js';

@ArgsType()
class LatePaymentArgs extends PageArgs {
  @Field(() => LatePaymentStatus, { nullable: true, description: 'Returns only late payments with this status. Left out: all.' })
  status?: LatePaymentStatus | null;

  @Field(() => String, { nullable: true, description: 'Only of the payment with this end-to-end id, whole. Left out: of all.' })
  endToEndId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only of payments that carried this txid, whole. Left out: of all.' })
  txid?: string | null;
}

@Resolver(() => PixPayment)
export class PixPaymentResolver {
  @Query(() => PixPaymentConnection, { description: 'All payments, latest first.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  pixPayments(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return payments.listPayments(ctx, page);
  }

  @Query(() => PixPaymentConnection, { description: "The payments for the calling buyer's own orders, latest first." })
  @Roles('USER')
  @Refuses()
  myPixPayments(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return payments.listMyPayments(ctx, page);
  }

  @Query(() => PixPayment, {
    nullable: true,
    description: 'One payment. Buyers see payments for their own orders, operators all.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  pixPayment(@Ctx() ctx: Context, @Arg('id', () => ID, { description: "The payment's UUID." }) id: string) {
    return payments.findPayment(ctx, id);
  }

  @FieldResolver()
  payerName(@Root() payment: PixPayment, @Ctx() ctx: Context) {
    return payments.payerSeenBy(ctx, payment).payerName;
  }

  @FieldResolver()
  payerCpf(@Root() payment: PixPayment, @Ctx() ctx: Context) {
    return payments.payerSeenBy(ctx, payment).payerCpf;
  }

  @FieldResolver(() => LatePayment, { nullable: true, description: 'What of this payment could not be applied.' })
  latePayment(@Root() payment: PixPayment, @Ctx() ctx: Context) {
    return ctx.loaders.latePaymentOfPayment.load(payment.id);
  }
}

@Resolver(() => LatePayment)
export class LatePaymentResolver {
  @Query(() => LatePaymentConnection, { description: 'All late payments, latest first.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  latePayments(@Ctx() ctx: Context, @Args(() => LatePaymentArgs) args: LatePaymentArgs) {
    return payments.listLatePayments(ctx, args);
  }

  @FieldResolver()
  note(@Root() late: LatePayment, @Ctx() ctx: Context) {
    return adminOnly(ctx, late.note);
  }

  @FieldResolver(() => PixPayment, { nullable: true, description: 'The whole payment.' })
  payment(@Root() late: LatePayment & { paymentId: string }, @Ctx() ctx: Context) {
    return ctx.loaders.payment.load(late.paymentId);
  }
}
