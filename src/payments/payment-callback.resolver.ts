import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { callbacksOfPayment, MOST_CALLBACKS } from './payment-callback.service.js';
import { PaymentCallback } from './payment-callback.type.js';

@Resolver()
export class PaymentCallbackResolver {
  @Query(() => [PaymentCallback], {
    description:
      "The provider's callbacks about a payment, the latest first, at most 20. One is listed once the service has tried to process it, and for "
      + '90 days after it was processed. A callback that names only a txid is listed with each payment of that txid.',
    complexity: listOf(MOST_CALLBACKS),
  })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  paymentCallbacks(@Ctx() ctx: Context, @IdArg('payment', { name: 'paymentId' }) paymentId: string) {
    return callbacksOfPayment(ctx, paymentId);
  }
}
