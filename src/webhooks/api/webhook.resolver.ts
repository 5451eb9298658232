import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { listOf } from '../../graphql/cost.js';
import { IdArg } from '../../graphql/id.js';
import { InputArg } from '../../graphql/input-arg.js';
import { Refuses } from '../../graphql/refuses.js';
import { Roles } from '../../graphql/roles.js';
import { StepUp } from '../../graphql/step-up.js';
import { actorOf } from '../../platform/principal.js';
import { eventsOf } from '../event-shapes.js';
import { WebhookEventType } from '../webhook-event.type.js';
import type { DeliveryRow } from './delivery-log.sql.js';
import { listDeliveries, redeliverDelivery, sendTestEvent } from './webhook-delivery.service.js';
import * as endpoints from './webhook-endpoint.service.js';
import { CreateWebhookEndpointInput, UpdateWebhookEndpointInput, WebhookDeliveryPageArgs } from './webhook.input.js';
import { WebhookDelivery, WebhookDeliveryConnection, WebhookEndpoint, WebhookEndpointSecret } from './webhook.type.js';

const operators = (ctx: Context): endpoints.EndpointOwner => ({ clientId: null, by: actorOf(ctx) });

@Resolver(() => WebhookEndpoint)
export class WebhookEndpointResolver {
  @Query(() => [WebhookEndpoint], {
    description: 'The webhook endpoints of operators that are not deleted, oldest first, at most 20.',
    complexity: listOf(20),
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses()
  webhookEndpoints(@Ctx() ctx: Context) {
    return endpoints.listEndpointsOf(ctx, operators(ctx));
  }

  @Mutation(() => WebhookEndpointSecret, {
    description:
      'Registers a webhook endpoint, up to 20, and returns its secret. Not safe to repeat: each call makes another. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('CONFLICT')
  @StepUp()
  createWebhookEndpoint(
    @Ctx() ctx: Context,
    @InputArg(() => CreateWebhookEndpointInput) { url, events }: CreateWebhookEndpointInput,
  ) {
    return endpoints.createEndpointOf(ctx, operators(ctx), { url, type: null, events: events ?? [] });
  }

  @Mutation(() => WebhookEndpoint, { description: 'Changes a webhook endpoint that is not deleted. Safe to repeat. Audited.' })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  @StepUp()
  updateWebhookEndpoint(
    @Ctx() ctx: Context,
    @IdArg('endpoint', { isNumber: true }) id: string,
    @InputArg(() => UpdateWebhookEndpointInput) input: UpdateWebhookEndpointInput,
  ) {
    return endpoints.updateEndpointOf(ctx, operators(ctx), endpoints.numberOfId(id), input);
  }

  @Mutation(() => WebhookEndpoint, {
    description: 'Deletes a webhook endpoint; deliveries that wait for it become DEAD. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  deleteWebhookEndpoint(@Ctx() ctx: Context, @IdArg('endpoint', { isNumber: true }) id: string) {
    return endpoints.deleteEndpointOf(ctx, operators(ctx), endpoints.numberOfId(id));
  }

  @Mutation(() => WebhookEndpoint, {
    description:
      'Enables a webhook endpoint that answered 410, or restores a deleted one while there are fewer than 20. '
      + '`redeliverWebhook` sends earlier DEAD deliveries. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  enableWebhookEndpoint(@Ctx() ctx: Context, @IdArg('endpoint', { isNumber: true }) id: string) {
    return endpoints.restoreEndpointOf(ctx, operators(ctx), endpoints.numberOfId(id));
  }

  @Mutation(() => WebhookEndpointSecret, {
    description:
      'Replaces the secret of a webhook endpoint and returns the new one. For 24 hours the old secret signs too. Not safe to '
      + 'repeat: a second call in that time ends the oldest secret at once. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  @StepUp()
  rotateWebhookEndpointSecret(@Ctx() ctx: Context, @IdArg('endpoint', { isNumber: true }) id: string) {
    return endpoints.rotateSecretOf(ctx, operators(ctx), endpoints.numberOfId(id));
  }

  @FieldResolver()
  events(@Root() { events }: WebhookEndpoint, @Ctx() { features }: Context) {
    // An earlier release knew kinds that are gone, and an endpoint may still have one.
    const known = eventsOf(features);
    return events.filter((event) => event in known);
  }
}

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  @Query(() => WebhookDeliveryConnection, {
    description: 'The deliveries to the endpoints of operators and legacy clients, newest first.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND')
  async webhookDeliveries(
    @Ctx() ctx: Context,
    @Args(() => WebhookDeliveryPageArgs) { endpointId, ...page }: WebhookDeliveryPageArgs,
  ) {
    if (endpointId == null) return listDeliveries(ctx, { ...page, scope: 'all', scopeId: null });
    return listDeliveries(ctx, { ...page, scope: 'endpoint', scopeId: endpoints.numberOfId(endpointId) });
  }

  @Mutation(() => WebhookDelivery, {
    description:
      'Sends a delivery again at once, under the same `webhook-id` and with a new series of attempts. Refused when its endpoint '
      + 'is deleted or disabled, and for `LOGIN_CODE_REQUESTED` and `EMAIL_CODE_REQUESTED`, whose codes are not kept. Not safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  redeliverWebhook(@Ctx() ctx: Context, @IdArg('delivery') id: string) {
    return redeliverDelivery(ctx, operators(ctx), id);
  }

  @Mutation(() => WebhookDelivery, {
    description:
      'Queues a test event of any kind for one webhook endpoint and returns its delivery. Its body has `test: true` and ids '
      + 'that do not exist. At most ten a minute, and none for a disabled endpoint. Not safe to repeat. Audited.',
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
      'The request body, exactly as it is sent and signed. Null for `LOGIN_CODE_REQUESTED` and `EMAIL_CODE_REQUESTED`.',
    complexity: 8,
  })
  body(@Root() delivery: DeliveryRow, @Ctx() ctx: Context) {
    return ctx.loaders.webhookEventBody.load(delivery.eventId);
  }
}
