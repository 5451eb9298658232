import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { checkAllBooks, takeTurnAtBooks } from '../../src/reconciliation/books/check-books.js';
import { openWork } from '../../src/reconciliation/open-work.js';
import { reconcileNow } from '../../src/reconciliation/reconcile.js';
import { reportReconciliation } from '../../src/reconciliation/reconciliation.service.js';
import type { FeatureTests } from '../features.js';

const LEASES = ['test/leases.test.ts'];
const WAYS_OUT = ['test/ways-out.test.ts'];

export const reconciliation: FeatureTests = {
  operations: `
    reconciliation         A(OFS)  GET /v1/payments/reconciliation
    resolveUnsettledEntry  A(OF)   PATCH /v1/payments/reconciliation/entries/{id}/resolve`,
  acts: {
    resolveUnsettledEntry: async ({ server }) => {
      const entry = { id: uuidv7(), providerName: 'sandbox', reference: randomUUID(), problem: 'another amount' };
      await server.app.db.prisma.unsettledEntry.create({ data: entry });
      return { id: entry.id, note: 'as agreed by phone' };
    },
  },
  rounds: ({ app }) => ({
    reconciliation: () => reconcileNow(app),
    'figures of open work': () => openWork(app).read(),
    'reconciliation.books': () => takeTurnAtBooks(app),
    'all books': () => checkAllBooks(app),
    'the report on the books': () => reportReconciliation(app),
  }),
  faults: {
    'src/reconciliation/charge-checks.ts': [
      {
        name: 'a charge whose payment cannot be written stops the questions about all others',
        find: 'isProviderAway(error) : isDataOrIntegrityError(error);',
        replace: 'isProviderAway(error) : false;',
        tests: ['test/poisoned-rows.test.ts'],
      },
      {
        name: 'a code that can still be paid is asked about no more once its order has ended',
        find: "return found.status === 'CANCELLED' && hasEnded;",
        replace: 'return hasEnded;',
        tests: ['test/reconciliation.test.ts'],
      },
      {
        name: 'a charge that its provider learns of late is given up with its order',
        find: 'if (!found) return hasEnded && charge.isExpired;',
        replace: 'if (!found) return hasEnded || charge.isExpired;',
        tests: ['test/charge-questions.test.ts'],
      },
      {
        name: 'charges are claimed with a lease of nothing',
        find: 'const LEASE_SECONDS = 180;',
        replace: 'const LEASE_SECONDS = 0;',
        tests: LEASES,
      },
      {
        name: 'a charge that was paid by hand is not cancelled by reconciliation',
        find: "const hasEnded = charge.orderStatus !== 'PENDING';",
        replace: "const hasEnded = charge.orderStatus !== 'PENDING' && charge.orderStatus !== 'PAID';",
        tests: ['test/reconciliation.test.ts'],
      },
      {
        name: 'a charge is not asked about again once it was found open',
        find: "return found.status === 'CANCELLED' && hasEnded;",
        replace: 'return true;',
        tests: ['test/reconciliation.test.ts'],
      },
      {
        name: 'a charge that is paid without a payment to show is not asked about again',
        find: 'if (found.payments.length > 0) return true;',
        replace: 'if (found.payments.length >= 0) return true;',
        tests: ['test/reconciliation.test.ts', 'test/charge-questions.test.ts'],
      },
    ],
    'src/reconciliation/received-scan.ts': [
      {
        name: 'a long reading that broke off counts as done',
        find: 'claim.isLong && isWhole, areReturnsRead',
        replace: 'claim.isLong, areReturnsRead',
        tests: ['test/reconciliation.test.ts'],
      },
      {
        name: 'returns of which some were not read count as read',
        find: 'const areReturnsRead = returns ? await readSlices(reading, returns) : false;',
        replace: 'const areReturnsRead = returns ? (await readSlices(reading, returns), true) : false;',
        tests: ['test/reconciliation.test.ts'],
      },
      {
        name: 'a list that could not be read waits as long as one that was',
        find: 'scan.error === undefined ? EVERY_SECONDS : AGAIN_SECONDS',
        replace: 'scan.error === null ? AGAIN_SECONDS : EVERY_SECONDS',
        tests: ['test/reconciliation.test.ts'],
      },
      {
        name: 'lists are claimed with a lease of nothing',
        find: 'const LEASE_SECONDS = 120;',
        replace: 'const LEASE_SECONDS = 0;',
        tests: LEASES,
      },
      {
        name: 'a reading of a list goes on though another process has taken it over',
        find: 'if (!kept) throw new',
        replace: 'if (!kept) return;\n    if (!kept) throw new',
        tests: ['test/leases.test.ts', 'test/charge-questions.test.ts'],
      },
      {
        name: 'a list counts as read up to now though a part of it could not be read',
        find: 'if (isWhole) await onRead(end);',
        replace: 'await onRead(end);',
        tests: ['test/reconciliation.test.ts', 'test/charge-questions.test.ts'],
      },
      {
        name: 'what went back of a payment that is known is not read in the list',
        find: 'if (known.has(payment.endToEndId)) await applyReturns(app, payment);',
        replace: 'if (known.has(payment.endToEndId)) await Promise.resolve();',
        tests: ['test/reconciliation.test.ts'],
      },
    ],
    'src/reconciliation/charge-check.sql.ts': [
      {
        name: 'a charge is given up while its order may still be paid',
        find: "(o.status <> 'PENDING' AND o.expires_at < now()",
        replace: '(o.expires_at < now()',
        tests: WAYS_OUT,
      },
      {
        name: 'a charge is given up as soon as its order has ended',
        find: 'const GIVEN_UP_AFTER_DAYS = 30;',
        replace: 'const GIVEN_UP_AFTER_DAYS = 0;',
        tests: WAYS_OUT,
      },
      {
        name: 'a charge that nobody answers about is asked about for ever',
        find: 'CASE WHEN NOT ${IS_GIVEN_UP} THEN now() + make_interval(secs => $3) END',
        replace: 'now() + make_interval(secs => $3)',
        tests: WAYS_OUT,
        survives: 'its status is CANCELLED all the same, and the books say that nothing is left to ask',
      },
      {
        name: 'charges of providers that are still configured are given up unasked',
        find: 'AND NOT EXISTS (SELECT FROM payment_providers p WHERE p.name = x.provider_name)',
        replace: '',
        tests: WAYS_OUT,
      },
      {
        name: 'the last check cancels the charge of an unpaid order',
        find: " AND o.status <> 'PENDING' THEN 'CANCELLED'",
        replace: " THEN 'CANCELLED'",
        tests: ['test/charge-questions.test.ts'],
      },
      {
        name: 'the last check cancels a charge that was paid',
        find: "c.status IN ('CREATING', 'ACTIVE') AND o.status",
        replace: 'c.status IS NOT NULL AND o.status',
        tests: ['test/reconciliation.test.ts', 'test/charge-questions.test.ts'],
      },
      {
        name: 'a charge is asked about for an hour only',
        find: "  ['expires_at', '24 hours'],\n",
        replace: '',
        tests: ['test/reconciliation.test.ts'],
      },
      {
        name: 'charges are claimed by two at once',
        find: 'LIMIT $3 FOR UPDATE SKIP LOCKED',
        replace: 'LIMIT $3',
        tests: LEASES,
      },
      {
        name: 'a charge check is finished under a lease that was lost',
        find: 'WHERE c.txid = $1 AND c.next_check_at = $2 AND o.id = c.order_id`,\n);\n\n/** Its order',
        replace: 'WHERE c.txid = $1 AND o.id = c.order_id`,\n);\n\n/** Its order',
        tests: LEASES,
      },
      {
        name: 'a charge check is missed under a lease that was lost',
        find: 'FROM orders o WHERE c.txid = $1 AND c.next_check_at = $2',
        replace: 'FROM orders o WHERE c.txid = $1 AND $2::timestamptz IS NOT NULL',
        tests: LEASES,
      },
      {
        name: 'a charge is given back under a lease that was lost',
        find: 'WHERE c.txid = claimed.txid AND c.next_check_at = claimed.leased_until',
        replace: 'WHERE c.txid = claimed.txid',
        tests: LEASES,
      },
    ],
    'src/reconciliation/received-scan.sql.ts': [
      {
        name: 'a list that is being read is claimed by another',
        find: 'WHERE $3::boolean OR r.next_scan_at <= now()\n',
        replace: 'WHERE $3::boolean IS NOT NULL\n',
        tests: LEASES,
      },
      {
        name: 'a lease on a list is kept though it was lost',
        find: 'WHERE provider_name = $1 AND next_scan_at = $2 RETURNING',
        replace: 'WHERE provider_name = $1 AND $2::timestamptz IS NOT NULL RETURNING',
        tests: LEASES,
      },
      {
        name: 'how far a list was read is written under a lease that was lost',
        find: 'greatest(scanned_to, $3) WHERE provider_name = $1 AND next_scan_at = $2',
        replace: 'greatest(scanned_to, $3) WHERE provider_name = $1 AND $2::timestamptz IS NOT NULL',
        tests: LEASES,
      },
      {
        name: 'a list is finished under a lease that was lost',
        find: 'ELSE next_returns_scan_at END\n  WHERE provider_name = $1 AND next_scan_at = $2',
        replace: 'ELSE next_returns_scan_at END\n  WHERE provider_name = $1 AND $2::timestamptz IS NOT NULL',
        tests: LEASES,
      },
    ],
    'src/reconciliation/books/block-rules.sql.ts': [
      {
        name: 'a paid order of a frozen raffle whose money a bank took is called a disagreement',
        find: 'SELECT r.frozen_at IS NOT NULL OR c.is_instant AS may_stay',
        replace: 'SELECT c.is_instant AS may_stay',
        tests: ['test/reported-returns.test.ts'],
      },
      {
        name: 'a late payment hides that the money of its order is gone',
        find: ' AND p.late IS DISTINCT FROM p.amount)',
        replace: ')',
        tests: ['test/reported-returns.test.ts'],
      },
      {
        name: 'a winner whose money is gone is no longer to be decided about once the raffle is drawn',
        find: "w.state IN ('WON', 'CONTACTED')\n  )",
        replace: "w.state IN ('CONTACTED')\n  )",
        tests: ['test/reported-returns.test.ts'],
      },
    ],
  },
};
