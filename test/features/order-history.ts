import { historyOf } from '../../src/order-history/order-history.service.js';
import { historyOfPayment } from '../../src/order-history/payment-history.service.js';
import type { FeatureTests } from '../features.js';

export const orderHistory: FeatureTests = {
  operations: `
    orderHistory    A  GET /v1/orders/{orderId}/history
    paymentHistory  A  GET /v1/payments/pix/{paymentId}/history`,
  people: ({ admin, of }) => ({
    'read the history of an order': () => historyOf(admin, of.paidOrderId),
    'read the history of a payment': async () => {
      const { id } = await admin.db.prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(of.paidOrderId) } });
      return historyOfPayment(admin, id);
    },
  }),
  faults: {
    'src/order-history/order-history.sql.ts': [
      {
        name: 'the history tells what is in a closed box',
        find: "SELECT shown_at, 'PRIZE_WON'",
        replace: "SELECT coalesce(shown_at, now()), 'PRIZE_WON'",
        tests: ['test/order-history.test.ts'],
      },
    ],
  },
};
