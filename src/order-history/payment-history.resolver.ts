import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { IdArg } from '../graphql/id.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { historyOfPayment } from './payment-history.service.js';
import { PaymentEvent, PaymentHistory } from './payment-history.type.js';

/** One statement over five tables. */
const HISTORY = 50;

@Resolver(() => PaymentEvent)
export class PaymentHistoryResolver {
  @Query(() => PaymentHistory, {
    description: 'What happened to a payment, and who did it.',
    complexity: ({ childComplexity }) => HISTORY + childComplexity,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  paymentHistory(@Ctx() ctx: Context, @IdArg('payment', { name: 'paymentId' }) paymentId: string) {
    return historyOfPayment(ctx, paymentId);
  }

  @FieldResolver()
  actor(@Root() { actorId }: { actorId: string | null }, @Ctx() ctx: Context) {
    return actorId === null ? null : ctx.loaders.user.load(actorId);
  }
}
