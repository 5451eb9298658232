import { defineFeature } from '../feature.js';
import { ProviderFeeResolver } from './fees/provider-fee.resolver.js';
import { PaymentGatewayResolver } from './gateway/payment-gateway.resolver.js';
import { paymentGatewayRoutes, paymentProviderRoutes } from './settings/payment-provider.routes.js';
import { paymentProvidersTexts } from './payment-providers.texts.js';
import { createProviders, type Providers } from './providers.js';
import { PaymentProviderResolver } from './settings/payment-provider.resolver.js';

declare module '../context.js' {
  interface App {
    providers: Providers;
  }
}

export const paymentProviders = defineFeature('payment-providers', {
  parts: (app) => ({ providers: createProviders(app) }),
  close: ({ providers }) => providers.close(),
  texts: paymentProvidersTexts,
  resolvers: [PaymentGatewayResolver, PaymentProviderResolver, ProviderFeeResolver],
  openapi: {
    tags: { 'payment-gateway': 'Testing a payment provider: its token, a charge, and its callback addresses.' },
    alsoSent: {
      UpsertPaymentProviderInput: ['adapter', 'pixKey', 'merchantName', 'merchantCity'],
    },
  },
  rest: [...paymentProviderRoutes, ...paymentGatewayRoutes],
  sealed: [
    { table: 'payment_providers', column: 'sealed_credentials', key: 'name', keyType: 'text' },
    { table: 'payment_providers', column: 'sealed_callback_secret', key: 'name', keyType: 'text' },
    { table: 'payment_providers', column: 'sealed_previous_callback_secret', key: 'name', keyType: 'text' },
  ],
  logEvents: {
    'payment_providers.connections.close_failed': {
      level: 'warn',
      advice: 'The old connections of a provider with changed settings did not close. If they accumulate, restart.',
    },
    'payment_providers.provider.unusable': {
      level: 'error',
      advice:
        "A provider's settings or credentials cannot be used, so it is ignored. Correct its settings, or the keys that decrypt its credentials.",
    },
  },
});
