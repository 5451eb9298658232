import { expireOrders } from '../../src/orders/order-expiry.js';
import { exportOrders } from '../../src/orders/order-export.service.js';
import { cancelOrder, findOrder, payOrder } from '../../src/orders/order.service.js';
import { purchasesOf } from '../../src/orders/purchases.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';
import { anUnpaidOrder } from '../support/order-rows.js';

const PRICING = ['test/promotions.test.ts', 'test/pricing.test.ts'];

const anOrderTo = async ({ aRaffle, buyer }: ActStage) => ({
  input: { raffleId: await aRaffle(), quotaQuantity: 1, userId: buyer.id, paymentProviderName: 'static' },
});
const anOrder = async ({ server, aRaffle }: ActStage) => ({
  id: String((await anUnpaidOrder(server, await aRaffle(), 1)).id),
});

export const orders: FeatureTests = {
  operations: `
    createOrder                       U A(OS)  POST /v1/orders
    createOrderWithoutPaymentGateway  U A(OS)  POST /v1/orders/without-payment-gateway
    orders                            A        GET /v1/orders
    ordersByRaffle                    A        GET /v1/orders/raffle/{raffleId}
    exportOrders                      A(OF)    GET /v1/raffles/{raffleId}/orders.csv
    myOrders                          U        GET /v1/orders/my-orders
    myRaffles                         U        GET /v1/raffles/my-raffles
    order                             U A      GET /v1/orders/{orderId}
    orderStatus                       U A      -
    purchases                         A        GET /v1/users/{userId}/purchases
    orderPrice                        P        GET /v1/raffles/{raffleId}/price
    payOrder                          A(OF)    PATCH /v1/orders/{orderId}/pay
    cancelOrder                       U A(OS)  PATCH /v1/orders/{orderId}/cancel`,
  acts: {
    createOrder: anOrderTo,
    createOrderWithoutPaymentGateway: anOrderTo,
    payOrder: async (stage) => ({ ...(await anOrder(stage)), note: 'as agreed by phone' }),
    cancelOrder: anOrder,
  },
  matrix: async ({ orderId }) => ({ ids: { Order: orderId, orderId, quotaQuantity: 1 } }),
  people: ({ admin, heavyBuyer, of, place }) => ({
    'order by a static code': () => place('static'),
    'order through a provider': () => place('sandbox'),
    'pay by hand': async () => payOrder(admin, (await place('static')).id, 'in cash'),
    cancel: async () => cancelOrder(heavyBuyer, (await place('sandbox')).id),
    'read an order': () => findOrder(admin, of.paidOrderId),
    'sum up what a buyer bought': () => purchasesOf(admin, of.heavyBuyer.id),
    'export orders': async () => {
      const texts = await exportOrders(admin, { raffleId: of.raffles.huge, status: null });
      for (let i = 0; i < 3; i++) await texts.next();
      await texts.return();
    },
  }),
  rounds: ({ app }) => ({ 'orders.expiry': () => expireOrders(app) }),
  lists({ raffles, heavyBuyer, buyer, txid, endToEndId, time, middle, from, to }) {
    const persons = [heavyBuyer, buyer].flatMap(({ phone, cpf }) => [`phone: "${phone}"`, `cpf: "${cpf}"`]);
    const ofRaffles = Object.values(raffles).map((id) => `raffleId: "${id}"`);
    const alone = [
      ...persons,
      `userId: "${heavyBuyer.id}"`,
      `txid: "${txid}"`,
      `endToEndId: "${endToEndId}"`,
      ...ofRaffles,
      `${from}, ${to}`,
      to,
    ];
    const filters = [
      ...alone.flatMap((one) => [one, `${one}, status: REFUNDED`]),
      ...[...persons, ...ofRaffles].flatMap((one) => [`${one}, ${to}`, `${one}, ${from}, ${to}, status: PAID`]),
      `${persons[0]}, ${ofRaffles[0]}`,
      'status: PENDING',
      from,
    ];
    const after = [time, middle];
    return {
      orders: { after, filters },
      ordersByRaffle: { after },
      myOrders: { after, raffleIds: [undefined, ...Object.values(raffles)] },
      myRaffles: {},
    };
  },
  faults: {
    'src/orders/ask-for-fewer.ts': [
      {
        name: 'who is over the limit is not told that other accounts count',
        find: "room?.isShared ? 'orders.mostPerPerson' : 'orders.mostPerBuyer'",
        replace: "'orders.mostPerBuyer'",
        tests: ['test/persons.test.ts'],
      },
      {
        name: 'a buyer is told to type what does not fit with its bonus',
        find: 'if (quantity + prices.of(raffle, quantity).bonusQuotas <= room) return quantity;',
        replace: 'if (prices.of(raffle, quantity).bonusQuotas <= room) return quantity;',
        tests: ['test/promotions.test.ts'],
      },
    ],
    'src/orders/order-export.route.ts': [
      {
        name: "a raffle's orders are exported to any buyer",
        find: "const ROLES = ['ADMIN'] as const;",
        replace: "const ROLES = ['ADMIN', 'USER'] as const;",
        tests: ['test/order-export.test.ts'],
      },
    ],
    'src/orders/order.service.ts': [
      {
        name: 'an order that ended is sold again by hand when the certificate is over',
        find: "if (order.status === 'EXPIRED' || order.status === 'CANCELLED') await requireCertificate(ctx, order.raffleId);",
        replace: '',
        tests: ['test/certificate.test.ts'],
      },
      {
        name: "a buyer sees and moves another buyer's order",
        find: "principal.role === 'USER' && principal.id === order.userId",
        replace: "principal.role === 'USER'",
        tests: ['test/order-lists.test.ts', 'test/order-endings.test.ts'],
      },
      {
        name: 'a buyer cancels an order whose provider does not say that its code is dead',
        find: "if (force && ctx.principal.role !== 'ADMIN')",
        replace: "if (force && ctx.principal.role === 'PUBLIC')",
        tests: ['test/order-expiry.test.ts'],
      },
      {
        name: "an order paid by hand leaves its provider's code open",
        find: 'await settleOrCancelCharge(ctx, order).catch(',
        replace: 'await Promise.resolve().catch(',
        tests: ['test/order-charges.test.ts'],
      },
    ],
    'src/orders/place-order.ts': [
      {
        name: 'an order is refused by an old copy of the raffle',
        find: 'if (isOld && (!raffle || refusalOf(raffle, options, today))) continue;\n',
        replace: '',
        tests: ['test/orders.test.ts'],
      },
      {
        name: 'a free order whose reply was lost is made a second time',
        find: 'idempotency: idempotency ?? (provider ? null : ownKey(userId))',
        replace: 'idempotency',
        tests: ['test/order-faults.test.ts'],
      },
      {
        name: 'a buyer orders in the name of another without being told that it is not theirs',
        find: 'if (userId != null && userId !== principal.id)',
        replace: 'if (userId === principal.role)',
        tests: ['test/order-buyers.test.ts'],
      },
      {
        name: 'an operator orders for another operator, or for a deleted customer',
        find: "if (user?.role !== 'USER' || user.deletedAt)",
        replace: 'if (!user)',
        tests: ['test/order-buyers.test.ts'],
      },
      {
        name: 'a key that is known answers the order that it made for another body after a refusal',
        find: '  assertSameFingerprint(known.fingerprint, idempotency);\n',
        replace: '',
        tests: ['test/order-idempotency.test.ts'],
      },
      {
        name: 'an order does not hold the bonus that it was told',
        find: 'quotaQuantity: options.quotaQuantity + bonusQuotas,',
        replace: 'quotaQuantity: options.quotaQuantity,',
        tests: PRICING,
      },
      {
        name: 'the code asks for the full price',
        find: 'chargeOf(provider, raffle.title, totalValue, code)',
        replace: 'chargeOf(provider, raffle.title, totalValue + discount, code)',
        tests: PRICING,
      },
    ],
    'src/orders/order-rules.ts': [
      {
        name: 'an order may be larger than the raffle allows',
        find: 'if (quotaQuantity > max)',
        replace: 'if (options.quotaQuantity > max + 1)',
        tests: ['test/orders.test.ts'],
      },
      {
        name: 'an order may cost more than PIX carries',
        find: '> MAX_CENTAVOS)',
        replace: '> 10n * MAX_CENTAVOS)',
        tests: ['test/orders.test.ts'],
      },
    ],
    'src/orders/issue-charge.ts': [
      {
        name: 'a code outlives its order tenfold',
        find: 'Math.ceil((order.expiresAt.getTime() - Date.now()) / 1000)',
        replace: 'Math.ceil((order.expiresAt.getTime() - Date.now()) / 100)',
        tests: ['test/order-charges.test.ts'],
      },
      {
        name: 'an order whose code another request got is cancelled',
        find: "if (charge?.status !== 'CREATING') return;",
        replace: 'if (!charge) return;',
        tests: ['test/order-charge-races.test.ts'],
      },
      {
        name: 'the code of an order that ended while it was made stays payable',
        find: 'if (registered && hasEnded) {',
        replace: 'if (registered && !hasEnded && !now) {',
        tests: ['test/order-charge-races.test.ts', 'test/refunds-once.test.ts'],
      },
      {
        name: 'an order whose charge failed is answered as if it could be paid',
        find: "if (chargeStatus !== 'FAILED') return;",
        replace: "if (chargeStatus !== 'CANCELLED') return;",
        tests: ['test/order-charges.test.ts'],
      },
      {
        name: 'an order that failed keeps the key that it was sent with',
        find: 'if (idempotency) await tx.query(deleteIdempotencyKey',
        replace: 'if (!idempotency) await tx.query(deleteIdempotencyKey',
        tests: ['test/order-charges.test.ts'],
      },
    ],
    'src/orders/order-expiry.ts': [
      {
        name: 'an order is released at once when its provider cannot say whether it was paid',
        find: 'const HELD_UP_HOURS = 6;',
        replace: 'const HELD_UP_HOURS = 0;',
        tests: ['test/order-expiry.test.ts'],
      },
    ],
    'src/orders/order-ending.ts': [
      {
        name: 'an order that is about to end is not asked about: what was paid for it is money too late',
        find: '  for (const payment of charge.payments) await settlePayment',
        replace: '  for (const payment of charge.payments.slice(1)) await settlePayment',
        tests: ['test/order-expiry.test.ts', 'test/order-charges.test.ts'],
      },
      {
        name: 'an order whose charge is paid ends because the payment is not shown',
        find: "if (charge.status === 'PAID' && charge.payments.length === 0) {",
        replace: "if (charge.status === 'PAID' && charge.payments.length < 0) {",
        tests: ['test/order-expiry.test.ts', 'test/order-charges.test.ts', 'test/paggue-calls.test.ts'],
      },
    ],
    'src/orders/order.sql.ts': [
      {
        name: 'a charge is answered with a code after its order has ended',
        find: "AND o.id = c.order_id AND o.status = 'PENDING' RETURNING c.txid",
        replace: 'AND o.id = c.order_id RETURNING c.txid',
        tests: ['test/order-charge-races.test.ts', 'test/refunds-once.test.ts'],
      },
    ],
  },
};
