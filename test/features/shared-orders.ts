import { findPrizesOf, findSharedNumber, findSharedOrder } from '../../src/shared-orders/shared-order.service.js';
import type { FeatureTests } from '../features.js';

const LINKS = ['test/order-link.test.ts'];
const SHARED = ['test/shared-orders.test.ts'];

export const sharedOrders: FeatureTests = {
  operations: `
    orderByLink        P  -
    luckyNumberByLink  P  -`,
  matrix: async ({ server, admin, orderId }) => {
    const token = server.app.orderLinks.tokenOf(orderId);
    const query = 'query ($orderId: ID!) { luckyNumbersByOrder(orderId: $orderId, first: 1) { nodes } }';
    const { data } = await server.graphql(query, { orderId }, admin);
    const [number] = data.luckyNumbersByOrder.nodes as string[];
    return { ids: { token }, calls: { luckyNumberByLink: () => ({ token, number }) } };
  },
  people: ({ admin, of }) => {
    const token = admin.orderLinks.tokenOf(of.paidOrderId);
    return {
      'show an order by its link': () => findSharedOrder(admin, token),
      'show a number by its link': () => findSharedNumber(admin, token, '1'),
      'show the prizes of an order': () => findPrizesOf(admin, of.paidOrderId),
    };
  },
  faults: {
    'src/orders/order-link.ts': [
      {
        name: 'any token leads to an order',
        find: 'constantTimeEqual(tag, tagOf(key, id))',
        replace: 'constantTimeEqual(tag, tag)',
        tests: LINKS,
      },
      {
        name: 'links end while keys are rotated',
        find: 'return keys.some((key)',
        replace: 'return keys.slice(0, 1).some((key)',
        tests: LINKS,
      },
    ],
    'src/shared-orders/shared-order.service.ts': [
      {
        name: 'a link tells the whole name of the buyer',
        find: 'buyerName: maskName(buyer.name)',
        replace: 'buyerName: buyer.name',
        tests: SHARED,
      },
      {
        name: 'the link of a deleted person stays',
        find: ' || buyer.deletedAt',
        replace: '',
        tests: SHARED,
      },
      {
        name: 'a code that names its buyer with the CPF is told to everybody',
        find: 'order.isDynamic && order.buyerCpf !== null',
        replace: 'order.isDynamic && order.buyerCpf === undefined',
        tests: SHARED,
      },
      {
        name: 'an order without quotas left is offered for payment',
        find: 'roomOf(raffle).unpaid < order.quotaQuantity',
        replace: 'roomOf(raffle).unpaid < 0',
        tests: SHARED,
      },
    ],
  },
};
