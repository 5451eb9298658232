import * as documents from '../generated/operations.js';
import { route, type Route } from './route.js';
import { order, orderPage, page } from './shapes.js';

/**
 * Every REST route: its address, the document it runs, the status on success, and what is sent of the document's data.
 * Roles, rules, limits and error codes are the document's; a route has none of its own.
 */
export const routes: readonly Route[] = [
  route('POST /auth/v1/admin/login', documents.AdminLoginDocument, 200, (data) => data.adminLogin),
  route('POST /auth/v1/user/login', documents.UserLoginDocument, 200, (data) => data.userLogin),

  route('GET /v1/users/profile', documents.ProfileDocument, 200, (data) => data.me),
  // Anyone may register by GraphQL; here it takes a token like every path under /v1, for a site or an operator that registers a buyer.
  route('POST /v1/users/customers', documents.CreateCustomerDocument, 201, (data) => data.createCustomer),

  route('POST /v1/orders', documents.CreateOrderDocument, 201, (data) => order(data.createOrder)),
  route(
    'POST /v1/orders/without-payment-gateway',
    documents.CreateOrderWithoutPaymentGatewayDocument,
    201,
    (data) => order(data.createOrderWithoutPaymentGateway),
    { refusals: [400, 401, 403] },
  ),
  route('GET /v1/orders', documents.OrdersDocument, 200, (data) => orderPage(data.orders)),
  route('GET /v1/orders/raffle/:raffleId', documents.OrdersByRaffleDocument, 200, (data) => orderPage(data.ordersByRaffle)),
  route('GET /v1/orders/my-orders', documents.MyOrdersDocument, 200, (data) => orderPage(data.myOrders)),
  route('GET /v1/orders/:orderId', documents.OrderDocument, 200, (data) => data.order && order(data.order)),
  route('PATCH /v1/orders/:orderId/pay', documents.PayOrderDocument, 200, (data) => order(data.payOrder)),
  route('PATCH /v1/orders/:orderId/cancel', documents.CancelOrderDocument, 200, (data) => order(data.cancelOrder)),

  route('GET /v1/lucky-numbers/raffle/:raffleId', documents.LuckyNumbersByRaffleDocument, 200, (data) => page(data.luckyNumbersByRaffle)),
  route('GET /v1/lucky-numbers/order/:orderId', documents.LuckyNumbersByOrderDocument, 200, (data) => page(data.luckyNumbersByOrder)),

  route('GET /v1/raffles', documents.RafflesDocument, 200, (data) => page(data.raffles)),
  route('POST /v1/raffles', documents.CreateRaffleDocument, 201, (data) => data.createRaffle),
  route('GET /v1/raffles/:raffleId', documents.RaffleDocument, 200, (data) => data.raffle),
  route('PATCH /v1/raffles/:raffleId', documents.UpdateRaffleDocument, 204, () => undefined),
  route('DELETE /v1/raffles/:raffleId', documents.DeleteRaffleDocument, 200, (data) => data.deleteRaffle),

  route('GET /v1/raffle-categories', documents.RaffleCategoriesDocument, 200, (data) => data.raffleCategories),
  route('POST /v1/raffle-categories', documents.CreateRaffleCategoryDocument, 201, (data) => data.createRaffleCategory),
  route('PATCH /v1/raffle-categories/:id', documents.UpdateRaffleCategoryDocument, 200, (data) => data.updateRaffleCategory),
  route('DELETE /v1/raffle-categories/:id', documents.DeleteRaffleCategoryDocument, 200, (data) => data.deleteRaffleCategory),

  route('GET /v1/metrics/raffles/:raffleId/sell-bar', documents.SellBarDocument, 200, (data) => data.sellBar),
];
