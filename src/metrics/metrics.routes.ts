import { ORDER_AND_BUYER } from '../orders/order.routes.js';
import { get, patch, post, type Route } from '../rest/route.js';

export const metricsRoutes: readonly Route[] = [
  get('/v1/metrics/general', 'generalMetrics', { with: { orders: {} } }),
  get('/v1/metrics/last-orders', 'lastOrders', ORDER_AND_BUYER),
  get('/v1/metrics/orders-summary', 'ordersSummary'),
  get('/v1/metrics/badges', 'badges'),
  patch('/v1/metrics/badges/winners-seen', 'markWinnersSeen'),
  get('/v1/metrics/raffles/percentage-of-sales', 'rafflePercentageOfSales'),
  get('/v1/metrics/raffles/:raffleId/sales', 'salesMetrics'),
  get('/v1/metrics/raffles/:raffleId/sales-by-day', 'salesByDay'),
  get('/v1/metrics/raffles/:raffleId/top-buyers', 'topBuyers'),
  get('/v1/metrics/raffles/:raffleId/sell-bar', 'sellBar'),
  get('/v1/metrics/raffles/:raffleId/fake-sold-quotas-percentage', 'fakeSoldQuotasPercentage'),
  post('/v1/metrics/raffles/:raffleId/fake-sold-quotas-percentage', 'createFakeSoldQuotasPercentage'),
  patch('/v1/metrics/raffles/:raffleId/fake-sold-quotas-percentage', 'updateFakeSoldQuotasPercentage'),
];
