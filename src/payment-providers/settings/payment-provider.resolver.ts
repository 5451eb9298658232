import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { Roles } from '../../graphql/roles.js';
import { UpsertPaymentProviderInput } from './payment-provider.input.js';
import * as providers from './payment-provider.service.js';
import { PaymentProvider } from './payment-provider.type.js';

@Resolver()
export class PaymentProviderResolver {
  @Query(() => [PaymentProvider], {
    description: 'All payment providers, those of least priority first; at most 50.',
  })
  @Roles('ADMIN')
  paymentProviders(@Ctx() ctx: Context) {
    return providers.listPaymentProviders(ctx);
  }

  @Query(() => PaymentProvider, { nullable: true, description: 'A payment provider. NOT_FOUND without one.' })
  @Roles('ADMIN')
  paymentProvider(@Ctx() ctx: Context, @Arg('name', () => String, { description: 'Its name.' }) name: string) {
    return providers.findPaymentProvider(ctx, name);
  }

  @Mutation(() => PaymentProvider, {
    description:
      'Makes a payment provider, or changes the one of that name where something is sent. The settings are checked as a whole '
      + 'before anything is stored: BAD_USER_INPUT by field. CONFLICT for another adapter than it has. Orders know the change at '
      + 'once in this process, within two seconds in the others. Audited, without values. Afterwards `createGatewayAccessToken` '
      + 'proves the credentials and `registerGatewayWebhook` gives the provider our address.',
  })
  @Roles('ADMIN')
  upsertPaymentProvider(
    @Ctx() ctx: Context,
    @Arg('input', () => UpsertPaymentProviderInput, { description: 'The provider.' }) input: UpsertPaymentProviderInput,
  ) {
    return providers.upsertPaymentProvider(ctx, input);
  }
}
