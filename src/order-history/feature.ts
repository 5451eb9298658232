import { defineFeature } from '../feature.js';
import { orders } from '../orders/feature.js';
import { payments } from '../payments/feature.js';
import { get } from '../rest/route.js';
import { users } from '../users/feature.js';
import { OrderEventResolver, OrderHistoryResolver } from './order-history.resolver.js';
import { PaymentHistoryResolver } from './payment-history.resolver.js';

const PERSON = { as: 'Person', only: ['id', 'name'] };

export const orderHistory = defineFeature('order-history', {
  needs: [orders, payments, users],
  resolvers: [OrderHistoryResolver, OrderEventResolver, PaymentHistoryResolver],
  rest: [
    get('/v1/orders/:orderId/history', 'orderHistory', { with: { referrer: PERSON, events: { with: { actor: PERSON } } } }),
    get('/v1/payments/pix/:paymentId/history', 'paymentHistory', { with: { events: { with: { actor: PERSON } } } }),
  ],
});
