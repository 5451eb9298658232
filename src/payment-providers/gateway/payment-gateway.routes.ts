import { del, get, post, type Route } from '../../rest/route.js';

const CHARGE = { with: { payments: {} } };

export const paymentGatewayRoutes: readonly Route[] = [
  post('/v1/payment-gateway/token', 'createGatewayAccessToken', { status: 200 }),
  post('/v1/payment-gateway/qrcode', 'generateBillingQrCode', CHARGE),
  get('/v1/payment-gateway/qrcode/:reference', 'billingQrCode', CHARGE),
  get('/v1/payment-gateway/webhooks', 'gatewayWebhooks'),
  post('/v1/payment-gateway/webhooks', 'registerGatewayWebhook'),
  del('/v1/payment-gateway/webhooks/:id', 'deleteGatewayWebhook'),
];
