import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { listOf } from '../../graphql/cost.js';
import { Roles } from '../../graphql/roles.js';
import { UpsertPaymentProviderInput } from './payment-provider.input.js';
import * as providers from './payment-provider.service.js';
import { PaymentProvider } from './payment-provider.type.js';

@Resolver()
export class PaymentProviderResolver {
  @Query(() => [PaymentProvider], {
    description: 'All payment providers, at most 50, sorted by priority with the lowest number first, then by name.',
    complexity: listOf(50),
  })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  paymentProviders(@Ctx() ctx: Context) {
    return providers.listPaymentProviders(ctx);
  }

  @Query(() => PaymentProvider, {
    nullable: true,
    description: 'One payment provider. NOT_FOUND: there is no provider with this name.',
  })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  paymentProvider(@Ctx() ctx: Context, @Arg('name', () => String, { description: "The provider's name." }) name: string) {
    return providers.findPaymentProvider(ctx, name);
  }

  @Mutation(() => PaymentProvider, {
    description:
      'Creates a payment provider or changes the one of that name. Safe to repeat. BAD_USER_INPUT by field: the '
      + 'settings are checked as a whole before they are stored. CONFLICT: another adapter, a 51st provider, or stored '
      + 'credentials that cannot be decrypted. Orders use the change within two seconds. Audited without values. Then '
      + 'test with `createGatewayAccessToken` and call `registerGatewayWebhook`.',
  })
  @Roles('ADMIN', ['FINANCE'])
  upsertPaymentProvider(
    @Ctx() ctx: Context,
    @Arg('input', () => UpsertPaymentProviderInput, { description: 'The settings of the provider.' })
    input: UpsertPaymentProviderInput,
  ) {
    return providers.upsertPaymentProvider(ctx, input);
  }
}
