import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CONNECTION_WAIT_MS, POOLED_ANSWER_MS } from '../deadlines.js';
import {
  isConflict,
  isConnectionLost,
  isConnectionRefused,
  isConnectionSpent,
  isLockTimeout,
  isStartupRefused,
  isUnsent,
  sqlstateOf,
  UnknownOutcomeError,
  markFromDatabase,
} from './errors.js';
import { retrying } from './retry.js';

const ASKED_EVERY_MS = 100;

/** `query_timeout` is known to pg, but not to its types. */
export interface Query extends pg.QueryConfig {
  query_timeout?: number | undefined;
}

/** Waits for a server that restarts, and drops connections that broke. */
export interface Connections {
  connect(endsAtMs?: number): Promise<pg.PoolClient>;
  release(client: pg.PoolClient, error?: unknown): void;
  /** Throws as after a lost reply when Postgres stopped waiting for its synchronous standby: a failover may undo what it answered. */
  assertReplicated(client: pg.PoolClient): void;
  /** Again after a conflict. After a lost connection only a `repeatable` statement is, and one that was not sent; for others UnknownOutcomeError. */
  send<Row extends object>(query: Query, repeatable: boolean): Promise<pg.QueryResult<Row>>;
}

/** `isPooled`: what the connection leads to is a pooler. */
export function createConnections(pool: pg.Pool, isPooled: (client: pg.PoolClient) => boolean): Connections {
  const unreplicated = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) =>
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') unreplicated.add(client);
    }),
  );

  let away: { sinceMs: number; refusal: unknown; over: Promise<void> } | undefined;

  const askUntilItAnswers = async (): Promise<void> => {
    for (;;) {
      await sleep(ASKED_EVERY_MS);
      try {
        (await pool.connect()).release();
        break;
      } catch (error) {
        if (!isConnectionRefused(error)) break;
      }
    }
    away = undefined;
  };

  /** The pool counts its limit from the start of each try; a request has one limit for all tries. */
  const take = (endsAtMs: number): Promise<pg.PoolClient> => {
    const taking = pool.connect();
    const leftMs = endsAtMs - performance.now();
    if (leftMs > CONNECTION_WAIT_MS - ASKED_EVERY_MS) return taking;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        taking.then((late) => late.release()).catch(() => undefined);
        reject(new Error('timeout exceeded when trying to connect'));
      }, leftMs);
      taking.finally(() => clearTimeout(timer)).then(resolve, reject);
    });
  };

  const connect: Connections['connect'] = async (endsAtMs = performance.now() + CONNECTION_WAIT_MS) => {
    for (let isBare = false; ;) {
      // One caller asks for all: thousands of attempts would not help a server to recover.
      if (away) {
        const waitMs = Math.min(endsAtMs, away.sinceMs + CONNECTION_WAIT_MS) - performance.now();
        if (waitMs <= 0) throw away.refusal;
        await Promise.race([away.over, sleep(waitMs, undefined, { ref: false })]);
        continue;
      }
      try {
        return await take(endsAtMs);
      } catch (error) {
        markFromDatabase(error);
        // A pooler that knows no guards: those of the role hold, from now on.
        if (isStartupRefused(error) && !isBare) {
          isBare = true;
          pool.options.options = undefined;
          continue;
        }
        if (!isConnectionRefused(error)) throw error;
        if (sqlstateOf(error) === '53300') {
          if (performance.now() >= endsAtMs) throw error;
          await sleep(ASKED_EVERY_MS);
        } else away ??= { sinceMs: performance.now(), refusal: error, over: askUntilItAnswers() };
      }
    }
  };

  const release: Connections['release'] = (client, error) => {
    // After an answer of Postgres the connection is intact; after any other error that is uncertain.
    client.release(error !== undefined && (sqlstateOf(error) === undefined || isConnectionSpent(error)));
  };

  const assertReplicated: Connections['assertReplicated'] = (client) => {
    if (!unreplicated.delete(client)) return;
    throw Object.assign(new Error('Postgres did not wait for its standby'), { code: '08007' });
  };

  return {
    connect,
    release,
    assertReplicated,
    send<Row extends object>(query: Query, repeatable: boolean) {
      const askedAtMs = performance.now();
      const endsAtMs = askedAtMs + CONNECTION_WAIT_MS;
      const leftMs = (): number => askedAtMs + POOLED_ANSWER_MS - performance.now();
      const sendOnce = async (): Promise<pg.QueryResult<Row>> => {
        const client = await connect(endsAtMs);
        const isLimited = isPooled(client) && query.query_timeout === undefined;
        try {
          const result = await client.query<Row>(isLimited ? { ...query, query_timeout: Math.max(1, leftMs()) } : query);
          assertReplicated(client);
          client.release();
          return result;
        } catch (error) {
          markFromDatabase(error);
          release(client, error);
          if (!repeatable && isConnectionLost(error) && !isUnsent(error)) throw new UnknownOutcomeError(error);
          throw error;
        }
      };
      const isAgain = (error: unknown): boolean =>
        leftMs() > 0 && (isConflict(error) || isLockTimeout(error) || isConnectionLost(error));
      return retrying(sendOnce, isAgain, endsAtMs);
    },
  };
}
