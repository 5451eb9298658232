// SQL: leases by the clock of the database, and arrays of ids.
import { statement } from '../platform/database/statement.js';

export interface ScanClaim {
  leasedUntil: Date;
  from: Date;
  to: Date;
  isLong: boolean;
  /** Since when returned payments are read; null when that is not due. */
  returnsFrom: Date | null;
}

/**
 * Reaches back 15 minutes, 48 hours when the long reading is due, for what providers enter late, but not before the provider was
 * configured, less an hour of clocks that differ. Banks take money back within 80 days and are slow: a hundred are read for that.
 * $1 provider, $2 lease in seconds, $3 take it, and whole, though it is not due or is another's.
 */
export const claimScan = statement<ScanClaim>(
  'claim_scan',
  `
  INSERT INTO reconciliations AS r (provider_name, next_scan_at)
  SELECT name, now() + make_interval(secs => $2) FROM payment_providers WHERE name = $1
  ON CONFLICT (provider_name) DO UPDATE SET next_scan_at = excluded.next_scan_at WHERE $3::boolean OR r.next_scan_at <= now()
  RETURNING r.next_scan_at AS "leasedUntil", now() AS "to", $3 OR r.next_long_scan_at <= now() AS "isLong", (
    SELECT greatest(
      r.scanned_to - CASE WHEN $3 OR r.next_long_scan_at <= now() THEN interval '48 hours' ELSE interval '15 minutes' END,
      p.created_at - interval '1 hour'
    )
    FROM payment_providers p WHERE p.name = $1
  ) AS "from", CASE WHEN $3 OR r.next_returns_scan_at <= now() THEN (
    SELECT greatest(now() - interval '100 days', p.created_at - interval '1 hour') FROM payment_providers p WHERE p.name = $1
  ) END AS "returnsFrom"`,
);

/** $1 provider, $2 the lease, $3 seconds. Nothing when another process has taken the scan over. */
export const renewScan = statement<{ leasedUntil: Date }>(
  'renew_scan',
  `
  UPDATE reconciliations SET next_scan_at = now() + make_interval(secs => $3)
  WHERE provider_name = $1 AND next_scan_at = $2 RETURNING next_scan_at AS "leasedUntil"`,
);

/** $1 provider, $2 the lease, $3 until when. */
export const markScanned = statement<object>(
  'mark_scanned',
  `
  UPDATE reconciliations SET scanned_to = greatest(scanned_to, $3) WHERE provider_name = $1 AND next_scan_at = $2`,
);

/** $1 provider, $2 the lease, $3 error or null, $4 seconds until the next time, $5 two days were read, $6 returns were read. */
export const finishScan = statement<object>(
  'finish_scan',
  `
  UPDATE reconciliations SET last_error = $3, next_scan_at = now() + make_interval(secs => $4),
    next_long_scan_at = CASE WHEN $5::boolean THEN now() + interval '6 hours' ELSE next_long_scan_at END,
    next_returns_scan_at = CASE WHEN $6::boolean THEN now() + interval '1 day' ELSE next_returns_scan_at END
  WHERE provider_name = $1 AND next_scan_at = $2`,
);

/** $1 end-to-end ids. */
export const selectKnownPayments = statement<{ endToEndId: string }>(
  'select_known_payments',
  `
  SELECT end_to_end_id AS "endToEndId" FROM payments WHERE end_to_end_id = ANY ($1::text[])`,
);
