import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';
import { orderRecord } from '../orders/order.routes.js';

/** The REST routes of returning money. */
export const refundRoutes: readonly Route[] = [
  route('PATCH /v1/orders/:orderId/refund', run.RefundOrderDocument, 200, (data) => orderRecord(data.refundOrder), {
    takesKey: true,
  }),
  route('PATCH /v1/payments/late/:id/refund', run.RefundLatePaymentDocument, 200, (data) => data.refundLatePayment),
  route('PATCH /v1/payments/late/:id/resolve', run.ResolveLatePaymentDocument, 200, (data) => data.resolveLatePayment),
];
