import { statement } from '../platform/database/database.js';

/**
 * Takes the reading of a provider's list, for this process alone while the lease lasts. It reaches back 48 hours before what was
 * read whole, for what providers enter late, and never before the provider was configured, but for an hour of clocks that
 * differ. $1 provider, $2 lease in seconds, $3 take it though it is not due or is another's. Nothing when there is nothing to do.
 */
export const claimScan = statement<{ leasedUntil: Date; from: Date; to: Date }>(
  'claim_scan',
  `
  INSERT INTO reconciliations AS r (provider_name, next_scan_at)
  SELECT name, now() + make_interval(secs => $2) FROM payment_providers WHERE name = $1
  ON CONFLICT (provider_name) DO UPDATE SET next_scan_at = excluded.next_scan_at WHERE $3::boolean OR r.next_scan_at <= now()
  RETURNING r.next_scan_at AS "leasedUntil", now() AS "to", (
    SELECT greatest(r.scanned_to - interval '48 hours', p.created_at - interval '1 hour')
    FROM payment_providers p WHERE p.name = $1
  ) AS "from"`,
);

/** Keeps a lease. $1 provider, $2 the lease, $3 seconds. Nothing when another process has taken the scan over. */
export const renewScan = statement<{ leasedUntil: Date }>(
  'renew_scan',
  `
  UPDATE reconciliations SET next_scan_at = now() + make_interval(secs => $3)
  WHERE provider_name = $1 AND next_scan_at = $2 RETURNING next_scan_at AS "leasedUntil"`,
);

/** All that was received until then is read. $1 provider, $2 the lease, $3 until when. */
export const markScanned = statement<object>(
  'mark_scanned',
  `
  UPDATE reconciliations SET scanned_to = greatest(scanned_to, $3) WHERE provider_name = $1 AND next_scan_at = $2`,
);

/** $1 provider, $2 the lease, $3 why it was not read whole or null, $4 seconds until the next time. */
export const finishScan = statement<object>(
  'finish_scan',
  `
  UPDATE reconciliations SET last_error = $3, next_scan_at = now() + make_interval(secs => $4)
  WHERE provider_name = $1 AND next_scan_at = $2`,
);

/** $1 end-to-end ids: which are recorded. */
export const selectKnownPayments = statement<{ endToEndId: string }>(
  'select_known_payments',
  `
  SELECT end_to_end_id AS "endToEndId" FROM payments WHERE end_to_end_id = ANY ($1::text[])`,
);
