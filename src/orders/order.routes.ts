import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';
import { page, type RestConnection } from '../rest/page.js';

/** The REST routes of orders. */
export const orderRoutes: readonly Route[] = [
  route('POST /v1/orders', run.CreateOrderDocument, 201, (data) => orderRecord(data.createOrder), { takesKey: true }),
  route(
    'POST /v1/orders/without-payment-gateway',
    run.CreateOrderWithoutPaymentGatewayDocument,
    201,
    (data) => orderRecord(data.createOrderWithoutPaymentGateway),
    { refusals: [400, 401, 403], takesKey: true },
  ),
  route('GET /v1/orders', run.OrdersDocument, 200, (data) => orderPage(data.orders)),
  route('GET /v1/orders/raffle/:raffleId', run.OrdersByRaffleDocument, 200, (data) => orderPage(data.ordersByRaffle)),
  route('GET /v1/orders/my-orders', run.MyOrdersDocument, 200, (data) => orderPage(data.myOrders)),
  route('GET /v1/orders/:orderId', run.OrderDocument, 200, (data) => data.order && orderRecord(data.order)),
  route('GET /v1/raffles/:raffleId/price', run.OrderPriceDocument, 200, (data) => data.orderPrice),
  route('PATCH /v1/orders/:orderId/pay', run.PayOrderDocument, 200, (data) => orderRecord(data.payOrder)),
  route('PATCH /v1/orders/:orderId/cancel', run.CancelOrderDocument, 200, (data) => orderRecord(data.cancelOrder)),
];

/** An order with its id as the number it is: GraphQL's ids are texts. */
export function orderRecord<Order extends { readonly id: string }>(record: Order): Omit<Order, 'id'> & { id: number } {
  return { ...record, id: Number(record.id) };
}

/** A page of orders. */
function orderPage<Order extends { readonly id: string }>(orders: RestConnection<Order>) {
  return page({ ...orders, nodes: orders.nodes.map(orderRecord) });
}
