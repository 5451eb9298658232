import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { listOf } from '../../graphql/cost.js';
import { InputArg } from '../../graphql/input-arg.js';
import { Refuses } from '../../graphql/refuses.js';
import { Roles } from '../../graphql/roles.js';
import { StepUp } from '../../graphql/step-up.js';
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
  @Refuses()
  paymentProviders(@Ctx() ctx: Context) {
    return providers.listPaymentProviders(ctx);
  }

  @Query(() => PaymentProvider, { nullable: true, description: 'One payment provider.' })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  paymentProvider(@Ctx() ctx: Context, @Arg('name', () => String, { description: "The provider's name." }) name: string) {
    return providers.findPaymentProvider(ctx, name);
  }

  @Mutation(() => PaymentProvider, {
    description:
      'Creates a payment provider or changes the one of that name. Orders use the change within two seconds. Then test with '
      + '`createGatewayAccessToken` and call `registerGatewayWebhook`. Safe to repeat. Audited without values.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('CONFLICT')
  @StepUp()
  upsertPaymentProvider(@Ctx() ctx: Context, @InputArg(() => UpsertPaymentProviderInput) input: UpsertPaymentProviderInput) {
    return providers.upsertPaymentProvider(ctx, input);
  }

  @Mutation(() => PaymentProvider, {
    description:
      'Replaces the secret that proves the callbacks of a payment provider. For 24 hours callbacks with the old secret are '
      + 'accepted too: call `registerGatewayWebhook` in that time, which sends the new one to the provider. CONFLICT for the '
      + 'adapters `static` and `paggue`, whose callbacks carry no secret of this service. Not safe to repeat: a second call '
      + 'in that time ends the oldest secret at once. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  rotateCallbackSecret(@Ctx() ctx: Context, @Arg('name', () => String, { description: "The provider's name." }) name: string) {
    return providers.rotateCallbackSecret(ctx, name);
  }
}
