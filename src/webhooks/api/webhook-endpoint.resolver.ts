import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { listOf } from '../../graphql/cost.js';
import { InputArg } from '../../graphql/input-arg.js';
import { Refuses } from '../../graphql/refuses.js';
import { Roles } from '../../graphql/roles.js';
import { IdArg } from '../../graphql/id.js';
import { eventsOf } from '../event-shapes.js';
import * as endpoints from './webhook-endpoint.service.js';
import { CreateWebhookEndpointInput, UpdateWebhookEndpointInput } from './webhook-endpoint.input.js';
import { WebhookEndpoint, WebhookEndpointSecret } from './webhook-endpoint.type.js';

@Resolver(() => WebhookEndpoint)
export class WebhookEndpointResolver {
  @Query(() => [WebhookEndpoint], {
    description: 'The webhook endpoints of operators that are not deleted, oldest first, at most 20.',
    complexity: listOf(20),
  })
  @Roles('ADMIN', ['SUPPORT'])
  @Refuses()
  webhookEndpoints(@Ctx() ctx: Context) {
    return endpoints.listOperatorEndpoints(ctx);
  }

  @Mutation(() => WebhookEndpointSecret, {
    description:
      'Registers a webhook endpoint, up to 20, and returns its secret. Not safe to repeat: each call registers another '
      + 'endpoint. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('CONFLICT')
  createWebhookEndpoint(
    @Ctx() ctx: Context,
    @InputArg(() => CreateWebhookEndpointInput)
    input: CreateWebhookEndpointInput,
  ) {
    return endpoints.createOperatorEndpoint(ctx, input);
  }

  @Mutation(() => WebhookEndpoint, {
    description: 'Changes a webhook endpoint that is not deleted. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  updateWebhookEndpoint(
    @Ctx() ctx: Context,
    @IdArg('endpoint', { isNumber: true }) id: string,
    @InputArg(() => UpdateWebhookEndpointInput) input: UpdateWebhookEndpointInput,
  ) {
    return endpoints.updateOperatorEndpoint(ctx, id, input);
  }

  @Mutation(() => WebhookEndpoint, {
    description:
      'Deletes a webhook endpoint; deliveries that still wait for it become DEAD. Safe to repeat: a deleted endpoint is '
      + 'returned as it is. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  deleteWebhookEndpoint(@Ctx() ctx: Context, @IdArg('endpoint', { isNumber: true }) id: string) {
    return endpoints.deleteOperatorEndpoint(ctx, id);
  }

  @Mutation(() => WebhookEndpoint, {
    description:
      'Enables a webhook endpoint that answered 410, or restores a deleted one while there are fewer than 20. It receives '
      + 'events from now on; send earlier DEAD deliveries with `redeliverWebhook`. Safe to repeat: an enabled endpoint is '
      + 'returned as it is. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND', 'CONFLICT')
  enableWebhookEndpoint(@Ctx() ctx: Context, @IdArg('endpoint', { isNumber: true }) id: string) {
    return endpoints.enableOperatorEndpoint(ctx, id);
  }

  @Mutation(() => WebhookEndpointSecret, {
    description:
      'Replaces the secret of a webhook endpoint that is not deleted, and returns the new one. For 24 hours deliveries are '
      + 'signed with the old secret too. Not safe to repeat: a second call in that time ends the older secret at once. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  rotateWebhookEndpointSecret(@Ctx() ctx: Context, @IdArg('endpoint', { isNumber: true }) id: string) {
    return endpoints.rotateOperatorSecret(ctx, id);
  }

  @FieldResolver()
  events(@Root() { events }: WebhookEndpoint, @Ctx() { features }: Context) {
    // An earlier release knew kinds that are gone, and an endpoint may still have one.
    const known = eventsOf(features);
    return events.filter((event) => event in known);
  }
}
