import { Prisma } from '../../generated/prisma/client.js';
import { isConflict, isConnectionLost, isConnectionRefused, sqlstateOf, UnknownOutcomeError } from './errors.js';

/**
 * Postgres lacks disk, memory or connections (class 53), was stopped or told to give up (57), gave up on a lock (55P03), cannot
 * read or write its disk (58030), or is one that only reads (25006): a standby, or one that somebody set so.
 */
const SQLSTATES = /^(53...|57...|55P03|58030|25006)$/;
/** Prisma's: not reached, timed out, no connection free in its pool, no transaction started in time. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P2024', 'P2028']);
/** Of pg's pool, which gives these no code. */
const MESSAGES = /timeout exceeded when trying to connect|Cannot use a pool after calling end/;
/** What Prisma's adapter calls the same where it opens and ends transactions. */
const ADAPTER_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

const UNAVAILABLE = 'The service is busy, or its database is away: try again in a moment.';
const UNKNOWN =
  'The database went away before it said whether this was done: look before you ask for it again. '
  + 'What is repeated with the same Idempotency-Key is done once.';

/** What callers are told, as UNAVAILABLE, of an error that is the database's state; undefined for any other error. */
export function unavailableMessage(error: unknown): string | undefined {
  if (!isDatabaseUnavailable(error)) return undefined;
  return error instanceof UnknownOutcomeError ? UNKNOWN : UNAVAILABLE;
}

/**
 * Whether Postgres could not be asked, did not answer in time or cannot work: nothing is wrong with the request, and later it may
 * pass. Looks into causes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof UnknownOutcomeError || error instanceof Prisma.PrismaClientInitializationError) return true;
  if (isConnectionLost(error) || isConnectionRefused(error) || isConflict(error) || MESSAGES.test(error.message)) return true;
  if (SQLSTATES.test(sqlstateOf(error) ?? '')) return true;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && PRISMA_CODES.has(code)) return true;
  if (typeof cause === 'object' && cause !== null && 'kind' in cause) return ADAPTER_KINDS.has(String(cause.kind));
  return isDatabaseUnavailable(cause);
}
