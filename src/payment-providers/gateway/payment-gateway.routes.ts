import * as run from '../../generated/operations.js';
import { route, type Route } from '../../rest/route.js';

/** The REST routes of trying a payment provider. */
export const paymentGatewayRoutes: readonly Route[] = [
  route('POST /v1/payment-gateway/token', run.CreateGatewayAccessTokenDocument, 200, (data) => data.createGatewayAccessToken),
  route('POST /v1/payment-gateway/qrcode', run.GenerateBillingQrCodeDocument, 201, (data) => data.generateBillingQrCode),
  route('GET /v1/payment-gateway/qrcode/:reference', run.BillingQrCodeDocument, 200, (data) => data.billingQrCode),
  route('GET /v1/payment-gateway/webhooks', run.GatewayWebhooksDocument, 200, (data) => data.gatewayWebhooks),
  route('POST /v1/payment-gateway/webhooks', run.RegisterGatewayWebhookDocument, 201, (data) => data.registerGatewayWebhook),
  route('DELETE /v1/payment-gateway/webhooks/:id', run.DeleteGatewayWebhookDocument, 200, (data) => data.deleteGatewayWebhook),
];
