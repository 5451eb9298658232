import { createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { QueryConfig } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { App } from '../context.js';
import type { Query } from '../platform/database/connections.js';
import { askingDatabase } from '../platform/database/errors.js';
import { DomainError, refuse } from '../platform/domain-error.js';
import { createKeyedSemaphore } from '../platform/keyed-semaphore.js';

/** Attempts that count in one row block each other; a flood must leave connections to sales. */
const CONNECTIONS = 2;
/** All attempts may give back their counts at the same moment. */
const STATEMENTS_WAITING = 500;
const STATEMENT_WAIT_MS = 2_500;
/** It waits for one row, and behind a pooler for a connection. */
const ANSWERED_WITHIN_MS = 2_500;
/** A spent limit is refused from memory for so long, and for so many slots, without asking the database. */
const SPENT_KEPT_MS = 1_000;
const SPENT_KEPT = 10_000;
const SLOTS = 2 ** 18;
/** For low limits, where two names in one slot would notice. */
export const MANY_SLOTS = 2 ** 22;

export type Base = Pick<App, 'config' | 'db'>;

export interface Taken {
  /** In the window, with this one. */
  count: number;
  sinceFirstMs: number;
  leftMs: number;
}

export interface Counter {
  /** RATE_LIMITED if the limit was spent a moment ago. */
  refuseIfSpent(): void;
  /** RATE_LIMITED. A refused try is not counted: it must not prolong the limit for a crowd behind one address. */
  take(): Promise<Taken>;
  /** RATE_LIMITED. Remembered for a moment, unless others may still come in. */
  refuseFor(waitMs: number, isForAll?: boolean): DomainError;
  giveBack(): Promise<unknown>;
  forget(): Promise<unknown>;
}

// Counts by slots, a keyed hash of the name: the table stays small and holds no phone or address, and nobody can choose a slot
// to share.
export function limitersOn({ config, db }: Base) {
  const secret = Buffer.from(hkdfSync('sha256', config.jwtSecret, '', 'login limits', 32));
  const semaphore = createKeyedSemaphore({
    atOnce: CONNECTIONS,
    maxWaiting: STATEMENTS_WAITING,
    maxWaitMs: STATEMENT_WAIT_MS,
    refusal: () => refuse('platform.tooManyLogins'),
  });
  const storeClient = {
    // The library names its statements, which a pooler in transaction mode refuses.
    query: ({ name, ...given }: QueryConfig) => {
      const query: Query = { ...given, query_timeout: ANSWERED_WITHIN_MS, ...(config.preparedStatements && { name }) };
      return semaphore.run(['statements'], () => askingDatabase(db.pool.query(query)));
    },
  };

  return (keyPrefix: string, { points, seconds, refusal }: Limit, slots = SLOTS): ((of: string) => Counter) => {
    const counts = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'login_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: seconds,
    });
    // It takes its memory when it is made, and most limits are never reached.
    let spent: LRUCache<number, number> | undefined;

    return (of) => {
      const slot = createHmac('sha256', secret).update(`${keyPrefix} ${of}`).digest().readUInt32BE(0) % slots;
      const refuseFor = (waitMs: number, isForAll = true): DomainError => {
        if (isForAll) {
          spent ??= new LRUCache({ max: SPENT_KEPT, ttl: SPENT_KEPT_MS });
          spent.set(slot, Date.now() + waitMs);
        }
        return tooMany(waitMs, refusal);
      };
      return {
        refuseIfSpent() {
          const waitMs = (spent?.get(slot) ?? 0) - Date.now();
          if (waitMs > 0) throw tooMany(waitMs, refusal);
        },
        async take() {
          try {
            const { consumedPoints, msBeforeNext } = await counts.consume(slot);
            return { count: consumedPoints, sinceFirstMs: Math.max(0, 1_000 * seconds - msBeforeNext), leftMs: msBeforeNext };
          } catch (reason) {
            if (!(reason instanceof RateLimiterRes)) throw reason;
            await counts.reward(slot);
            throw refuseFor(reason.msBeforeNext);
          }
        },
        refuseFor,
        giveBack: () => counts.reward(slot),
        forget: () => counts.delete(slot),
      };
    };
  };
}

interface Limit {
  points: number;
  seconds: number;
  refusal?: 'auth.tooManySignUps';
}

function tooMany(waitMs: number, key: 'auth.tooManyAttempts' | 'auth.tooManySignUps' = 'auth.tooManyAttempts'): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return refuse(key, { seconds }, { retryAfterSeconds: seconds });
}

export type Take = (counter: Counter) => Promise<Taken>;

/** False when a limit refused it. */
export async function wasTaken(taking: (take: Take) => Promise<unknown>): Promise<boolean> {
  try {
    await takeAll(taking);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}

/** From all or none: an address without tries left must not lock out the owner of an account. */
export async function takeAll<Result>(taking: (take: Take) => Promise<Result>) {
  const taken: Counter[] = [];
  const giveBack = () => Promise.all(taken.splice(0).map((counter) => counter.giveBack()));
  try {
    const result = await taking(async (counter) => {
      const counted = await counter.take();
      taken.push(counter);
      return counted;
    });
    return { taken: result, giveBack };
  } catch (error) {
    await giveBack();
    throw error;
  }
}
