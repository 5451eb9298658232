import { Prisma } from '../../generated/prisma/client.js';
import { textOf } from '../domain-error.js';
import type { KeyedText } from '../texts.js';
import { isConflict, isConnectionLost, isConnectionRefused, sqlstateOf, UnknownOutcomeError } from './errors.js';

/**
 * Out of disk, memory or connections (53), stopped or cancelled (57), lock timeout (55P03), disk errors (58030), read-only
 * (25006).
 */
const SQLSTATES = /^(53...|57...|55P03|58030|25006)$/;
/** Not reached, timed out, no connection or transaction in time. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P2024', 'P2028']);
/** Errors of pg's pool have no code. */
const MESSAGES = /timeout exceeded when trying to connect|Cannot use a pool after calling end/;
/** The same of Prisma's adapter, in transactions. */
const ADAPTER_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/** The text of the UNAVAILABLE that such an error is answered with; undefined for other errors. */
export function unavailableText(error: unknown): KeyedText | undefined {
  if (!isDatabaseUnavailable(error)) return undefined;
  return textOf(error instanceof UnknownOutcomeError ? 'platform.unknownOutcome' : 'platform.databaseAway');
}

/** Whether Postgres cannot be asked, or cannot work: the same request may pass later. Looks into causes. */
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
