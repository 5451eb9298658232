import { findOrderOfNumber } from '../../src/lucky-numbers/lucky-number.service.js';
import type { FeatureTests } from '../features.js';

const NUMBERS = ['test/lucky-numbers.test.ts'];

export const luckyNumbers: FeatureTests = {
  operations: `
    luckyNumbersByRaffle  U A  GET /v1/lucky-numbers/raffle/{raffleId}
    luckyNumbersByOrder   U A  GET /v1/lucky-numbers/order/{orderId}
    luckyNumberOwner      A    -
    myLuckyNumber         U    GET /v1/lucky-numbers/raffle/{raffleId}/mine/{number}`,
  async matrix({ raffleId, buyer }) {
    // Operators say whose numbers they ask for.
    return { ids: { number: '1' }, calls: { luckyNumbersByRaffle: () => ({ raffleId, userId: buyer.id }) } };
  },
  people: ({ admin, of }) => ({ 'find the owner of a number': () => findOrderOfNumber(admin, of.raffles.huge, '1') }),
  lists: () => ({ luckyNumbersByOrder: { after: [1_000] }, luckyNumbersByRaffle: { after: [1_000] } }),
  faults: {
    'src/lucky-numbers/permutations.ts': [
      {
        name: 'numbers are those of the blocks that were decided when a process first looked',
        find: ' && known.decidedTo >= decidedTo ?',
        replace: ' && decidedTo >= 0 ?',
        tests: NUMBERS,
      },
      {
        name: 'numbers are those of the size that the raffle had at first',
        find: 'return known?.numbers.size === size && ',
        replace: 'return known && ',
        tests: NUMBERS,
      },
    ],
    'src/lucky-numbers/lucky-number.service.ts': [
      {
        name: 'the numbers of a buyer in a DRAFT say that there is such a raffle',
        find: 'await findVisibleRaffle(ctx, raffleId);\n  const buyerId',
        replace: "if (!(await ctx.raffles.get(raffleId.toLowerCase()))) throw refuse('raffles.notFound');\n  const buyerId",
        tests: ['test/drafts.test.ts'],
      },
      {
        name: 'a buyer learns whose a number is that somebody else bought',
        find: 'ctx.db.query(selectOwnBlockAt, [raffleId, ordinal, await buyerOf(ctx, undefined)])',
        replace: 'ctx.db.query(selectBlockAt, [raffleId, ordinal])',
        tests: NUMBERS,
      },
      {
        name: 'a buyer asks number by number which are of an order, before its round',
        find: 'block && hasNumbers(block) ? block : undefined',
        replace: 'block',
        tests: NUMBERS,
      },
      {
        name: 'numbers are told before the round of their order',
        find: 'return quotaPrizes === 0 || endOrdinal <= decidedTo;',
        replace: 'return quotaPrizes >= 0 || endOrdinal <= decidedTo;',
        tests: NUMBERS,
      },
    ],
    'src/lucky-numbers/lucky-number.sql.ts': [
      {
        name: 'a voided block still owns its number',
        find: '@> $2::int AND a.voided_at IS NULL`,',
        replace: '@> $2::int`,',
        tests: NUMBERS,
      },
      {
        name: "a voided block is still among its buyer's numbers",
        find: "CROSS JOIN unnest(ARRAY(SELECT id FROM orders WHERE user_id = $2 AND status = 'PAID'",
        replace: 'CROSS JOIN unnest(ARRAY(SELECT id FROM orders WHERE user_id = $2',
        tests: NUMBERS,
      },
    ],
  },
};
