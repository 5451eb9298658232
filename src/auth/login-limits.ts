import { askingDatabase } from '../platform/database/errors.js';
import { createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { QueryConfig } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { App } from '../context.js';
import { type DomainError, refuse } from '../platform/domain-error.js';
import { networkOf } from '../platform/http/addresses.js';
import { createKeyedSemaphore } from '../platform/keyed-semaphore.js';

const LOGIN_WINDOW_SECONDS = 15 * 60;
/** Mobile carriers put thousands of phones behind one address: a thousand buyers with three tries each must not be refused. */
const OF_AN_ADDRESS = 3_000;
/** Between two codes of one phone. */
export const CODE_GAP_SECONDS = 60;
/** Too few to guess a password. */
const FAILURES = {
  /** An attacker locks out the own address first, not the owner of the account. */
  accountFromAddress: 10,
  /** NIST SP 800-63B, 5.2.2 allows at most 100. */
  account: 50,
  address: OF_AN_ADDRESS,
} as const;
const REGISTRATION_WINDOW_SECONDS = 3_600;
/** In production. Each code costs the operator a message. */
const CODES = {
  between: { points: 1, seconds: CODE_GAP_SECONDS },
  phone: { points: 3, seconds: LOGIN_WINDOW_SECONDS },
  phoneInADay: { points: 10, seconds: 24 * 3_600 },
  address: { points: OF_AN_ADDRESS, seconds: LOGIN_WINDOW_SECONDS },
} as const;

/** More than can wait for a password check. */
const ATTEMPTS_AT_ONCE = 300;
/** Attempts that count in one row block each other; a flood must leave connections to sales. */
const CONNECTIONS = 2;
const STATEMENT_WAIT_MS = 5_000;
/** A spent limit is refused from memory for so long, and for so many slots, without asking the database. */
const SPENT_KEPT_MS = 1_000;
const SPENT_KEPT = 10_000;
const SLOTS = 2 ** 18;
/** For low limits, where two names in one slot would notice. */
const MANY_SLOTS = 2 ** 22;

export interface LoginLimits {
  /** `login` returns undefined for a failure; an error counts as no try. RATE_LIMITED; UNAVAILABLE if too many run at once. */
  guard<Result>(
    attempt: { account: string; clientAddress: string },
    login: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  countRegistration(clientAddress: string): Promise<void>;
  /** RATE_LIMITED, also for a phone without an account. No limits outside production. */
  countCode(attempt: { phone: string; clientAddress: string }): Promise<void>;
}

export function createLoginLimits(base: Base): LoginLimits {
  const limiter = limitersOn(base);
  const perAccountFromAddress = limiter('accountFromAddress', FAILURES.accountFromAddress, LOGIN_WINDOW_SECONDS);
  const perAddress = limiter('address', FAILURES.address, LOGIN_WINDOW_SECONDS);
  const perAccount = limiter('account', FAILURES.account, LOGIN_WINDOW_SECONDS);
  const registrations = limiter('registrations', OF_AN_ADDRESS, REGISTRATION_WINDOW_SECONDS);
  const perPhone = [CODES.between, CODES.phone, CODES.phoneInADay].map(({ points, seconds }) =>
    limiter(`codes:${seconds}`, points, seconds, MANY_SLOTS),
  );
  const codesFrom = limiter('codes:address', CODES.address.points, CODES.address.seconds);
  const admitted = createKeyedSemaphore({
    atOnce: ATTEMPTS_AT_ONCE,
    maxWaiting: 0,
    maxWaitMs: 0,
    refusal: () => refuse('platform.tooManyLogins'),
  });

  return {
    async guard({ account, clientAddress }, login) {
      const address = networkOf(clientAddress);
      const pair = perAccountFromAddress(`${address} ${account}`);
      const counters = [pair, perAddress(address), perAccount(account)];
      for (const counter of counters) counter.refuseIfSpent();
      return admitted.run(['attempts'], async () => {
        // Counted before the password check: of a hundred tries at once only ten run.
        const giveBack = await takeAll(counters);
        try {
          const result = await login();
          if (result === undefined) return undefined;
          await giveBack();
          await pair.forget();
          return result;
        } catch (error) {
          await giveBack();
          throw error;
        }
      });
    },
    async countRegistration(clientAddress) {
      if (!base.config.production) return;
      const counter = registrations(networkOf(clientAddress));
      counter.refuseIfSpent();
      await admitted.run(['attempts'], () => counter.take());
    },
    async countCode({ phone, clientAddress }) {
      if (!base.config.production) return;
      const counters = [...perPhone.map((count) => count(phone)), codesFrom(networkOf(clientAddress))];
      for (const counter of counters) counter.refuseIfSpent();
      await admitted.run(['attempts'], () => takeAll(counters));
    },
  };
}

// From all or none: an address without tries left must not lock out the owner of an account. Returns a function that gives them
// back.
async function takeAll(counters: readonly Counter[]): Promise<() => Promise<unknown>> {
  const taken: Counter[] = [];
  const giveBack = () => Promise.all(taken.splice(0).map((counter) => counter.giveBack()));
  try {
    for (const counter of counters) {
      await counter.take();
      taken.push(counter);
    }
    return giveBack;
  } catch (error) {
    await giveBack();
    throw error;
  }
}

type Base = Pick<App, 'config' | 'db'>;

interface Counter {
  /** RATE_LIMITED if the limit was spent a moment ago. */
  refuseIfSpent(): void;
  /** RATE_LIMITED. A refused try is not counted: it must not prolong the limit for a crowd behind one address. */
  take(): Promise<void>;
  giveBack(): Promise<unknown>;
  forget(): Promise<unknown>;
}

// Counts by slots, a keyed hash of the name: the table stays small and holds no phone or address, and nobody can choose a slot
// to share.
function limitersOn({ config, db }: Base) {
  const secret = Buffer.from(hkdfSync('sha256', config.jwtSecret, '', 'login limits', 32));
  const semaphore = createKeyedSemaphore({
    atOnce: CONNECTIONS,
    // All admitted attempts may give back their three counts at the same moment.
    maxWaiting: 3 * ATTEMPTS_AT_ONCE,
    maxWaitMs: STATEMENT_WAIT_MS,
    refusal: () => refuse('platform.tooManyLogins'),
  });
  const storeClient = {
    // The library names its statements, which a pooler in transaction mode refuses.
    query: ({ name, ...query }: QueryConfig) =>
      semaphore.run(['statements'], () =>
        askingDatabase(db.pool.query({ ...query, ...(config.preparedStatements && { name }) })),
      ),
  };

  return (keyPrefix: string, points: number, duration: number, slots = SLOTS): ((of: string) => Counter) => {
    const counts = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'login_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
    const spent = new LRUCache<number, number>({ max: SPENT_KEPT, ttl: SPENT_KEPT_MS });

    return (of) => {
      const slot = createHmac('sha256', secret).update(`${keyPrefix} ${of}`).digest().readUInt32BE(0) % slots;
      return {
        refuseIfSpent() {
          const endsAt = spent.get(slot);
          if (endsAt !== undefined) throw tooMany(endsAt - Date.now());
        },
        async take() {
          try {
            await counts.consume(slot);
          } catch (reason) {
            if (!(reason instanceof RateLimiterRes)) throw reason;
            spent.set(slot, Date.now() + reason.msBeforeNext);
            await counts.reward(slot);
            throw tooMany(reason.msBeforeNext);
          }
        },
        giveBack: () => counts.reward(slot),
        forget: () => counts.delete(slot),
      };
    };
  };
}

function tooMany(waitMs: number): DomainError {
  const seconds = Math.ceil(waitMs / 1_000);
  return refuse('auth.tooManyAttempts', { seconds }, { retryAfterSeconds: seconds });
}
