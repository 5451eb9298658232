import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { listOf } from '../../graphql/cost.js';
import { IdArg } from '../../graphql/id.js';
import { InputArg } from '../../graphql/input-arg.js';
import { Refuses } from '../../graphql/refuses.js';
import { Roles } from '../../graphql/roles.js';
import { SetProviderFeeInput } from './provider-fee.input.js';
import * as fees from './provider-fee.service.js';
import { ProviderFee } from './provider-fee.type.js';

@Resolver()
export class ProviderFeeResolver {
  @Query(() => [ProviderFee], {
    description: 'The fees of all payment providers, at most 1,000, by provider, the newest first.',
    complexity: listOf(50),
  })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses()
  providerFees(@Ctx() ctx: Context) {
    return fees.listProviderFees(ctx);
  }

  @Mutation(() => ProviderFee, {
    description:
      'States what a payment provider keeps of each paid charge from a day on. Statements of all days from then on follow it, those of the '
      + 'past too; no money moves. A provider has at most 20 fees. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  setProviderFee(@Ctx() ctx: Context, @InputArg(() => SetProviderFeeInput) input: SetProviderFeeInput) {
    return fees.setProviderFee(ctx, input);
  }

  @Mutation(() => ProviderFee, {
    description: 'Deletes a fee: from its day on the one before holds, or none. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND')
  deleteProviderFee(@Ctx() ctx: Context, @IdArg('fee') id: string) {
    return fees.deleteProviderFee(ctx, id);
  }
}
