import { Prisma } from '../../generated/prisma/client.js';

/** serialization_failure, deadlock_detected, cannot_connect_now. */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01', '57P03']);
/** admin_shutdown, crash_shutdown: the server's last words on a connection. */
const LAST_WORDS = new Set(['57P01', '57P02']);

/**
 * Whether the same work may simply be done again. The shapes it comes in: a pg error with its SQLSTATE; Prisma's P2034;
 * Prisma's P2010 (raw query) with the SQLSTATE inside; a bare DriverAdapterError "TransactionWriteConflict" at COMMIT;
 * and a connection that ended under the query, which has no code at all.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && RETRYABLE_SQLSTATES.has(code)) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (error.code === 'P2034') return true;
    if (error.code === 'P2010') return /\b(40001|40P01)\b/.test(JSON.stringify(error.meta ?? {}));
    return isConnectionLost(error);
  }
  if (error.name === 'DriverAdapterError' && error.message === 'TransactionWriteConflict') return true;
  return isConnectionLost(error);
}

/** The connection ended while something was under way: what was sent may or may not have been done. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && LAST_WORDS.has(code)) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && /\b57P0[12]\b/.test(JSON.stringify(error.meta ?? {}))) return true;
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNREFUSED') return true;
  return /Connection terminated|not queryable|server closed the connection/i.test(error.message);
}

/** An error that Postgres itself sent, with its SQLSTATE: not one of the network or of a deadline of ours. */
export function isAnswerOfPostgres(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
}

/** What a transaction throws to be run again: it saw something that another one changed meanwhile. */
export function serializationFailure(reason: string): Error {
  return Object.assign(new Error(reason), { code: '40001' });
}

/** Prisma's names for these: too long, taken, refers to nothing, a constraint, null, out of range. */
const DATA_OR_INTEGRITY = new Set(['P2000', 'P2002', 'P2003', 'P2004', 'P2011', 'P2020']);

/** A row that cannot be stored: a data exception or an integrity violation (SQLSTATE classes 22 and 23, or as Prisma names them). */
export function isDataOrIntegrityError(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError) return DATA_OR_INTEGRITY.has(error.code);
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^2[23]...$/.test(code);
}

const ATTEMPTS = 8;

/** Does `work` again after a serialization failure or a deadlock; a lost connection is left to the caller, whose COMMIT it may have been. */
export async function retrying<Result>(
  work: () => Promise<Result>,
  retryable = (error: unknown) => isRetryable(error) && !isConnectionLost(error),
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !retryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(attempt)));
    }
  }
}

/** Full jitter, doubling from 20 ms to at most 500 ms. */
function retryDelayMs(attempt: number): number {
  return Math.random() * Math.min(500, 10 * 2 ** attempt);
}
