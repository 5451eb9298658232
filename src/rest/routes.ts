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

  route(
    'GET /v1/lucky-numbers/raffle/:raffleId',
    run.LuckyNumbersByRaffleDocument,
    200,
    (data) => page(data.luckyNumbersByRaffle),
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

  route('GET /v1/metrics/raffles/:raffleId/sell-bar', run.SellBarDocument, 200, (data) => data.sellBar),
];
