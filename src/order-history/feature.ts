import { defineFeature } from '../feature.js';
import { orders } from '../orders/feature.js';
import { get } from '../rest/route.js';
import { users } from '../users/feature.js';
import { OrderEventResolver, OrderHistoryResolver } from './order-history.resolver.js';

const PERSON = { only: ['id', 'name'] };

export const orderHistory = defineFeature('order-history', {
  needs: [orders, users],
  resolvers: [OrderHistoryResolver, OrderEventResolver],
  rest: [get('/v1/orders/:orderId/history', 'orderHistory', { with: { referrer: PERSON, events: { with: { actor: PERSON } } } })],
});
