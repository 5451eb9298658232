/**
 * Every failure a caller can expect: what it is called, the HTTP status it has over REST, how loud it is in the log, and in how
 * many seconds to come back where that may help and the error does not say better. A closed set: clients switch on `extensions.code`.
 */
export const ERROR_CODES = {
  BAD_USER_INPUT: { status: 400, error: 'Bad Request', level: 'info' },
  UNAUTHENTICATED: { status: 401, error: 'Unauthorized', level: 'info' },
  TOKEN_EXPIRED: { status: 401, error: 'Unauthorized', level: 'info' },
  FORBIDDEN: { status: 403, error: 'Forbidden', level: 'info' },
  NOT_FOUND: { status: 404, error: 'Record Not Found', level: 'info' },
  CONFLICT: { status: 409, error: 'Conflict', level: 'info' },
  SOLD_OUT: { status: 409, error: 'Conflict', level: 'info' },
  IDEMPOTENCY_MISMATCH: { status: 422, error: 'Unprocessable Entity', level: 'info' },
  RATE_LIMITED: { status: 429, error: 'Too Many Requests', level: 'info', retryAfterSeconds: 60 },
  QUERY_TOO_COMPLEX: { status: 400, error: 'Bad Request', level: 'info' },
  PAYMENT_PROVIDER_UNAVAILABLE: { status: 502, error: 'Bad Gateway', level: 'warn' },
  UNAVAILABLE: { status: 503, error: 'Service Unavailable', level: 'warn', retryAfterSeconds: 2 },
  INTERNAL_SERVER_ERROR: { status: 500, error: 'Internal Server Error', level: 'error' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** What is wrong with each field of an input, by its name in the input. */
export type FieldProblems = Record<string, string[]>;

/** A refusal: nothing was changed. The message is for a person: what was wrong and what to do. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields?: FieldProblems,
    /** When it is known: in how many seconds it may pass. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** BAD_USER_INPUT about one field. */
export function badField(field: string, problem: string): DomainError {
  return new DomainError('BAD_USER_INPUT', `${field} ${problem}`, { [field]: [problem] });
}

/** BAD_USER_INPUT about each of the fields. */
export function badFields(problems: FieldProblems): DomainError {
  return new DomainError('BAD_USER_INPUT', describeFields(problems), problems);
}

/** The problems of every field in one line; empty when there are none. */
export function describeFields(problems: FieldProblems): string {
  return Object.entries(problems)
    .map(([field, texts]) => `${field} ${texts.join(', ')}`)
    .join('; ');
}

/** NOT_FOUND: there is no such row, or none the caller may see; the two answer alike. */
export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', `There is no such ${what}.`);
}
