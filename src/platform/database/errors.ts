import pg from 'pg';
import { Prisma } from '../../generated/prisma/client.js';

/** Five characters; none of Node's own codes, which begin with E. */
const SQLSTATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/**
 * The SQLSTATE of what Postgres answered, however it is wrapped: pg calls it `code`; Prisma keeps it as the driver's `originalCode`,
 * two levels below a code of its own; its adapter, where it opens and ends transactions, one level below.
 */
export function sqlstateOf(error: unknown): string | undefined {
  const answered = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.driverAdapterError : error;
  if (!(answered instanceof Error)) return undefined;
  const { code, cause } = answered as { code?: unknown; cause?: { originalCode?: unknown } };
  const state = cause?.originalCode ?? code;
  return typeof state === 'string' && SQLSTATE.test(state) ? state : undefined;
}

/** A value that must be unique is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlstateOf(error) === '23505';
}

/** Another row still refers to this one, or this one refers to a row that is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return /^23(503|001)$/.test(sqlstateOf(error) ?? '');
}

/** A row that cannot be stored: a data exception or an integrity violation. */
export function isDataOrIntegrityError(error: unknown): boolean {
  return /^2[23]/.test(sqlstateOf(error) ?? '');
}

/** Another transaction was in the way (serialization_failure, deadlock_detected): nothing was done, and it may be done again. */
export function isConflict(error: unknown): boolean {
  return /^40(001|P01)$/.test(sqlstateOf(error) ?? '');
}

/** lock_not_available: nothing was done, because somebody else held for too long what it needs. */
export function isLockTimeout(error: unknown): boolean {
  return sqlstateOf(error) === '55P03';
}

/** cannot_connect_now (it starts or stops), too_many_connections. */
const REFUSED_STATES = new Set(['57P03', '53300']);
const REFUSED_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** No connection could be had from the server: nothing was sent on it. */
export function isConnectionRefused(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return REFUSED_STATES.has(sqlstateOf(error) ?? '') || (typeof code === 'string' && REFUSED_CODES.has(code));
}

/** The server's last words on a connection: it, or this session, is ended (57P01 to 57P05, 25P03 and 25P04); class 08. */
const LAST_WORDS = /^(57P0[1245]|25P0[34]|08...)$/;
const LOST_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'P1017', 'P1008']);
/** Of pg, and of Prisma's adapter where it opens and ends savepoints, which give these no code. */
const LOST_MESSAGES = /Connection terminated|not queryable|server closed the connection|Query read timeout|^ConnectionClosed$/i;

/** The connection ended, or fell silent, while something was under way: what was sent may or may not have been done. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlstateOf(error);
  if (state) return LAST_WORDS.test(state);
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && LOST_CODES.has(code)) || LOST_MESSAGES.test(error.message);
}

/** Nothing more is to be had on the connection: it is lost, or of a server that only reads, which may not be the right one any more. */
export function isConnectionSpent(error: unknown): boolean {
  return isConnectionLost(error) || sqlstateOf(error) === '25006';
}

/** Nobody can say whether a write took effect, so nobody here does it again. Told to callers as UNAVAILABLE, in its own words. */
export class UnknownOutcomeError extends Error {
  constructor(cause?: unknown) {
    super('Postgres did not say in time what became of a write', { cause });
  }
}

/** Errors of the network that came by a connection to Postgres: by themselves they look like those of any other call. */
const marked = new WeakSet<object>();

/** Notes that an error came from the database. */
export function markFromDatabase(error: unknown): void {
  if (typeof error === 'object' && error !== null) marked.add(error);
}

/** The same of what a call to the database rejects with. */
export async function askingDatabase<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    markFromDatabase(error);
    throw error;
  }
}

/** Whether an error is the database's own, or came by a connection to it. */
export function isFromDatabase(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    marked.has(error)
    || error instanceof pg.DatabaseError
    || error instanceof Prisma.PrismaClientKnownRequestError
    || error instanceof Prisma.PrismaClientInitializationError
    || error.name === 'DriverAdapterError'
  );
}
