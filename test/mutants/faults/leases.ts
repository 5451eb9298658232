import type { Mutant } from '../mutant.js';

const CHARGES = 'src/reconciliation/charge-check.sql.ts';
const SCANS = 'src/reconciliation/received-scan.sql.ts';
const DELIVERIES = 'src/webhooks/delivery/delivery.sql.ts';
const TESTS = ['test/leases.test.ts'];

const leased = (name: string, file: string, find: string, replace: string, tests = TESTS): Mutant => ({
  name,
  file,
  find,
  replace,
  tests,
});

/** Work that two processes do at once, or that one writes after another has taken it over. */
export const leaseMutants: Mutant[] = [
  leased(
    'refunds are claimed with a lease of nothing',
    'src/refunds/refund-worker.ts',
    'const LEASE_SECONDS = 60;',
    'const LEASE_SECONDS = 0;',
  ),
  leased(
    'charges are claimed with a lease of nothing',
    'src/reconciliation/charge-checks.ts',
    'const LEASE_SECONDS = 180;',
    'const LEASE_SECONDS = 0;',
  ),
  leased(
    'callbacks are claimed with a lease of nothing',
    'src/payments/callback-inbox.ts',
    'const LEASE_SECONDS = 30;',
    'const LEASE_SECONDS = 0;',
  ),
  leased(
    'lists are claimed with a lease of nothing',
    'src/reconciliation/received-scan.ts',
    'const LEASE_SECONDS = 120;',
    'const LEASE_SECONDS = 0;',
  ),
  leased(
    'webhooks are claimed with a lease of nothing',
    'src/webhooks/delivery/deliveries.ts',
    'const LEASE_SECONDS = 15;',
    'const LEASE_SECONDS = 0;',
    ['test/webhooks-delivery.test.ts'],
  ),
  leased('refunds are claimed by two at once', 'src/refunds/refund.sql.ts', 'LIMIT $2 FOR UPDATE SKIP LOCKED', 'LIMIT $2'),
  leased('charges are claimed by two at once', CHARGES, 'LIMIT $3 FOR UPDATE SKIP LOCKED', 'LIMIT $3'),
  leased(
    'callbacks are claimed by two at once',
    'src/payments/callback-inbox.ts',
    'ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED',
    'ORDER BY next_attempt_at LIMIT $2',
  ),
  leased('webhooks are claimed by two at once', DELIVERIES, 'LIMIT r.places FOR UPDATE SKIP LOCKED', 'LIMIT r.places'),
  leased(
    'a list that is being read is claimed by another',
    SCANS,
    'WHERE $3::boolean OR r.next_scan_at <= now()\n',
    'WHERE $3::boolean IS NOT NULL\n',
  ),
  leased(
    'a failed send is written under a lease that was lost',
    DELIVERIES,
    "ELSE d.status = 'PENDING' AND d.next_attempt_at = r.leased_until END",
    "ELSE d.status = 'PENDING' END",
  ),
  leased(
    'a webhook is given back under a lease that was lost',
    DELIVERIES,
    "CASE d.status WHEN 'PENDING' THEN d.next_attempt_at = r.leased_until ELSE false END",
    "d.status = 'PENDING'",
  ),
  leased(
    'a charge check is finished under a lease that was lost',
    CHARGES,
    'WHERE c.txid = $1 AND c.next_check_at = $2 AND o.id = c.order_id`,\n);\n\n/** Gives',
    'WHERE c.txid = $1 AND o.id = c.order_id`,\n);\n\n/** Gives',
  ),
  leased(
    'a charge check is missed under a lease that was lost',
    CHARGES,
    'FROM orders o WHERE c.txid = $1 AND c.next_check_at = $2',
    'FROM orders o WHERE c.txid = $1 AND $2::timestamptz IS NOT NULL',
  ),
  leased(
    'a charge is given back under a lease that was lost',
    CHARGES,
    'WHERE c.txid = claimed.txid AND c.next_check_at = claimed.leased_until',
    'WHERE c.txid = claimed.txid',
  ),
  leased(
    'a lease on a list is kept though it was lost',
    SCANS,
    'WHERE provider_name = $1 AND next_scan_at = $2 RETURNING',
    'WHERE provider_name = $1 AND $2::timestamptz IS NOT NULL RETURNING',
  ),
  leased(
    'how far a list was read is written under a lease that was lost',
    SCANS,
    'greatest(scanned_to, $3) WHERE provider_name = $1 AND next_scan_at = $2',
    'greatest(scanned_to, $3) WHERE provider_name = $1 AND $2::timestamptz IS NOT NULL',
  ),
  leased(
    'a list is finished under a lease that was lost',
    SCANS,
    'ELSE next_returns_scan_at END\n  WHERE provider_name = $1 AND next_scan_at = $2',
    'ELSE next_returns_scan_at END\n  WHERE provider_name = $1 AND $2::timestamptz IS NOT NULL',
  ),
  leased(
    'a reading of a list goes on though another process has taken it over',
    'src/reconciliation/received-scan.ts',
    'if (!kept) throw new',
    'if (!kept) return;\n    if (!kept) throw new',
    ['test/leases.test.ts', 'test/charge-questions.test.ts'],
  ),
];
