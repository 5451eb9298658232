import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';
import { page } from '../rest/page.js';

/** The REST routes of payments. */
export const pixPaymentRoutes: readonly Route[] = [
  route('GET /v1/payments/pix', run.PixPaymentsDocument, 200, (data) => page(data.pixPayments)),
  route('GET /v1/payments/pix/my', run.MyPixPaymentsDocument, 200, (data) => page(data.myPixPayments)),
  route('GET /v1/payments/pix/:id', run.PixPaymentDocument, 200, (data) => data.pixPayment),
  route('GET /v1/payments/late', run.LatePaymentsDocument, 200, (data) => page(data.latePayments)),
];
