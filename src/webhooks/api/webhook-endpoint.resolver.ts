import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { Roles } from '../../graphql/roles.js';
import { WebhookEventType } from '../webhook-event.type.js';
import * as endpoints from './operator-endpoint.service.js';
import { CreateWebhookEndpointInput, UpdateWebhookEndpointInput } from './webhook-endpoint.input.js';
import { WebhookEndpoint, WebhookEndpointSecret } from './webhook-endpoint.type.js';

const KNOWN_EVENTS = new Set<string>(Object.values(WebhookEventType));

@Resolver(() => WebhookEndpoint)
export class WebhookEndpointResolver {
  @Query(() => [WebhookEndpoint], { description: "The operators' endpoints that are not deleted, oldest first, at most 20." })
  @Roles('ADMIN')
  webhookEndpoints(@Ctx() ctx: Context) {
    return endpoints.listOperatorEndpoints(ctx);
  }

  @Mutation(() => WebhookEndpointSecret, {
    description:
      'Registers an endpoint and tells its secret. BAD_USER_INPUT on `url` when nothing may be sent there; CONFLICT when there '
      + 'are 20.',
  })
  @Roles('ADMIN')
  createWebhookEndpoint(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateWebhookEndpointInput, { description: 'The endpoint.' }) input: CreateWebhookEndpointInput,
  ) {
    return endpoints.createOperatorEndpoint(ctx, input);
  }

  @Mutation(() => WebhookEndpoint, {
    description: 'Changes an endpoint. NOT_FOUND; BAD_USER_INPUT on `url` when nothing may be sent there.',
  })
  @Roles('ADMIN')
  updateWebhookEndpoint(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which endpoint.' }) id: string,
    @Arg('input', () => UpdateWebhookEndpointInput, { description: 'What changes.' }) input: UpdateWebhookEndpointInput,
  ) {
    return endpoints.updateOperatorEndpoint(ctx, id, input);
  }

  @Mutation(() => WebhookEndpoint, {
    description: 'Deletes an endpoint; what still waited to be sent to it is DEAD. Answers a deleted one as it is. NOT_FOUND.',
  })
  @Roles('ADMIN')
  deleteWebhookEndpoint(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which endpoint.' }) id: string) {
    return endpoints.deleteOperatorEndpoint(ctx, id);
  }

  @Mutation(() => WebhookEndpoint, {
    description:
      'Enables an endpoint that answered 410, or brings back a deleted one: it is told what happens from now on. What died '
      + 'meanwhile can be sent again one by one. Answers an enabled one as it is. NOT_FOUND; CONFLICT when there are 20.',
  })
  @Roles('ADMIN')
  enableWebhookEndpoint(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which endpoint.' }) id: string) {
    return endpoints.enableOperatorEndpoint(ctx, id);
  }

  @Mutation(() => WebhookEndpointSecret, {
    description:
      'Gives an endpoint a new secret and tells it. The one before signs as well for 24 hours, while receivers change over; '
      + 'rotating again within that time ends the oldest at once. NOT_FOUND.',
  })
  @Roles('ADMIN')
  rotateWebhookEndpointSecret(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which endpoint.' }) id: string) {
    return endpoints.rotateOperatorSecret(ctx, id);
  }

  @FieldResolver()
  events(@Root() { events }: WebhookEndpoint) {
    // An earlier release knew kinds that are gone; one may still be kept.
    return events.filter((event) => KNOWN_EVENTS.has(event));
  }
}
