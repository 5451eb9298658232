import { createHmac, randomBytes } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../platform/domain-error.js';
import { networkOf } from '../platform/http/network-of.js';

const LOGIN_WINDOW_SECONDS = 15 * 60;
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

/** What bounds guessing. Kept in this process: behind a balancer the bound is a process's, times the processes. */
export interface LoginLimits {
  /**
   * Runs `login` unless there were too many failures, then RATE_LIMITED, which says when to try again. `login` answers
   * undefined for a failure; one that throws decided nothing and counts as nothing.
   */
  guard<Result>(
    attempt: { account: string; clientAddress: string },
    login: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  /** Counts a registration, or RATE_LIMITED. Outside production there is no limit: tests and demos make many. */
  countRegistration(clientAddress: string): Promise<void>;
}

/** Makes the process's limits, all of them unused. */
export function createLoginLimits(options: { production: boolean }): LoginLimits {
  const perAccountFromAddress = limiter(FAILURES.accountFromAddress, LOGIN_WINDOW_SECONDS);
  const perAddress = limiter(FAILURES.address, LOGIN_WINDOW_SECONDS);
  const perAccount = limiter(FAILURES.account, LOGIN_WINDOW_SECONDS);
  const registrations = limiter(REGISTRATIONS, REGISTRATION_WINDOW_SECONDS);

  return {
    async guard({ account, clientAddress }, login) {
      const address = networkOf(clientAddress);
      const pair = perAccountFromAddress.of(`${address} ${account}`);
      const counters = [pair, perAddress.of(address), perAccount.of(account)];
      const taken: Counter[] = [];
      const giveBack = () => Promise.all(taken.map((counter) => counter.giveBack()));
      try {
        // Counted before the password is checked: of a hundred tries at once only the first ten are made.
        for (const counter of counters) {
          await counter.take();
          taken.push(counter);
        }
        const result = await login();
        if (result === undefined) return undefined;
        await giveBack();
        await pair.forget();
        return result;
      } catch (error) {
        // A refused attempt too: an address out of tries on an account must not go on to lock its owner out.
        await giveBack();
        throw error;
      }
    },
    async countRegistration(clientAddress) {
      if (options.production) await registrations.of(networkOf(clientAddress)).take();
    },
  };
}

interface Counter {
  take(): Promise<void>;
  giveBack(): Promise<unknown>;
  forget(): Promise<unknown>;
}

/**
 * Counts by slot, not by name, so that memory is bounded: 65,536 slots, keyed by a secret of this process so that
 * nobody can choose whose slot to share. Hashing caps failures at a few hundred a second, so even then slots stay
 * far below the limits of others. Full, all counters together hold some 70 MB.
 */
function limiter(points: number, windowSeconds: number): { of(name: string): Counter } {
  const counts = new RateLimiterMemory({ points, duration: windowSeconds });
  const secret = randomBytes(32);
  return {
    of(name) {
      const slot = createHmac('sha256', secret).update(name).digest().readUInt16BE(0);
      return {
        take: async () => {
          await counts.consume(slot).catch(refuse);
        },
        giveBack: () => counts.reward(slot),
        forget: () => counts.delete(slot),
      };
    },
  };
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  throw new DomainError('RATE_LIMITED', `Too many attempts: try again in ${Math.ceil(reason.msBeforeNext / 1000)} seconds.`);
}
