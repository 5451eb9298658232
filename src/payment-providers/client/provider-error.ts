/**
 * - `UNREACHABLE`: no connection, an answer 429 or 5xx after every retry, or too many calls waiting here.
 * - `TIMEOUT`: the deadline passed. The provider may have done it: ask.
 * - `REJECTED`: any other answer 4xx but 401 and 403. Repeating it changes nothing.
 * - `CIRCUIT_OPEN`: not sent, because the calls before it failed.
 * - `FORBIDDEN_HOST`: not sent: the host has no public address, and the environment does not allow it.
 * - `INVALID_ANSWER`: not what the standard says: not JSON, too large, a redirect, a field missing.
 */
export type ProviderErrorKind =
  'UNREACHABLE' | 'TIMEOUT' | 'REJECTED' | 'UNAUTHORIZED' | 'CIRCUIT_OPEN' | 'FORBIDDEN_HOST' | 'INVALID_ANSWER';

/** The route, never the filled-in path: keys and documents stay out of logs. */
export interface ProviderErrorDetails {
  provider: string;
  operation: string;
  status?: number;
  retryAfterMs?: number;
  cause?: unknown;
}

/** The message is for logs and operators, not for buyers. */
export class ProviderError extends Error {
  readonly provider: string;
  readonly operation: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly kind: ProviderErrorKind,
    reason: string,
    details: ProviderErrorDetails,
  ) {
    super(`${details.provider}: ${details.operation}: ${reason}`, { cause: details.cause });
    this.name = 'ProviderError';
    this.provider = details.provider;
    this.operation = details.operation;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** False where it did answer, and refused only this question. */
export function isProviderAway({ kind }: ProviderError): boolean {
  return kind !== 'REJECTED' && kind !== 'INVALID_ANSWER';
}

const LONGEST = 400;

/** RFC 7807, RFC 6749 and API Pix's `violacoes` only: other fields echo what was sent, documents and keys included. */
export function describeProblem(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const problem = body as Record<string, unknown>;
  const violations = Array.isArray(problem.violacoes) ? problem.violacoes : [];
  const parts = [
    problem.title,
    problem.error,
    problem.detail,
    problem.error_description,
    ...violations.flatMap((violation: { razao?: unknown; propriedade?: unknown } | null) => [
      violation?.propriedade,
      violation?.razao,
    ]),
  ];
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .join('; ')
    .slice(0, LONGEST);
}
