// SQL: deleted in batches, without waiting for locks.
import { statement } from '../platform/database/statement.js';

/** Deletes counts whose window has long ended, a batch at a time. $1 days ago that it did, $2 how many. */
export const purgeLoginLimits = statement<{ key: string }>(
  'purge_login_limits',
  `
  WITH old AS MATERIALIZED (
    SELECT key FROM login_limits WHERE expire < (extract(epoch FROM now() - make_interval(days => $1)) * 1000)::bigint
    LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM login_limits l USING old WHERE l.key = old.key RETURNING l.key`,
);
