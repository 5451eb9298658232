import pg from 'pg';
import { Prisma } from '../../generated/prisma/client.js';
import { textOf } from '../domain-error.js';
import type { KeyedText } from '../texts.js';

/** Node's own codes begin with E. */
const SQLSTATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** The SQLSTATE of an error of pg (`code`), of Prisma (`originalCode`, two levels down) or of its adapter (one level down). */
export function sqlstateOf(error: unknown): string | undefined {
  const answered = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.driverAdapterError : error;
  if (!(answered instanceof Error)) return undefined;
  const { code, cause } = answered as { code?: unknown; cause?: { originalCode?: unknown } };
  const state = cause?.originalCode ?? code;
  return typeof state === 'string' && SQLSTATE.test(state) ? state : undefined;
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlstateOf(error) === '23505';
}

export function isForeignKeyViolation(error: unknown): boolean {
  return /^23(503|001)$/.test(sqlstateOf(error) ?? '');
}

export function isDataOrIntegrityError(error: unknown): boolean {
  return /^2[23]/.test(sqlstateOf(error) ?? '');
}

/** serialization_failure or deadlock_detected: nothing was done, and it may be run again. */
export function isConflict(error: unknown): boolean {
  return /^40(001|P01)$/.test(sqlstateOf(error) ?? '');
}

/** insufficient_privilege */
export function isForbidden(error: unknown): boolean {
  return sqlstateOf(error) === '42501';
}

/** lock_not_available: nothing was done. */
export function isLockTimeout(error: unknown): boolean {
  return sqlstateOf(error) === '55P03';
}

const REFUSED_STATES = new Set(['57P03', '53300']);
const REFUSED_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** There was no connection, so that nothing was sent. */
export function isConnectionRefused(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return REFUSED_STATES.has(sqlstateOf(error) ?? '') || (typeof code === 'string' && REFUSED_CODES.has(code));
}

/** What poolers say to a start-up parameter that is PostgreSQL's. */
export function isStartupRefused(error: unknown): error is Error {
  if (!/^(08P01|0A000)$/.test(sqlstateOf(error) ?? '')) return false;
  return /startup parameter|command-line options/i.test((error as Error).message);
}

/** The server, or the session, was ended (57P01 to 57P05, 25P03, 25P04), or class 08. */
const LAST_WORDS = /^(57P0[1245]|25P0[34]|08...)$/;
const LOST_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'P1017', 'P1008']);
const LOST_MESSAGES = /Connection terminated|not queryable|server closed the connection|Query read timeout|^ConnectionClosed$/i;

/** The connection broke or fell silent: the statement may have been executed. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlstateOf(error);
  if (state) return LAST_WORDS.test(state);
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && LOST_CODES.has(code)) || LOST_MESSAGES.test(error.message);
}

/** PgBouncer's last words to a statement that it had not passed on. */
const UNSENT = /^query_wait_timeout|cannot connect to server|^server login (failed|has been failing)/;

/** The connection was ended, and the statement was certainly not executed. */
export function isUnsent(error: unknown): boolean {
  return sqlstateOf(error) === '08P01' && UNSENT.test((error as Error).message);
}

export function isConnectionSpent(error: unknown): boolean {
  return isConnectionLost(error) || sqlstateOf(error) === '25006';
}

/** Thrown when nobody knows whether a write took effect, so that it is not repeated. */
export class UnknownOutcomeError extends Error {
  constructor(cause?: unknown) {
    super('Postgres did not say in time what became of a write', { cause });
  }
}

/** Network errors of Postgres look like those of any other call, so they are marked. */
const marked = new WeakSet<object>();

export function markFromDatabase(error: unknown): void {
  if (typeof error === 'object' && error !== null) marked.add(error);
}

export async function askingDatabase<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    markFromDatabase(error);
    throw error;
  }
}

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

/** Out of disk, memory or connections (53), stopped (57), lock timeout, disk errors, read-only. */
const SQLSTATES = /^(53...|57...|55P03|58030|25006)$/;
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P2024', 'P2028']);
const MESSAGES = /timeout exceeded when trying to connect|Cannot use a pool after calling end/;
const ADAPTER_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

export function unavailableText(error: unknown): KeyedText | undefined {
  if (!isDatabaseUnavailable(error)) return undefined;
  return textOf(error instanceof UnknownOutcomeError ? 'platform.unknownOutcome' : 'platform.databaseAway');
}

/** Whether Postgres cannot be reached or cannot work: the same request may pass later. */
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
