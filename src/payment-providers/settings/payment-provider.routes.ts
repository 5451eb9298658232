import { get, put, type Route } from '../../rest/route.js';

export const paymentProviderRoutes: readonly Route[] = [
  get('/v1/payments/providers', 'paymentProviders'),
  put('/v1/payments/providers', 'upsertPaymentProvider'),
  get('/v1/payments/providers/:name', 'paymentProvider'),
];
