import { isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../src/schema.js';
import { forTests, startTestServer } from './support/start.js';
import type { OpenApi } from './support/rest-contract.js';

/**
 * The interface that the service implements, operation by operation: what it is called there, the field that does it in GraphQL (none for the
 * provider-facing group and for files, which only machines send), and where it is over REST.
 */
const OPERATIONS: Record<string, [operation: string, field: string | null, route: string][]> = {
  provider: [
    ['auth login', null, 'POST /auth/v1/token'],
    ['create pix static', null, 'POST /cashin/api/billing_order'],
    ['get webhooks', null, 'GET /client/api/webhooks'],
    ['create webhook', null, 'POST /client/api/webhooks'],
    ['get webhook details', null, 'GET /client/api/webhooks/{webhook_id}'],
    ['edit webhook', null, 'PUT /client/api/webhooks/{webhook_id}'],
    ['delete webhook', null, 'DELETE /client/api/webhooks/{webhook_id}'],
    ['restore webhook', null, 'PATCH /client/api/webhooks/{webhook_id}'],
    ['get balance', null, 'GET /client/api/balance'],
    ['get extracts', null, 'GET /client/api/extracts'],
  ],
  order: [
    ['create order without payment method', 'createOrderWithoutPaymentGateway', 'POST /v1/orders/without-payment-gateway'],
    ['create order', 'createOrder', 'POST /v1/orders'],
    ['get orders', 'orders', 'GET /v1/orders'],
    ['get orders by raffle id', 'ordersByRaffle', 'GET /v1/orders/raffle/{raffleId}'],
    ['get my orders', 'myOrders', 'GET /v1/orders/my-orders'],
    ['get order details', 'order', 'GET /v1/orders/{orderId}'],
    ['pay order', 'payOrder', 'PATCH /v1/orders/{orderId}/pay'],
    ['cancel order', 'cancelOrder', 'PATCH /v1/orders/{orderId}/cancel'],
  ],
  'awarded-boxes': [
    ['create awarded box', 'createAwardedBox', 'POST /v1/awarded-boxes'],
    ['getAll', 'awardedBoxes', 'GET /v1/awarded-boxes'],
    ['open awarded box', 'openAwardedBox', 'PATCH /v1/awarded-boxes/{id}/open'],
    ['getAll by raffleId', 'awardedBoxesByRaffle', 'GET /v1/awarded-boxes/raffle/{raffleId}'],
    ['delete', 'deleteAwardedBox', 'DELETE /v1/awarded-boxes/{id}'],
  ],
  'awarded-boxes-combo': [
    ['create', 'createAwardedBoxCombo', 'POST /v1/awarded-boxes-combo'],
    ['getAll by raffleId', 'awardedBoxCombos', 'GET /v1/awarded-boxes-combo/raffle/{raffleId}'],
    ['update', 'updateAwardedBoxCombo', 'PATCH /v1/awarded-boxes-combo/{id}'],
    ['delete', 'deleteAwardedBoxCombo', 'DELETE /v1/awarded-boxes-combo/{id}'],
  ],
  tracking: [['get tracking info', 'trackingInfo', 'GET /v1/tracking']],
  'payment-gateway': [
    ['access token generation', 'createGatewayAccessToken', 'POST /v1/payment-gateway/token'],
    ['generate billing qr code', 'generateBillingQrCode', 'POST /v1/payment-gateway/qrcode'],
    ['consult qr code', 'billingQrCode', 'GET /v1/payment-gateway/qrcode/{reference}'],
    ['list webhook', 'gatewayWebhooks', 'GET /v1/payment-gateway/webhooks'],
    ['register/update webhook', 'registerGatewayWebhook', 'POST /v1/payment-gateway/webhooks'],
    ['delete webhook', 'deleteGatewayWebhook', 'DELETE /v1/payment-gateway/webhooks/{id}'],
  ],
  winner: [['get quota prize winners', 'quotaPrizeWinners', 'GET /v1/winners/quota-prizes']],
  general: [
    ['update settings', 'updateSettings', 'PATCH /v1/settings'],
    ['get settings', 'settings', 'GET /v1/settings'],
    ['notifications create', 'createNotification', 'POST /v1/notifications'],
    ['notifications get', 'notifications', 'GET /v1/notifications'],
    ['notifications get by id', 'notification', 'GET /v1/notifications/{id}'],
    ['notifications update', 'updateNotification', 'PATCH /v1/notifications/{id}'],
    ['notifications delete', 'deleteNotification', 'DELETE /v1/notifications/{id}'],
    ['faq create', 'createFaq', 'POST /v1/faqs'],
    ['faq get', 'faqs', 'GET /v1/faqs'],
    ['faq get by id', 'faq', 'GET /v1/faqs/{id}'],
    ['faq update', 'updateFaq', 'PATCH /v1/faqs/{id}'],
    ['faq delete', 'deleteFaq', 'DELETE /v1/faqs/{id}'],
  ],
  metrics: [
    ['sales by day for raffle', 'salesByDay', 'GET /v1/metrics/raffles/{raffleId}/sales-by-day'],
    ['top buyers by raffle', 'topBuyers', 'GET /v1/metrics/raffles/{raffleId}/top-buyers'],
    ['general metrics', 'generalMetrics', 'GET /v1/metrics/general'],
    ['last orders', 'lastOrders', 'GET /v1/metrics/last-orders'],
    ['raffle percentage of sales', 'rafflePercentageOfSales', 'GET /v1/metrics/raffles/percentage-of-sales'],
    ['orders summary', 'ordersSummary', 'GET /v1/metrics/orders-summary'],
    ['badges', 'badges', 'GET /v1/metrics/badges'],
    ['sell bar', 'sellBar', 'GET /v1/metrics/raffles/{raffleId}/sell-bar'],
    [
      'fake sold quotas percentage get',
      'fakeSoldQuotasPercentage',
      'GET /v1/metrics/raffles/{raffleId}/fake-sold-quotas-percentage',
    ],
    [
      'fake sold quotas percentage create',
      'createFakeSoldQuotasPercentage',
      'POST /v1/metrics/raffles/{raffleId}/fake-sold-quotas-percentage',
    ],
    [
      'fake sold quotas percentage update',
      'updateFakeSoldQuotasPercentage',
      'PATCH /v1/metrics/raffles/{raffleId}/fake-sold-quotas-percentage',
    ],
  ],
  payments: [
    ['get payment providers', 'paymentProviders', 'GET /v1/payments/providers'],
    ['create/update payment provider', 'upsertPaymentProvider', 'PUT /v1/payments/providers'],
    ['get payment provider by name', 'paymentProvider', 'GET /v1/payments/providers/{name}'],
    ['get pix payments', 'pixPayments', 'GET /v1/payments/pix'],
    ['get my pix payments', 'myPixPayments', 'GET /v1/payments/pix/my'],
    ['get pix payment details', 'pixPayment', 'GET /v1/payments/pix/{id}'],
  ],
  'lucky-numbers': [
    ['by raffleId', 'luckyNumbersByRaffle', 'GET /v1/lucky-numbers/raffle/{raffleId}'],
    ['by orderId', 'luckyNumbersByOrder', 'GET /v1/lucky-numbers/order/{orderId}'],
  ],
  raffle: [
    [
      'toggle awarded boxes visualization',
      'toggleAwardedBoxesVisualization',
      'PATCH /v1/raffles/{raffleId}/toggle-awarded-boxes',
    ],
    [
      'toggle awarded boxes winners visualization',
      'toggleAwardedBoxesWinnersVisualization',
      'PATCH /v1/raffles/{raffleId}/toggle-awarded-boxes-winners',
    ],
    ['toggle acumulative combo', 'toggleAcumulativeCombo', 'PATCH /v1/raffles/{raffleId}/toggle-acumulative-combo'],
    ['category update', 'updateRaffleCategory', 'PATCH /v1/raffle-categories/{id}'],
    ['category delete', 'deleteRaffleCategory', 'DELETE /v1/raffle-categories/{id}'],
    ['category create', 'createRaffleCategory', 'POST /v1/raffle-categories'],
    ['category get', 'raffleCategories', 'GET /v1/raffle-categories'],
    ['raffle create', 'createRaffle', 'POST /v1/raffles'],
    ['raffle get', 'raffles', 'GET /v1/raffles'],
    ['raffle get details', 'raffle', 'GET /v1/raffles/{raffleId}'],
    ['raffle delete', 'deleteRaffle', 'DELETE /v1/raffles/{raffleId}'],
    ['raffle update', 'updateRaffle', 'PATCH /v1/raffles/{raffleId}'],
    ['winners get', 'winners', 'GET /v1/raffles/winners'],
    ['winners details', 'winner', 'GET /v1/raffles/winners/{id}'],
    ['winners info', 'drawProof', 'GET /v1/raffles/{raffleId}/winners-info'],
    ['create winner', 'createWinner', 'POST /v1/raffles/{raffleId}/winners'],
    ['upload file', null, 'POST /v1/raffles/upload'],
  ],
  authentication: [
    ['admin login', 'adminLogin', 'POST /auth/v1/admin/login'],
    ['user login', 'userLogin', 'POST /auth/v1/user/login'],
  ],
  user: [
    ['create', 'createUser', 'POST /v1/users'],
    ['get all', 'users', 'GET /v1/users'],
    ['update', 'updateUser', 'PATCH /v1/users/{id}'],
    ['get details', 'user', 'GET /v1/users/{id}'],
    ['delete', 'deleteUser', 'DELETE /v1/users/{id}'],
    ['get by phone', 'userByPhone', 'GET /v1/users/phone/{phone}'],
    ['get profile', 'me', 'GET /v1/users/profile'],
    ['create customer', 'createCustomer', 'POST /v1/users/customers'],
    ['update customer', 'updateCustomer', 'PATCH /v1/users/customers/{id}'],
  ],
};
const all = Object.entries(OPERATIONS).flatMap(([group, rows]) =>
  rows.map(([operation, field, route]) => ({ name: `${group}: ${operation}`, field, route })),
);

const server = forTests(startTestServer);
let paths: OpenApi['paths'];
beforeAll(async () => {
  ({ paths } = (await server.rest('GET', '/openapi.json')).body as OpenApi);
});

/** Where a route is in the document, whatever it calls what stands in its address. */
function operationAt(route: string) {
  const [method = '', path = ''] = route.split(' ');
  const plain = (text: string) => text.replace(/\{\w+\}/g, '{}');
  const known = Object.keys(paths).find((one) => plain(one) === plain(path));
  return known === undefined ? undefined : paths[known]?.[method.toLowerCase()];
}

describe('the interface', () => {
  it('has 94 operations', () => {
    expect(all).toHaveLength(94);
    expect(new Set(all.map(({ route }) => route)).size).toBe(94);
  });

  it('is all there in GraphQL', () => {
    const fields = ['Query', 'Mutation'].flatMap((name) => {
      const type = schema.getType(name);
      return isObjectType(type) ? Object.keys(type.getFields()) : [];
    });
    expect(all.filter(({ field }) => field !== null && !fields.includes(field)).map(({ name }) => name)).toEqual([]);
  });

  it('is all there over REST, and answers', async () => {
    expect(all.filter(({ route }) => !operationAt(route)).map(({ name, route }) => `${name}: ${route}`)).toEqual([]);
    // Without a token, a body or an id that there is: a refusal, but not one that says that there is no such address.
    for (const { route } of all) {
      const [method = '', path = ''] = route.split(' ');
      const response = await fetch(server.url + path.replace(/\{\w+\}/g, '1'), { method });
      const { message } = (await response.json()) as { message: unknown };
      expect([route, [404, 405, 501].includes(response.status) && /address|route|not served/i.test(String(message))]).toEqual([
        route,
        false,
      ]);
    }
  });

  it('marks what is deprecated, and nothing else', () => {
    const deprecated = all.filter(({ route }) => operationAt(route)?.deprecated).map(({ name }) => name.split(':')[0]);
    expect(deprecated).toEqual(OPERATIONS.provider?.map(() => 'provider'));
  });
});
