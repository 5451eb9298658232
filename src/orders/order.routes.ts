import { RAFFLE } from '../raffles/feature.js';
import { get, patch, post, type Route } from '../rest/route.js';

const ORDER_OBJECT = {
  only: [
    'id',
    'status',
    'paymentMethod',
    'paymentProviderName',
    'referral',
    'priceByQuota',
    'quotaQuantity',
    'totalValue',
    'createdAt',
    'qrCodeId',
    'qrCodeContent',
  ],
};

export const ORDER = {
  only: [...ORDER_OBJECT.only, 'bonusQuotas', 'discount', 'expiresAt', 'paidAt'],
  with: { tracking: {}, raffle: { as: 'RaffleReference', only: ['id', 'slug', 'title'] } },
};

export const ORDER_AND_BUYER = { ...ORDER, with: { ...ORDER.with, user: { as: 'Buyer', only: ['id', 'name', 'phone', 'cpf'] } } };

export const orderRoutes: readonly Route[] = [
  post('/v1/orders', 'createOrder', { ...ORDER_OBJECT, takesKey: true }),
  post('/v1/orders/without-payment-gateway', 'createOrderWithoutPaymentGateway', {
    ...ORDER_OBJECT,
    refusals: [400, 401, 403],
    takesKey: true,
  }),
  get('/v1/orders', 'orders', ORDER_AND_BUYER),
  get('/v1/orders/raffle/:raffleId', 'ordersByRaffle', { ...ORDER_AND_BUYER, takes: ['first', 'after', 'status'] }),
  get('/v1/orders/my-orders', 'myOrders', { ...ORDER, takes: ['first', 'after', 'status', 'raffleId'] }),
  get('/v1/raffles/my-raffles', 'myRaffles', RAFFLE),
  get('/v1/orders/:orderId', 'order', { ...ORDER_AND_BUYER, with: { ...ORDER_AND_BUYER.with, instant: {} } }),
  get('/v1/users/:userId/purchases', 'purchases', { with: { raffles: {} } }),
  get('/v1/raffles/:raffleId/price', 'orderPrice'),
  patch('/v1/orders/:orderId/pay', 'payOrder', ORDER),
  patch('/v1/orders/:orderId/cancel', 'cancelOrder', ORDER),
];
