import { actorOf } from '../../platform/principal.js';
import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { Refuses } from '../../graphql/refuses.js';
import { Roles } from '../../graphql/roles.js';
import { IdArg } from '../../graphql/id.js';
import type { DeliveryRow } from './delivery-log.sql.js';
import { WebhookEventType } from '../webhook-event.type.js';
import { numberOfId } from './webhook-endpoint.service.js';
import { sendTestEvent, listDeliveries, redeliverDelivery } from './webhook-delivery.service.js';
import { WebhookDeliveryPageArgs } from './webhook-endpoint.input.js';
import { WebhookDelivery, WebhookDeliveryConnection } from './webhook-delivery.type.js';

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  @Query(() => WebhookDeliveryConnection, {
    description:
      'The delivery log, newest first: what was and will be sent to the webhook endpoints of operators and to legacy clients.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND')
  async webhookDeliveries(
    @Ctx() ctx: Context,
    @Args(() => WebhookDeliveryPageArgs) { endpointId, ...page }: WebhookDeliveryPageArgs,
  ) {
    if (endpointId == null) return listDeliveries(ctx, { ...page, scope: 'all', scopeId: null });
    return listDeliveries(ctx, { ...page, scope: 'endpoint', scopeId: numberOfId(endpointId) });
  }

  @Mutation(() => WebhookDelivery, {
    description:
      'Sends a delivery of any status again at once, under the same `webhook-id` and with a full new series of attempts. One '
      + 'whose first attempt is still to come stays as it is. Refused when its endpoint is deleted or disabled, and for '
      + '`LOGIN_CODE_REQUESTED`, whose code is not kept. Not safe to repeat: each call can send again. Audited.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  redeliverWebhook(@Ctx() ctx: Context, @IdArg('delivery') id: string) {
    return redeliverDelivery(ctx, { clientId: null, by: actorOf(ctx) }, id);
  }

  @Mutation(() => WebhookDelivery, {
    description:
      'Queues a test event for one webhook endpoint, also of a kind that the endpoint does not receive, and returns its '
      + 'delivery. It is signed, repeated and listed like any other; its body has `test: true` and ids that do not exist. A '
      + 'disabled endpoint is refused, and more than ten test events a minute. Not safe to repeat: each call sends another. '
      + 'Audited.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'RATE_LIMITED')
  sendTestEvent(
    @Ctx() ctx: Context,
    @IdArg('endpoint', { name: 'endpointId', isNumber: true }) endpointId: string,
    @Arg('type', () => WebhookEventType, { description: 'The kind of event to send a sample of.' }) type: WebhookEventType,
  ) {
    return sendTestEvent(ctx, endpointId, type);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The request body, exactly as it is sent and signed. Null for `LOGIN_CODE_REQUESTED`, which has a code in it that only the receiver '
      + 'may know.',
    complexity: 8,
  })
  body(@Root() delivery: DeliveryRow, @Ctx() ctx: Context) {
    return ctx.loaders.webhookEventBody.load(delivery.eventId);
  }
}
