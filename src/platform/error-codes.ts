/**
 * A closed set: clients switch on `extensions.code`. `level` is for the log, `retryAfterSeconds` where the error does not say.
 */
export const ERROR_CODES = {
  BAD_USER_INPUT: { status: 400, error: 'Bad Request', level: 'info' },
  UNAUTHENTICATED: { status: 401, error: 'Unauthorized', level: 'info' },
  TOKEN_EXPIRED: { status: 401, error: 'Unauthorized', level: 'info' },
  SECOND_FACTOR_REQUIRED: { status: 403, error: 'Forbidden', level: 'info' },
  STEP_UP_REQUIRED: { status: 403, error: 'Forbidden', level: 'info' },
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
