import type { Mutant } from '../mutant.js';

/** What makes a draw one that nobody chose. */
export const drawMutants: Mutant[] = [
  {
    name: 'a raffle is frozen while orders may still be paid',
    file: 'src/draws/freeze.ts',
    find: 'if (counter.reserved > 0 && !force)',
    replace: 'if (counter.reserved > 1_000 && !force)',
    tests: ['test/draws.test.ts'],
  },
  {
    name: 'a draw is by a round that is known already',
    file: 'src/draws/freeze.ts',
    find: 'const round = roundAt(chain, time.earliest) + 1;',
    replace: 'const round = roundAt(chain, time.earliest) - 10;',
    tests: ['test/draws.test.ts'],
  },
  {
    name: 'a draw does not wait for its announced time',
    file: 'src/draws/draw.sql.ts',
    find: 'coalesce(extract(epoch FROM draw_at), 0)',
    replace: '0',
    tests: ['test/draws.test.ts'],
  },
  {
    name: 'a box is rolled by the order it came with alone',
    file: 'src/proof/box-random.ts',
    find: 'unsafe.encrypt(key, 0, 0, swapped(first), swapped(box))',
    replace: 'unsafe.encrypt(key, 0, 0, swapped(first), 0)',
    tests: ['test/proof-box-random.test.ts'],
  },
  {
    name: 'the close draws into boxes that were won already',
    file: 'src/awarded-boxes/close-boxes.ts',
    find: 'if (!atClose) wins.push(win);',
    replace: 'if (!atClose && win.unit < 0) wins.push(win);',
    tests: ['test/box-sales.test.ts'],
  },
  {
    name: 'refunded orders take part in a draw',
    file: 'src/draws/block-tree.ts',
    find: 'if (leaves.voided.has(firstOrdinal)) voided.push(',
    replace: 'if (leaves.voided.has(firstOrdinal) && blocks > 0) voided.push(',
    tests: ['test/draws.test.ts'],
  },
  {
    name: 'a draw is by books that do not add up',
    file: 'src/draws/block-tree.ts',
    find: 'if (next !== allocated) throw',
    replace: 'if (next > allocated) throw',
    tests: ['test/draws.test.ts'],
  },
  {
    name: "an order's path begins in another subtree",
    file: 'src/draws/block-tree.ts',
    find: 'findLastIndex((first) => first <= firstOrdinal)',
    replace: 'findLastIndex((first) => first < firstOrdinal)',
    tests: ['test/draws.test.ts'],
  },
  {
    name: "a contest's results draw without being confirmed",
    file: 'src/draws/draw.service.ts',
    find: 'if (confirmed !== start) {',
    replace: 'if (confirmed != null && confirmed !== start) {',
    tests: ['test/draws.test.ts'],
  },
  {
    name: 'a raffle is called off by who sees the winners coming',
    file: 'src/raffles/raffle-status.ts',
    find: "if (to === 'CANCELLED' && fromThenOn.getTime() < Date.now()) return;",
    replace: "if (to === 'CANCELLED') return;",
    tests: ['test/draws.test.ts'],
  },
  {
    name: "everybody reads winners' names",
    file: 'src/draws/winner.resolver.ts',
    find: 'seesWhole(winner, ctx) ? winner.userName : maskName(winner.userName)',
    replace: 'winner.userName',
    tests: ['test/draws.test.ts'],
  },
  {
    name: 'winners of private raffles are listed',
    file: 'src/draws/winner.service.ts',
    find: "winners.page(ctx.db, page, [ctx.principal.role === 'ADMIN'])",
    replace: "winners.page(ctx.db, page, [ctx.principal.role !== 'PUBLIC'])",
    tests: ['test/draws.test.ts'],
  },
];
