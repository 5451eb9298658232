import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { PageArgs } from '../../graphql/connection.js';
import { InputArg } from '../../graphql/input-arg.js';
import { Refuses } from '../../graphql/refuses.js';
import { Roles } from '../../graphql/roles.js';
import { StepUp } from '../../graphql/step-up.js';
import { IdArg } from '../../graphql/id.js';
import { CreateApiClientInput, UpdateApiClientInput } from './api-client.input.js';
import * as clients from './api-client.service.js';
import * as types from './api-client.type.js';
import { ApiClient, ApiClientSecret } from './api-client.type.js';

@Resolver()
export class ApiClientResolver {
  @Query(() => types.ApiClientConnection, { description: 'All legacy clients, newest first.' })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses()
  apiClients(@Ctx() ctx: Context, @Args(() => PageArgs) args: PageArgs) {
    return clients.listApiClients(ctx, args);
  }

  @Query(() => ApiClient, { nullable: true, description: 'One legacy client.' })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  apiClient(@Ctx() ctx: Context, @IdArg('client') id: string) {
    return clients.findApiClient(ctx, id);
  }

  @Mutation(() => types.ApiClientCredentials, {
    description: 'Creates a legacy client and returns its secrets, which cannot be read again. Not safe to repeat. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses()
  @StepUp()
  createApiClient(@Ctx() ctx: Context, @InputArg(() => CreateApiClientInput) input: CreateApiClientInput) {
    return clients.createApiClient(ctx, input);
  }

  @Mutation(() => ApiClient, { description: 'Changes a legacy client. Safe to repeat. Audited.' })
  @Roles('ADMIN', [])
  @StepUp()
  @Refuses('NOT_FOUND')
  updateApiClient(
    @Ctx() ctx: Context,
    @IdArg('client') id: string,
    @InputArg(() => UpdateApiClientInput) input: UpdateApiClientInput,
  ) {
    return clients.updateApiClient(ctx, id, input);
  }

  @Mutation(() => ApiClient, {
    description:
      'Blocks a legacy client at once, with the tokens it already has. Payments of its charges are still credited. '
      + 'Safe to repeat. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  blockApiClient(@Ctx() ctx: Context, @IdArg('client') id: string) {
    return clients.blockApiClient(ctx, id);
  }

  @Mutation(() => ApiClient, { description: 'Lets a blocked legacy client call again. Safe to repeat. Audited.' })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  @StepUp()
  unblockApiClient(@Ctx() ctx: Context, @IdArg('client') id: string) {
    return clients.unblockApiClient(ctx, id);
  }

  @Mutation(() => types.RotatedApiClientSecrets, {
    description:
      'Replaces secrets of a legacy client at once and returns the new ones, which cannot be read again. Not safe to repeat. '
      + 'Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  @StepUp()
  rotateApiClientSecrets(
    @Ctx() ctx: Context,
    @IdArg('client') id: string,
    @Arg('secrets', () => [ApiClientSecret], {
      defaultValue: [ApiClientSecret.CLIENT_SECRET, ApiClientSecret.SIGNATURE_SECRET],
      description: 'The secrets to replace, at least one. Default: both.',
    })
    secrets: ApiClientSecret[],
  ) {
    return clients.rotateApiClientSecrets(ctx, id, secrets);
  }
}
