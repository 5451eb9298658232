import * as run from '../generated/operations.js';
import { orderRecord } from '../orders/order.routes.js';
import { page } from '../rest/page.js';
import { route, type Route } from '../rest/route.js';

const FAKE_PERCENTAGE = '/v1/metrics/raffles/:raffleId/fake-sold-quotas-percentage';

/** The REST routes of metrics. */
export const metricsRoutes: readonly Route[] = [
  route('GET /v1/metrics/general', run.GeneralMetricsDocument, 200, (data) => data.generalMetrics),
  route('GET /v1/metrics/last-orders', run.LastOrdersDocument, 200, (data) => data.lastOrders.map(orderRecord)),
  route('GET /v1/metrics/orders-summary', run.OrdersSummaryDocument, 200, (data) => data.ordersSummary),
  route('GET /v1/metrics/badges', run.BadgesDocument, 200, (data) => data.badges),
  route('PATCH /v1/metrics/badges/winners-seen', run.MarkWinnersSeenDocument, 200, (data) => data.markWinnersSeen),
  route('GET /v1/metrics/raffles/percentage-of-sales', run.RafflePercentageOfSalesDocument, 200, (data) =>
    page(data.rafflePercentageOfSales),
  ),
  route('GET /v1/metrics/raffles/:raffleId/sales', run.SalesMetricsDocument, 200, (data) => data.salesMetrics),
  route('GET /v1/metrics/raffles/:raffleId/sales-by-day', run.SalesByDayDocument, 200, (data) => data.salesByDay),
  route('GET /v1/metrics/raffles/:raffleId/top-buyers', run.TopBuyersDocument, 200, (data) => data.topBuyers),
  route('GET /v1/metrics/raffles/:raffleId/sell-bar', run.SellBarDocument, 200, (data) => data.sellBar),
  route(`GET ${FAKE_PERCENTAGE}`, run.FakeSoldQuotasPercentageDocument, 200, (data) => data.fakeSoldQuotasPercentage),
  route(
    `POST ${FAKE_PERCENTAGE}`,
    run.CreateFakeSoldQuotasPercentageDocument,
    201,
    (data) => data.createFakeSoldQuotasPercentage,
  ),
  route(
    `PATCH ${FAKE_PERCENTAGE}`,
    run.UpdateFakeSoldQuotasPercentageDocument,
    200,
    (data) => data.updateFakeSoldQuotasPercentage,
  ),
];
