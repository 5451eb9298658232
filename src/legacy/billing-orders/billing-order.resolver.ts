import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { BillingOrderStatus } from '../../generated/prisma/enums.js';
import { PageArgs } from '../../graphql/connection.js';
import { IdArg } from '../../graphql/id.js';
import { Refuses } from '../../graphql/refuses.js';
import { Roles } from '../../graphql/roles.js';
import { cancelBillingOrder } from './billing-order-ending.service.js';
import { listBillingOrders } from './billing-order.service.js';
import { BillingOrder, BillingOrderConnection } from './billing-order.type.js';

@Resolver()
export class BillingOrderResolver {
  @Query(() => BillingOrderConnection, { description: 'The charges of a legacy client with one status, newest first.' })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  billingOrders(
    @Ctx() ctx: Context,
    @IdArg('client', { name: 'clientId' }) clientId: string,
    @Arg('status', () => BillingOrderStatus, {
      defaultValue: BillingOrderStatus.PENDING,
      description: 'The status. Default: PENDING.',
    })
    status: BillingOrderStatus,
    @Args(() => PageArgs) args: PageArgs,
  ) {
    return listBillingOrders(ctx, { clientId, status }, args);
  }

  @Mutation(() => BillingOrder, {
    description:
      'Cancels an unpaid charge of a legacy client. The client gets an event. Banks cannot cancel the code: money that still comes is '
      + 'a late payment. CONFLICT once it was paid. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  cancelBillingOrder(@Ctx() ctx: Context, @IdArg('charge') id: string) {
    return cancelBillingOrder(ctx, id);
  }
}
