import * as run from '../../generated/operations.js';
import { route, type Route } from '../../rest/route.js';

/** The REST routes of the settings of payment providers. */
export const paymentProviderRoutes: readonly Route[] = [
  route('GET /v1/payments/providers', run.PaymentProvidersDocument, 200, (data) => data.paymentProviders),
  route('PUT /v1/payments/providers', run.UpsertPaymentProviderDocument, 200, (data) => data.upsertPaymentProvider),
  route('GET /v1/payments/providers/:name', run.PaymentProviderDocument, 200, (data) => data.paymentProvider),
];
