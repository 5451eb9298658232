import { ORDER } from '../orders/order.routes.js';
import { LATE_PAYMENT } from '../payments/pix-payment.routes.js';
import { patch, type Route } from '../rest/route.js';

export const refundRoutes: readonly Route[] = [
  patch('/v1/orders/:orderId/refund', 'refundOrder', { ...ORDER, takesKey: true }),
  patch('/v1/payments/late/:id/refund', 'refundLatePayment', LATE_PAYMENT),
  patch('/v1/payments/late/:id/resolve', 'resolveLatePayment', LATE_PAYMENT),
];
