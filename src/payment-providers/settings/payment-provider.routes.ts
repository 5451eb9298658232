import { get, put, type Route, del, post } from '../../rest/route.js';

export const paymentProviderRoutes: readonly Route[] = [
  get('/v1/payments/providers', 'paymentProviders'),
  put('/v1/payments/providers', 'upsertPaymentProvider'),
  get('/v1/payments/providers/:name', 'paymentProvider'),
  get('/v1/payments/provider-fees', 'providerFees'),
  put('/v1/payments/provider-fees', 'setProviderFee'),
  del('/v1/payments/provider-fees/:id', 'deleteProviderFee'),
  post('/v1/payments/providers/:name/rotate-callback-secret', 'rotateCallbackSecret', { status: 200 }),
];

const CHARGE = { with: { payments: {} } };

export const paymentGatewayRoutes: readonly Route[] = [
  post('/v1/payment-gateway/token', 'createGatewayAccessToken', { status: 200 }),
  post('/v1/payment-gateway/qrcode', 'generateBillingQrCode', CHARGE),
  get('/v1/payment-gateway/qrcode/:reference', 'billingQrCode', CHARGE),
  get('/v1/payment-gateway/webhooks', 'gatewayWebhooks'),
  post('/v1/payment-gateway/webhooks', 'registerGatewayWebhook'),
  del('/v1/payment-gateway/webhooks/:id', 'deleteGatewayWebhook'),
];
