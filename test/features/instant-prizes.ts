import { decideRaffles } from '../../src/instant-prizes/decide.js';
import type { FeatureTests } from '../features.js';

const DECIDED = ['test/instant-prizes.test.ts'];
const SALES = ['test/box-sales.test.ts'];

export const instantPrizes: FeatureTests = {
  events: { own: ['order.decided'] },
  rounds: ({ app, place, pay }) => ({
    async 'instant_prizes.deciding'() {
      for (let n = 0; n < 20; n++) await pay(await place('static'));
      await decideRaffles(app);
    },
  }),
  faults: {
    'src/instant-prizes/decide.ts': [
      {
        name: 'blocks behind a round that is not there are decided without it',
        find: 'if (!randomness) break;',
        replace: 'if (!randomness) continue;',
        tests: DECIDED,
      },
      {
        name: 'a process goes on from where it was, and not from where another one came to',
        find: 'if (known?.leaf === now.decidedLeaf) return known.decider;',
        replace: 'if (known) return known.decider;',
        tests: SALES,
      },
      {
        name: 'prizes that were sent to the close are in play again after a restart',
        find: 'sentToClose: sentToClose.map(({ prizeId }) => prizeId),',
        replace: 'sentToClose: sentToClose.slice(0, 0).map(({ prizeId }) => prizeId),',
        tests: DECIDED,
      },
      {
        name: 'units that came out are not counted',
        find: 'if (lists.boxPrizes.length > 0) await tx.query(sql.countUnitsOut,',
        replace: 'if (lists.boxPrizes.length > 99) await tx.query(sql.countUnitsOut,',
        tests: SALES,
      },
      {
        name: 'a buyer who has the money back is told of prizes',
        find: '.filter(({ isVoid }) => !isVoid)',
        replace: '',
        tests: DECIDED,
      },
      {
        name: 'who watches an order is not told that it is decided',
        find: '    for (const { orderId } of blocks) app.orderWatch.touch(orderId);\n',
        replace: '',
        tests: DECIDED,
      },
      {
        name: 'one raffle that fails stops all',
        find: '        app.deciders.delete(raffle.raffleId);\n',
        replace: '        throw error;\n',
        tests: DECIDED,
      },
    ],
    'src/instant-prizes/decide.sql.ts': [
      {
        name: 'two processes decide the same blocks',
        find: 'WHERE raffle_id = $1 FOR UPDATE SKIP LOCKED',
        replace: 'WHERE raffle_id = $1',
        tests: DECIDED,
      },
      {
        name: 'a number that a void order won is not void',
        find: 'CASE WHEN w.void THEN clock_timestamp() END',
        replace: 'NULL::timestamptz',
        tests: DECIDED,
      },
      {
        name: 'the boxes of a void order can be opened',
        find: 'SELECT i.order_id, $1, i.user_id, i.boxes, i.void',
        replace: 'SELECT i.order_id, $1, i.user_id, i.boxes, false',
        tests: DECIDED,
      },
    ],
    'src/instant-prizes/feature.ts': [
      {
        name: 'an order is refunded before it is known what it won',
        find: 'return order && !order.isDecided ?',
        replace: 'return order && !order.round ?',
        tests: DECIDED,
      },
    ],
  },
};
