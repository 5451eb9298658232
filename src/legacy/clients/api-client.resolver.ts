import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { PageArgs } from '../../graphql/connection.js';
import { InputArg } from '../../graphql/input-arg.js';
import { Refuses } from '../../graphql/refuses.js';
import { Roles } from '../../graphql/roles.js';
import { IdArg } from '../../graphql/id.js';
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
  @Query(() => ApiClientConnection, { description: 'All legacy clients, newest first.' })
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

  @Mutation(() => ApiClientCredentials, {
    description:
      'Creates a legacy client and returns its secrets, which cannot be read again later. Not safe to repeat: each call '
      + 'creates another client. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses()
  createApiClient(@Ctx() ctx: Context, @InputArg(() => CreateApiClientInput) input: CreateApiClientInput) {
    return clients.createApiClient(ctx, input);
  }

  @Mutation(() => ApiClient, {
    description: 'Changes a legacy client. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', [])
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
      'Blocks a legacy client at once, with the tokens it already has: its calls answer 403. Payments of its charges are '
      + 'still accepted and credited. Safe to repeat: a blocked client stays as it is. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  blockApiClient(@Ctx() ctx: Context, @IdArg('client') id: string) {
    return clients.blockApiClient(ctx, id);
  }

  @Mutation(() => ApiClient, {
    description:
      'Lets a blocked legacy client call again, also with the tokens it still has. Safe to repeat: a client that is not '
      + 'blocked stays as it is. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
  unblockApiClient(@Ctx() ctx: Context, @IdArg('client') id: string) {
    return clients.unblockApiClient(ctx, id);
  }

  @Mutation(() => RotatedApiClientSecrets, {
    description:
      'Replaces secrets of a legacy client and returns the new ones, which cannot be read again later. The old secrets stop '
      + 'working immediately. Not safe to repeat: each call makes new secrets. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND')
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
