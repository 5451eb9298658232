import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CONNECTION_WAIT_MS } from '../deadlines.js';
import {
  isConflict,
  isConnectionLost,
  isConnectionRefused,
  isConnectionSpent,
  isLockTimeout,
  sqlstateOf,
  UnknownOutcomeError,
  markFromDatabase,
} from './errors.js';
import { retrying } from './retry.js';

/** A server that starts again is asked so often whether it answers, by one of a process for all. */
const ASKED_EVERY_MS = 100;

/** A query and, in milliseconds, when a server that does not answer it is given up; pg knows it, its types do not. */
export interface Query extends pg.QueryConfig {
  query_timeout?: number | undefined;
}

/** The pool's connections, had and given back so that a server that restarts is waited for and a broken connection is not met twice. */
export interface Connections {
  /** Lends a connection, or rejects when none can be had in time. */
  connect(endsAtMs?: number): Promise<pg.PoolClient>;
  /** Takes it back after work that may have ended with an error. */
  release(client: pg.PoolClient, error?: unknown): void;
  /**
   * Sends one statement outside a transaction; again when another transaction was in the way and, when it is `repeatable`, after a connection that was lost
   * under it. Of any other lost one the outcome is unknown: UnknownOutcomeError.
   */
  send<Row extends object>(query: Query, repeatable: boolean): Promise<pg.QueryResult<Row>>;
}

export function createConnections(pool: pg.Pool): Connections {
  /** While the server takes no connections: since when, what it says to that, and what ends when it takes one again. */
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

  const connect: Connections['connect'] = async (endsAtMs = performance.now() + CONNECTION_WAIT_MS) => {
    for (;;) {
      // One asks for all: a server that recovers is not helped by thousands who knock. When it stays away nobody waits any more.
      if (away) {
        const waitMs = Math.min(endsAtMs, away.sinceMs + CONNECTION_WAIT_MS) - performance.now();
        if (waitMs <= 0) throw away.refusal;
        await Promise.race([away.over, sleep(waitMs, undefined, { ref: false })]);
        continue;
      }
      try {
        return await pool.connect();
      } catch (error) {
        markFromDatabase(error);
        if (!isConnectionRefused(error)) throw error;
        // Full: those that are open go on working.
        if (sqlstateOf(error) === '53300') {
          if (performance.now() >= endsAtMs) throw error;
          await sleep(ASKED_EVERY_MS);
        } else away ??= { sinceMs: performance.now(), refusal: error, over: askUntilItAnswers() };
      }
    }
  };

  const release: Connections['release'] = (client, error) => {
    // What Postgres answered leaves a connection as it was; after any other error that is not certain.
    client.release(error !== undefined && (sqlstateOf(error) === undefined || isConnectionSpent(error)));
  };

  return {
    connect,
    release,
    send<Row extends object>(query: Query, repeatable: boolean) {
      const endsAtMs = performance.now() + CONNECTION_WAIT_MS;
      const sendOnce = async (): Promise<pg.QueryResult<Row>> => {
        const client = await connect(endsAtMs);
        try {
          const result = await client.query<Row>(query);
          client.release();
          return result;
        } catch (error) {
          markFromDatabase(error);
          release(client, error);
          if (!repeatable && isConnectionLost(error)) throw new UnknownOutcomeError(error);
          throw error;
        }
      };
      return retrying(sendOnce, (error) => isConflict(error) || isLockTimeout(error) || isConnectionLost(error), endsAtMs);
    },
  };
}
