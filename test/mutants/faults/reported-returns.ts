import type { Mutant } from '../mutant.js';

const FILE = 'src/payments/reported-return.ts';
const SQL = 'src/payments/reported-return.sql.ts';
const TESTS = ['test/reported-returns.test.ts'];

/** What banks took or somebody returned by hand, counted twice, not at all, or as another's. */
export const reportedReturnMutants: Mutant[] = [
  {
    name: 'a return that is reported again is kept again',
    file: FILE,
    find: 'createMany({ data, skipDuplicates: true })',
    replace: 'createMany({ data: data.map((row) => ({ ...row, id: row.id + Math.random() })) })',
    tests: TESTS,
  },
  {
    name: 'a return that was counted before is counted again',
    file: FILE,
    find: '    if (count === 0) return;\n',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a refund that the provider made for us counts as somebody else’s too',
    file: FILE,
    find: 'if (!ownIds.has(refund.refundId)) await',
    replace: 'await',
    tests: TESTS,
  },
  {
    name: 'an order is voided though some of its money is left',
    file: 'src/payments/emptied-order.ts',
    find: 's.returnable <= 0 AND',
    replace: 's.returnable <= 1000000 AND',
    tests: TESTS,
  },
  {
    name: 'an order is voided because its second payment went back twice',
    file: FILE,
    find: 'if (!isApplied || taken <= 0n) return;',
    replace: 'if (taken <= 0n) return;',
    tests: TESTS,
  },
  {
    name: 'an operator is asked to decide on an order that lost nothing',
    file: FILE,
    find: 'if (!isApplied || taken <= 0n) return;',
    replace: 'if (!isApplied) return;',
    tests: [...TESTS, 'test/refunds.test.ts'],
  },
  {
    name: 'a refund is still to be made by hand after the banks took the money',
    file: FILE,
    find: '  await spareOperators(app, tx, paymentId, -after.returnable);\n',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'what the banks take counts as the refund that an operator is to make',
    file: FILE,
    find: "refund.initiatedBy === 'BANK' ? refund.amountCentavos : await",
    replace: "refund.initiatedBy === 'BANK' && id === paymentId ? refund.amountCentavos : await",
    tests: TESTS,
  },
  {
    name: 'a refund by hand that was recognised hides the next return of its amount',
    file: SQL,
    find: ' AND f.reported_at IS NULL AND (',
    replace: ' AND (',
    tests: TESTS,
  },
  {
    name: 'a late payment of which nothing is left stays open',
    file: FILE,
    find: 'standing.lateOwed <= 0n',
    replace: 'standing.lateOwed < 0n',
    tests: [...TESTS, 'test/refunds.test.ts'],
  },
  {
    name: 'what the banks take comes off the order before it comes off what is late',
    file: 'src/payments/returnable.sql.ts',
    find: 'SELECT least(t.taken, greatest(0, t.late - t.late_sent)) AS taken_of_late',
    replace: 'SELECT 0::numeric AS taken_of_late',
    tests: [...TESTS, 'test/refunds.test.ts'],
  },
];
