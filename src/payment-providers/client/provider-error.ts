/**
 * Why a provider did not do what it was asked. Closed: a caller may switch over it.
 *
 * - `UNREACHABLE`: no connection, or an answer 429 or 5xx after every retry (`status` says which), or too many calls waiting
 *   here.
 * - `TIMEOUT`: the deadline passed. The provider may have done it: ask before believing that it did not.
 * - `REJECTED`: an answer 4xx other than 401, 403 and 429. Repeating it changes nothing.
 * - `UNAUTHORIZED`: our credentials, certificate or scopes were refused, with a fresh token too.
 * - `CIRCUIT_OPEN`: not sent, because the calls before it failed. Nothing happened at the provider.
 * - `INVALID_ANSWER`: an answer that is not what the standard says: not JSON, too large, a redirect, a field missing.
 */
export type ProviderErrorKind = 'UNREACHABLE' | 'TIMEOUT' | 'REJECTED' | 'UNAUTHORIZED' | 'CIRCUIT_OPEN' | 'INVALID_ANSWER';

/** What is known of a failed call. `operation` is the route, never the filled-in path: keys and documents stay out of logs. */
export interface ProviderErrorDetails {
  provider: string;
  operation: string;
  /** The HTTP status, when there was an answer. */
  status?: number;
  /** How long the provider asked us to wait (`Retry-After`), in milliseconds. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** The one error of every call to a payment provider. Its message is for logs and operators, not for buyers. */
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

/**
 * Whether a failed call says that the provider cannot be asked anything for now. False where it did answer, and only this one
 * question was refused or answered badly (REJECTED, INVALID_ANSWER): the next one may well be answered.
 */
export function isProviderAway({ kind }: ProviderError): boolean {
  return kind !== 'REJECTED' && kind !== 'INVALID_ANSWER';
}

const LONGEST = 400;

/**
 * One line that says why a provider refused, out of its error body: the fields of RFC 7807 (`title`, `detail`), of RFC 6749
 * (`error`, `error_description`) and API Pix's `violacoes` (reason and property). Only these: other fields echo what was
 * sent, documents and keys included. Empty text when the body says nothing of the kind.
 */
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
