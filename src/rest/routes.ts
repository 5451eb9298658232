import * as run from '../generated/operations.js';
import { route, type Route } from './route.js';
import { order, orderPage, page } from './shapes.js';

/**
 * Every REST route: its address, the document it runs, the status on success, and what is sent of the document's data.
 * Roles, rules, limits and error codes are the document's; a route has none of its own.
 */
export const routes: readonly Route[] = [
  route('POST /auth/v1/admin/login', run.AdminLoginDocument, 200, (data) => data.adminLogin),
  route('POST /auth/v1/user/login', run.UserLoginDocument, 200, (data) => data.userLogin),

  route('GET /v1/users/profile', run.ProfileDocument, 200, (data) => data.me),
  // Anyone may register by GraphQL; here it takes a token like every path under /v1: an operator, or a site, registers a buyer.
  route('POST /v1/users/customers', run.CreateCustomerDocument, 201, (data) => data.createCustomer),

  route('POST /v1/orders', run.CreateOrderDocument, 201, (data) => order(data.createOrder)),
  route(
    'POST /v1/orders/without-payment-gateway',
    run.CreateOrderWithoutPaymentGatewayDocument,
    201,
    (data) => order(data.createOrderWithoutPaymentGateway),
    { refusals: [400, 401, 403] },
  ),
  route('GET /v1/orders', run.OrdersDocument, 200, (data) => orderPage(data.orders)),
  route('GET /v1/orders/raffle/:raffleId', run.OrdersByRaffleDocument, 200, (data) => orderPage(data.ordersByRaffle)),
  route('GET /v1/orders/my-orders', run.MyOrdersDocument, 200, (data) => orderPage(data.myOrders)),
  route('GET /v1/orders/:orderId', run.OrderDocument, 200, (data) => data.order && order(data.order)),
  route('PATCH /v1/orders/:orderId/pay', run.PayOrderDocument, 200, (data) => order(data.payOrder)),
  route('PATCH /v1/orders/:orderId/cancel', run.CancelOrderDocument, 200, (data) => order(data.cancelOrder)),
  route('PATCH /v1/orders/:orderId/refund', run.RefundOrderDocument, 200, (data) => order(data.refundOrder)),

  route('GET /v1/payments/providers', run.PaymentProvidersDocument, 200, (data) => data.paymentProviders),
  route('PUT /v1/payments/providers', run.UpsertPaymentProviderDocument, 200, (data) => data.upsertPaymentProvider),
  route('GET /v1/payments/providers/:name', run.PaymentProviderDocument, 200, (data) => data.paymentProvider),
  route('GET /v1/payments/pix', run.PixPaymentsDocument, 200, (data) => page(data.pixPayments)),
  route('GET /v1/payments/pix/my', run.MyPixPaymentsDocument, 200, (data) => page(data.myPixPayments)),
  route('GET /v1/payments/pix/:id', run.PixPaymentDocument, 200, (data) => data.pixPayment),
  route('GET /v1/payments/reconciliation', run.ReconciliationDocument, 200, (data) => data.reconciliation),
  route('GET /v1/payments/late', run.LatePaymentsDocument, 200, (data) => page(data.latePayments)),
  route('PATCH /v1/payments/late/:id/refund', run.RefundLatePaymentDocument, 200, (data) => data.refundLatePayment),
  route('PATCH /v1/payments/late/:id/resolve', run.ResolveLatePaymentDocument, 200, (data) => data.resolveLatePayment),

  route('POST /v1/payment-gateway/token', run.CreateGatewayAccessTokenDocument, 200, (data) => data.createGatewayAccessToken),
  route('POST /v1/payment-gateway/qrcode', run.GenerateBillingQrCodeDocument, 201, (data) => data.generateBillingQrCode),
  route('GET /v1/payment-gateway/qrcode/:reference', run.BillingQrCodeDocument, 200, (data) => data.billingQrCode),
  route('GET /v1/payment-gateway/webhooks', run.GatewayWebhooksDocument, 200, (data) => data.gatewayWebhooks),
  route('POST /v1/payment-gateway/webhooks', run.RegisterGatewayWebhookDocument, 201, (data) => data.registerGatewayWebhook),
  route('DELETE /v1/payment-gateway/webhooks/:id', run.DeleteGatewayWebhookDocument, 200, (data) => data.deleteGatewayWebhook),

  route('GET /v1/lucky-numbers/raffle/:raffleId', run.LuckyNumbersByRaffleDocument, 200, (data) =>
    page(data.luckyNumbersByRaffle),
  ),
  route('GET /v1/lucky-numbers/order/:orderId', run.LuckyNumbersByOrderDocument, 200, (data) => page(data.luckyNumbersByOrder)),

  route('GET /v1/raffles', run.RafflesDocument, 200, (data) => page(data.raffles)),
  route('POST /v1/raffles', run.CreateRaffleDocument, 201, (data) => data.createRaffle),
  route('GET /v1/raffles/:raffleId', run.RaffleDocument, 200, (data) => data.raffle),
  route('PATCH /v1/raffles/:raffleId', run.UpdateRaffleDocument, 204, () => undefined),
  route('DELETE /v1/raffles/:raffleId', run.DeleteRaffleDocument, 200, (data) => data.deleteRaffle),

  route('GET /v1/raffle-categories', run.RaffleCategoriesDocument, 200, (data) => data.raffleCategories),
  route('POST /v1/raffle-categories', run.CreateRaffleCategoryDocument, 201, (data) => data.createRaffleCategory),
  route('PATCH /v1/raffle-categories/:id', run.UpdateRaffleCategoryDocument, 200, (data) => data.updateRaffleCategory),
  route('DELETE /v1/raffle-categories/:id', run.DeleteRaffleCategoryDocument, 200, (data) => data.deleteRaffleCategory),

  route('GET /v1/webhooks', run.WebhookEndpointsDocument, 200, (data) => data.webhookEndpoints),
  route('POST /v1/webhooks', run.CreateWebhookEndpointDocument, 201, (data) => data.createWebhookEndpoint),
  route('GET /v1/webhooks/deliveries', run.WebhookDeliveriesDocument, 200, (data) => page(data.webhookDeliveries)),
  route('POST /v1/webhooks/deliveries/:id/redeliver', run.RedeliverWebhookDocument, 200, (data) => data.redeliverWebhook),
  route('PATCH /v1/webhooks/:id', run.UpdateWebhookEndpointDocument, 200, (data) => data.updateWebhookEndpoint),
  route('DELETE /v1/webhooks/:id', run.DeleteWebhookEndpointDocument, 200, (data) => data.deleteWebhookEndpoint),
  route('POST /v1/webhooks/:id/enable', run.EnableWebhookEndpointDocument, 200, (data) => data.enableWebhookEndpoint),
  route(
    'POST /v1/webhooks/:id/rotate-secret',
    run.RotateWebhookEndpointSecretDocument,
    200,
    (data) => data.rotateWebhookEndpointSecret,
  ),

  route('GET /v1/metrics/raffles/:raffleId/sell-bar', run.SellBarDocument, 200, (data) => data.sellBar),
];
