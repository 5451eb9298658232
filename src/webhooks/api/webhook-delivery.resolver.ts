import { actorOf } from '../../platform/principal.js';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { Roles } from '../../graphql/roles.js';
import type { DeliveryRow } from './delivery-log.sql.js';
import { numberOfId } from './endpoint-id.js';
import { WebhookDeliveryPageArgs } from './webhook-delivery.input.js';
import { listDeliveries, redeliverDelivery } from './webhook-delivery.service.js';
import { WebhookDelivery, WebhookDeliveryConnection } from './webhook-delivery.type.js';

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  @Query(() => WebhookDeliveryConnection, {
    description: 'The delivery log, newest first: what was and is to be sent to operators and legacy clients.',
  })
  @Roles('ADMIN')
  async webhookDeliveries(
    @Ctx() ctx: Context,
    @Args(() => WebhookDeliveryPageArgs) { endpointId, ...page }: WebhookDeliveryPageArgs,
  ) {
    if (endpointId == null) return listDeliveries(ctx, { ...page, scope: 'all', scopeId: null });
    return listDeliveries(ctx, { ...page, scope: 'endpoint', scopeId: numberOfId(endpointId) });
  }

  @Mutation(() => WebhookDelivery, {
    description:
      'Sends a delivery again at once, with the same `webhook-id` and a whole schedule of attempts before it, whether it is '
      + 'DEAD, DELIVERED or waits for its next attempt. NOT_FOUND; CONFLICT while its endpoint is deleted or disabled.',
  })
  @Roles('ADMIN')
  redeliverWebhook(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which delivery.' }) id: string) {
    return redeliverDelivery(ctx, { clientId: null, actorId: actorOf(ctx) }, id);
  }

  @FieldResolver(() => String, { nullable: true, description: 'The body, byte for byte as it is sent and signed.' })
  body(@Root() delivery: DeliveryRow, @Ctx() ctx: Context) {
    return ctx.loaders.webhookEventBody.load(delivery.eventId);
  }
}
