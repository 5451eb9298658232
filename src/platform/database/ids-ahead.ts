import pg from 'pg';
import type { Query } from './connections.js';
import { isForbidden, isLockTimeout } from './errors.js';

/*
 * Numbers that sequences give are public: orders, codes of billing orders. A restored backup, or a replica that had not received all,
 * no longer knows the last ones. If it gave them a second time, a code that somebody still has would pay another's order.
 */

/** More than any sale measured makes in a second. */
const IDS_A_SECOND = 10_000;
const IDS_AT_LEAST = 1_000_000;
/** Of sequences that end at 2^31: operators and clients make what these number. */
const SMALL_IDS_A_SECOND = 1;
const SMALL_IDS_AT_LEAST = 1_000;

/** SQL: Postgres' own tables. A copy of rows alone has them, but not how far their sequences were. */
const SELECT_NUMBERED = `
  SELECT s.seqrelid::regclass::text AS "sequence", t.oid::regclass::text AS "table", quote_ident(a.attname) AS "column",
         s.seqtypid = 'integer'::regtype AS "isSmall"
  FROM pg_sequence s JOIN pg_class q ON q.oid = s.seqrelid
  JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = q.oid AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
  JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
  WHERE q.relnamespace = current_schema()::regnamespace ORDER BY 1`;

/** Takes every sequence that was used beyond what it can have given since. In the caller's transaction. */
export async function jumpAhead(client: pg.ClientBase, since: Date): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string; isSmall: boolean }>(SELECT_NUMBERED);
  for (const { sequence, table, column, isSmall } of rows) {
    const [perSecond, atLeast] = isSmall ? [SMALL_IDS_A_SECOND, SMALL_IDS_AT_LEAST] : [IDS_A_SECOND, IDS_AT_LEAST];
    await client.query(
      `SELECT setval($1::regclass, l.last + $2::bigint + ceil($3 * greatest(0, extract(epoch FROM clock_timestamp() - $4::timestamptz)))::bigint)
       FROM (
         SELECT greatest((SELECT last_value FROM ${sequence} WHERE is_called), (SELECT max(${column})::bigint FROM ${table})) AS last
       ) l WHERE l.last IS NOT NULL`,
      [sequence, atLeast, perSecond, since],
    );
  }
}

/** A standby, which gives no numbers, is not asked for the end of its log. */
const SELECT_LINEAGE = `
  SELECT c.system_identifier::text AS "systemIdentifier",
         CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS "timeline",
         l.system_identifier = c.system_identifier AS "isSameServer", l.timeline AS "knownTimeline", l.seen_at AS "seenAt",
         l.seen_at < now() - interval '1 minute' AS "isLongAgo"
  FROM pg_control_system() c CROSS JOIN database_lineage l WHERE l.id = 1`;
const SEE = `
  UPDATE database_lineage SET system_identifier = $1, timeline = $2, seen_at = greatest(seen_at, now()) WHERE id = 1`;

interface Lineage {
  systemIdentifier: string;
  timeline: string | null;
  isSameServer: boolean;
  knownTimeline: string;
  seenAt: Date;
  isLongAgo: boolean;
}

/** It waits for nothing: a new connection on which it takes longer is dead. */
const ANSWERED_WITHIN_MS = 2_000;

/**
 * Of a new connection, before it is used: a failover ends all connections of before. `onForbidden`: the role may not ask which server this
 * is, so nobody notices another one.
 */
export async function keepIdsAhead(client: pg.ClientBase, onForbidden: (error: Error) => void): Promise<void> {
  const found = await lineageOf(client, onForbidden);
  if (!found?.timeline) return;
  if (isKnown(found)) {
    if (found.isLongAgo) await client.query(SEE, [found.systemIdentifier, found.timeline]);
    return;
  }
  await client.query('BEGIN');
  try {
    await client.query('SELECT FROM database_lineage WHERE id = 1 FOR UPDATE');
    const [now] = (await client.query<Lineage>(SELECT_LINEAGE)).rows;
    // A COMMIT waits for the standby, for the lock too, and all other new connections wait behind it.
    let end = 'ROLLBACK';
    if (now?.timeline && !isKnown(now)) {
      await jumpAhead(client, now.seenAt);
      await client.query(SEE, [now.systemIdentifier, now.timeline]);
      end = 'COMMIT';
    }
    await client.query(end);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    // Another connection jumps. Its COMMIT waits for a standby, which a new leader lacks at first.
    throw isLockTimeout(error) ? notYetAhead(error) : error;
  }
}

/** cannot_connect_now: as of a server that starts, callers wait and ask again. */
function notYetAhead(cause: unknown): Error {
  return Object.assign(new Error('the numbers of a new leader are not ahead yet', { cause }), { code: '57P03' });
}

async function lineageOf(client: pg.ClientBase, onForbidden: (error: Error) => void): Promise<Lineage | undefined> {
  const asked: Query = { text: SELECT_LINEAGE, query_timeout: ANSWERED_WITHIN_MS };
  try {
    return (await client.query<Lineage>(asked)).rows[0];
  } catch (error) {
    if (!isForbidden(error)) throw error;
    onForbidden(error as Error);
    return undefined;
  }
}

const isKnown = ({ isSameServer, timeline, knownTimeline }: Lineage): boolean => isSameServer && timeline === knownTimeline;
