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
/** From one code of a phone's to the next. */
export const CODE_GAP_SECONDS = 60;
/** Failures in a window. Enough for an office behind one address; far too few to guess a password. */
const FAILURES = {
  /** On one account from one address: who tries to guess locks out himself first, not the owner. */
  accountFromAddress: 10,
  /** On one account from everywhere; NIST SP 800-63B, 5.2.2 ends at 100. */
  account: 50,
  /** From one address on any account. */
  address: 100,
} as const;
const REGISTRATION_WINDOW_SECONDS = 3_600;
/** From one address in production. Mobile carriers put thousands of phones behind one. */
const REGISTRATIONS = 300;
/** Codes that may be asked for in production. Each costs the operator a message, and its phone's owner a look. */
const CODES = {
  between: { points: 1, seconds: CODE_GAP_SECONDS },
  phone: { points: 3, seconds: LOGIN_WINDOW_SECONDS },
  phoneInADay: { points: 10, seconds: 24 * 3_600 },
  /** Behind it may be a carrier's crowd. */
  address: { points: 300, seconds: LOGIN_WINDOW_SECONDS },
} as const;

/** More at once than wait for a password to be checked; those beyond would only wait. */
const ATTEMPTS_AT_ONCE = 300;
/** Of the pool's connections: those that count in one row only hurt each other, and a flood leaves the others to the sale. */
const CONNECTIONS = 2;
const STATEMENT_WAIT_MS = 5_000;
/** So long a process answers for a limit that it found spent, without asking the database again. */
const SPENT_KEPT_MS = 1_000;
const SPENT_KEPT = 10_000;
const SLOTS = 2 ** 18;
/** Of limits so low that two who share a slot would notice. */
const MANY_SLOTS = 2 ** 22;

/** What bounds guessing, over all processes of the service together. */
export interface LoginLimits {
  /**
   * Runs `login` unless there were too many failures, then RATE_LIMITED, which says when to try again. `login` answers
   * undefined for a failure; one that throws decided nothing and counts as nothing. UNAVAILABLE when too many come at once.
   */
  guard<Result>(
    attempt: { account: string; clientAddress: string },
    login: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  /** Counts a registration, or RATE_LIMITED. Outside production there is no limit: tests and demos make many. */
  countRegistration(clientAddress: string): Promise<void>;
  /** Counts a code that is asked for, or RATE_LIMITED, whether or not anybody has the phone; also in production only. */
  countCode(attempt: { phone: string; clientAddress: string }): Promise<void>;
}

/** Makes the limits; what they have counted is in the database. */
export function createLoginLimits(base: Base): LoginLimits {
  const limiter = limitersOn(base);
  const perAccountFromAddress = limiter('accountFromAddress', FAILURES.accountFromAddress, LOGIN_WINDOW_SECONDS);
  const perAddress = limiter('address', FAILURES.address, LOGIN_WINDOW_SECONDS);
  const perAccount = limiter('account', FAILURES.account, LOGIN_WINDOW_SECONDS);
  const registrations = limiter('registrations', REGISTRATIONS, REGISTRATION_WINDOW_SECONDS);
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
      return admitted.take(['attempts'], async () => {
        // Counted before the password is checked: of a hundred tries at once only the first ten are made.
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
      await admitted.take(['attempts'], () => counter.take());
    },
    async countCode({ phone, clientAddress }) {
      if (!base.config.production) return;
      const counters = [...perPhone.map((count) => count(phone)), codesFrom(networkOf(clientAddress))];
      for (const counter of counters) counter.refuseIfSpent();
      await admitted.take(['attempts'], () => takeAll(counters));
    },
  };
}

/**
 * Takes one of each, or of none: an address that is out of tries on an account must not go on to lock its owner out. Answers what gives
 * them back.
 */
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
  /** RATE_LIMITED when it was found spent a moment ago. */
  refuseIfSpent(): void;
  /** RATE_LIMITED when it is spent; then nothing is taken: a crowd behind one address must not use it up by being refused. */
  take(): Promise<void>;
  giveBack(): Promise<unknown>;
  forget(): Promise<unknown>;
}

/**
 * Counts by slot, not by name, so that neither the table nor what a flood writes grows without end, and nobody's phone or address
 * is in it. The slot of a name is a secret, so that nobody can choose whose to share. Hashing caps
 * the failures of a process at some hundred a second, so that slots stay far below the limits of others.
 */
function limitersOn({
  config,
  db,
}: Base): (name: string, points: number, windowSeconds: number, slots?: number) => (of: string) => Counter {
  const secret = Buffer.from(hkdfSync('sha256', config.jwtSecret, '', 'login limits', 32));
  const turns = createKeyedSemaphore({
    atOnce: CONNECTIONS,
    // Of every attempt that was let in, all at once: what it has taken must be given back.
    maxWaiting: 3 * ATTEMPTS_AT_ONCE,
    maxWaitMs: STATEMENT_WAIT_MS,
    refusal: () => refuse('platform.tooManyLogins'),
  });
  const storeClient = {
    // The library names each of its statements, which a pooler in transaction mode does not take.
    query: ({ name, ...query }: QueryConfig) =>
      turns.take(['statements'], () => askingDatabase(db.pool.query({ ...query, ...(config.preparedStatements && { name }) }))),
  };

  return (keyPrefix, points, duration, slots = SLOTS) => {
    const counts = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'login_limits',
      // By a migration; and what has expired is purged with all else that ages.
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
