import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Query } from './connections.js';
import { isDataOrIntegrityError, isStartupRefused } from './errors.js';
import { GUARD_OPTIONS } from './guards.js';
import { statement, type Statement, type Sql } from './statement.js';

/** Where a statement of a reader was executed. */
export type Place = 'replica' | 'primary';

/**
 * A standby that reads for the primary. It is asked only when it has replayed what the primary had committed: at the first statement of the
 * reader, or at most `maxAgeMs` before it. Otherwise, and after every failure, the primary answers.
 */
export interface Replica {
  reader(maxAgeMs: number): Sql;
  close(): Promise<void>;
}

const CONNECTIONS = 5;
/** For a connection, for the replica to catch up and for its answer. Then the primary answers, within the five seconds of a request. */
const ANSWERS_WITHIN_MS = 1_500;
const ASKED_EVERY_MS = 20;
/** After a failure nobody asks the replica again for this long: a caller would wait for it each time. */
const RESTS_MS = 5_000;

/** All commits that the primary has acknowledged are before it. */
const selectCommitted = statement<{ lsn: string }>('select_committed_lsn', 'SELECT pg_current_wal_flush_lsn()::text AS "lsn"');
/** Null on a server that takes writes: it may be a primary of before a failover. $1 LSN. */
const HAS_REPLAYED = 'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= $1::pg_lsn END AS "has"';

class ReplicaUnusable extends Error {}

export function openReplica(options: {
  url: string;
  primary: Sql;
  queryOf(stmt: Statement<object>, values?: unknown[]): Query;
  onRead(place: Place): void;
  /** Once until it is used again. */
  onUnused(reason: Error): void;
  onUsed(): void;
}): Replica {
  const { primary, queryOf, onRead, onUnused, onUsed } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: CONNECTIONS,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    application_name: 'raffle-gateway-reader',
    options: GUARD_OPTIONS,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  let unused: { untilMs: number } | undefined;
  const leave = (reason: Error): void => {
    if (!unused) onUnused(reason);
    unused = { untilMs: performance.now() + RESTS_MS };
  };

  let committed: { lsn: Promise<string>; atMs: number } | undefined;
  const committedLsn = (maxAgeMs: number): Promise<string> => {
    const atMs = performance.now();
    if (committed && atMs - committed.atMs < maxAgeMs) return committed.lsn;
    const lsn = primary.query(selectCommitted).then(([row]) => row!.lsn);
    lsn.catch(() => (committed = undefined));
    committed = { lsn, atMs };
    return lsn;
  };

  const connect = async (): Promise<pg.PoolClient> => {
    const { options: guards } = pool.options;
    try {
      return await pool.connect();
    } catch (error) {
      // A pooler that knows no guards: those of the role hold. Several connections may be refused at once.
      if (!isStartupRefused(error) || !guards) throw error;
      pool.options.options = undefined;
      return pool.connect();
    }
  };

  /** In the transaction of the statement: behind one address, or a pooler of transactions, there may be several standbys. */
  const awaitReplay = async (client: pg.PoolClient, lsn: string, leftMs: () => number): Promise<void> => {
    for (;;) {
      const asked: Query = { text: HAS_REPLAYED, values: [lsn], query_timeout: leftMs() };
      const { rows } = await client.query<{ has: boolean | null }>(asked);
      const has = rows[0]!.has;
      if (has) return;
      if (has === null) throw new ReplicaUnusable('the server of REPLICA_DATABASE_URL takes writes: it is no standby');
      if (leftMs() <= ASKED_EVERY_MS) throw new ReplicaUnusable('the replica is behind the primary');
      await sleep(ASKED_EVERY_MS);
    }
  };

  const onReplica = async <Row extends object>(
    stmt: Statement<Row>,
    values: unknown[] | undefined,
    lsn: string,
  ): Promise<Row[]> => {
    const endsAtMs = performance.now() + ANSWERS_WITHIN_MS;
    const leftMs = (): number => Math.max(1, endsAtMs - performance.now());
    const client = await connect();
    let failure: unknown;
    try {
      const send = <Sent extends object>(query: Query) => client.query<Sent>({ ...query, query_timeout: leftMs() } as Query);
      await send({ text: 'BEGIN READ ONLY' });
      await awaitReplay(client, lsn, leftMs);
      const { rows } = await send<Row>(queryOf(stmt, values));
      await send({ text: 'COMMIT' });
      return rows;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // With its transaction. Another connection may lead to another standby.
      client.release(failure !== undefined);
    }
  };

  return {
    reader(maxAgeMs) {
      let lsn: Promise<string> | undefined;
      return {
        async query(stmt, values) {
          if (unused && performance.now() < unused.untilMs) {
            onRead('primary');
            return primary.query(stmt, values);
          }
          lsn ??= committedLsn(maxAgeMs);
          const needed = await lsn;
          try {
            const rows = await onReplica(stmt, values, needed);
            if (unused) onUsed();
            unused = undefined;
            onRead('replica');
            return rows;
          } catch (error) {
            // A wrong value is wrong for the primary too.
            if (isDataOrIntegrityError(error)) throw error;
            leave(error as Error);
            onRead('primary');
            return primary.query(stmt, values);
          }
        },
      };
    },
    close: () => pool.end(),
  };
}
