import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { PageArgs } from '../../graphql/connection.js';
import { Roles } from '../../graphql/roles.js';
import { CreateApiClientInput, UpdateApiClientInput } from './api-client.input.js';
import * as clients from './api-client.service.js';
import {
  ApiClient,
  ApiClientConnection,
  ApiClientCredentials,
  ApiClientSecret,
  RotatedApiClientSecrets,
} from './api-client.type.js';

@Resolver()
export class ApiClientResolver {
  @Query(() => ApiClientConnection, { description: 'The legacy integrations, newest first.' })
  @Roles('ADMIN')
  apiClients(@Ctx() ctx: Context, @Args(() => PageArgs) args: PageArgs) {
    return clients.listApiClients(ctx, args);
  }

  @Query(() => ApiClient, { nullable: true, description: 'A legacy integration. NOT_FOUND without one.' })
  @Roles('ADMIN')
  apiClient(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Its id.' }) id: string) {
    return clients.findApiClient(ctx, id);
  }

  @Mutation(() => ApiClientCredentials, {
    description: 'Makes a legacy integration and shows its secrets, this once. Audited.',
  })
  @Roles('ADMIN')
  createApiClient(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateApiClientInput, { description: 'The integration.' }) input: CreateApiClientInput,
  ) {
    return clients.createApiClient(ctx, input);
  }

  @Mutation(() => ApiClient, { description: 'Changes a legacy integration. NOT_FOUND without one. Audited.' })
  @Roles('ADMIN')
  updateApiClient(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which integration.' }) id: string,
    @Arg('input', () => UpdateApiClientInput, { description: 'What changes.' }) input: UpdateApiClientInput,
  ) {
    return clients.updateApiClient(ctx, id, input);
  }

  @Mutation(() => ApiClient, {
    description:
      'Shuts a legacy integration out at once, with tokens it has already: its calls are answered 403. What was charged is still '
      + 'paid and settled. One that is blocked stays as it is. NOT_FOUND. Audited.',
  })
  @Roles('ADMIN')
  blockApiClient(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which integration.' }) id: string) {
    return clients.blockApiClient(ctx, id);
  }

  @Mutation(() => ApiClient, {
    description: 'Lets a blocked integration call again. One that is not blocked stays as it is. NOT_FOUND. Audited.',
  })
  @Roles('ADMIN')
  unblockApiClient(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which integration.' }) id: string) {
    return clients.unblockApiClient(ctx, id);
  }

  @Mutation(() => RotatedApiClientSecrets, {
    description:
      'Gives a legacy integration new secrets and shows them, this once. The old ones end immediately. NOT_FOUND without one. '
      + 'Audited.',
  })
  @Roles('ADMIN')
  rotateApiClientSecrets(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which integration.' }) id: string,
    @Arg('secrets', () => [ApiClientSecret], {
      defaultValue: [ApiClientSecret.CLIENT_SECRET, ApiClientSecret.SIGNATURE_SECRET],
      description: 'Which secrets, at least one.',
    })
    secrets: ApiClientSecret[],
  ) {
    return clients.rotateApiClientSecrets(ctx, id, secrets);
  }
}
