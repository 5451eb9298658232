import { findOrderOfNumber } from '../../src/lucky-numbers/lucky-number.service.js';
import type { FeatureTests } from '../features.js';

const SALES = ['test/quota-prizes.test.ts', 'test/quota-prize-numbers.test.ts', 'test/process-quota-prize-sales.test.ts'];

export const luckyNumbers: FeatureTests = {
  operations: `
    luckyNumbersByRaffle  U A  GET /v1/lucky-numbers/raffle/{raffleId}
    luckyNumbersByOrder   U A  GET /v1/lucky-numbers/order/{orderId}
    luckyNumberOwner      A    -`,
  async matrix({ raffleId, buyer }) {
    // Operators say whose numbers they ask for.
    return { ids: { number: '1' }, calls: { luckyNumbersByRaffle: () => ({ raffleId, userId: buyer.id }) } };
  },
  people: ({ admin, of }) => ({ 'find the owner of a number': () => findOrderOfNumber(admin, of.raffles.huge, '1') }),
  lists: () => ({ luckyNumbersByOrder: { after: [1_000] }, luckyNumbersByRaffle: { after: [1_000] } }),
  faults: {
    'src/lucky-numbers/permutations.ts': [
      {
        name: 'places of quota prizes are kept whatever was locked since',
        find: '      const key = `${raffleId}:${changes}`;\n      // Shared',
        replace: '      const key = `${raffleId}:${Math.min(changes, 1)}`;\n      // Shared',
        tests: SALES,
      },
    ],
    'src/lucky-numbers/lucky-number.service.ts': [
      {
        name: 'lucky numbers are read as if quota prizes never changed',
        find: 'block.size, block.changes)',
        replace: 'block.size, Math.min(block.changes, 1))',
        tests: SALES,
      },
    ],
    'src/lucky-numbers/lucky-number.sql.ts': [
      {
        name: 'a voided block still owns its number',
        find: '@> $2::int AND a.voided_at IS NULL',
        replace: '@> $2::int',
        tests: ['test/lucky-numbers.test.ts'],
      },
      {
        name: "a voided block is still among its buyer's numbers",
        find: "user_id = $2 AND status = 'PAID' AND raffle_id = $1",
        replace: 'user_id = $2 AND raffle_id = $1',
        tests: ['test/lucky-numbers.test.ts'],
      },
    ],
  },
};
