import { get, type Route } from '../rest/route.js';

export const LATE_PAYMENT = { without: ['nextSteps'] };
export const PAYMENT = { with: { refunds: { without: ['nextSteps'] }, latePayment: LATE_PAYMENT } };

export const pixPaymentRoutes: readonly Route[] = [
  get('/v1/payments/pix', 'pixPayments', PAYMENT),
  get('/v1/payments/pix/my', 'myPixPayments', PAYMENT),
  get('/v1/payments/pix/:id', 'pixPayment', PAYMENT),
  get('/v1/payments/pix/:paymentId/callbacks', 'paymentCallbacks'),
  get('/v1/payments/late', 'latePayments', LATE_PAYMENT),
];
