import { Prisma } from '../../generated/prisma/client.js';
import { isConnectionLost } from './retry.js';

/** Postgres stops or starts (57P01 to 57P03), has no connection left, gave up on a statement; class 08 is the connection. */
const SQLSTATES = /^(57P0[1-3]|53300|57014|08...)$/;
/** Prisma: not reached, timed out, connection closed, no connection free in its pool, no transaction started in time. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);
/** Of the network, beside those of a lost connection. */
const SOCKET_CODES = new Set(['ETIMEDOUT', 'ENOTFOUND']);
/** Of pg and its pool, which give these no code. */
const MESSAGES = /timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after calling end/;
/** What Prisma's adapter calls the same where it opens and ends transactions. */
const ADAPTER_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/**
 * Whether Postgres could not be asked, or did not answer in time: nothing is wrong with the request, and later it may
 * pass. Looks into causes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isConnectionLost(error) || MESSAGES.test(error.message)) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && (SQLSTATES.test(code) || PRISMA_CODES.has(code) || SOCKET_CODES.has(code))) return true;
  if (typeof cause === 'object' && cause !== null && 'kind' in cause) return ADAPTER_KINDS.has(String(cause.kind));
  return isDatabaseUnavailable(cause);
}
