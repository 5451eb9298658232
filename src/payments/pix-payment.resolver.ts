import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { LatePaymentStatus } from '../generated/prisma/enums.js';
import { PageArgs } from '../graphql/connection.js';
import { Roles } from '../graphql/roles.js';
import * as payments from './pix-payment.service.js';
import { LatePayment, LatePaymentConnection, PixPayment, PixPaymentConnection } from './pix-payment.type.js';

@ArgsType()
class LatePaymentArgs extends PageArgs {
  @Field(() => LatePaymentStatus, { nullable: true, description: 'Only those that stand so.' })
  status?: LatePaymentStatus | null;
}

@Resolver(() => PixPayment)
export class PixPaymentResolver {
  @Query(() => PixPaymentConnection, { description: 'All payments, latest first.' })
  @Roles('ADMIN')
  pixPayments(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return payments.listPayments(ctx, page, 'ALL');
  }

  @Query(() => PixPaymentConnection, { description: "Payments of the caller's own orders, latest first." })
  @Roles('USER')
  myPixPayments(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return payments.listPayments(ctx, page, 'MINE');
  }

  @Query(() => PixPayment, {
    nullable: true,
    description: 'One payment: of an own order, or any for an operator. NOT_FOUND otherwise.',
  })
  @Roles('USER', 'ADMIN')
  pixPayment(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which payment.' }) id: string) {
    return payments.findPayment(ctx, id);
  }

  @FieldResolver(() => LatePayment, { nullable: true, description: 'What of it fits no live order.' })
  latePayment(@Root() payment: PixPayment, @Ctx() ctx: Context) {
    return ctx.loaders.latePaymentOfPayment.load(payment.id);
  }
}

@Resolver(() => LatePayment)
export class LatePaymentResolver {
  @Query(() => LatePaymentConnection, { description: 'Money that fits no live order, latest first.' })
  @Roles('ADMIN')
  latePayments(@Ctx() ctx: Context, @Args(() => LatePaymentArgs) args: LatePaymentArgs) {
    return payments.listLatePayments(ctx, args);
  }

  @FieldResolver(() => PixPayment, { nullable: true, description: 'The payment it is of.' })
  payment(@Root() late: LatePayment & { paymentId: string }, @Ctx() ctx: Context) {
    return ctx.loaders.payment.load(late.paymentId);
  }
}
