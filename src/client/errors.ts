import type { CombinedError } from '@urql/core';
import type { OperationErrors } from '../generated/client/operation-errors.js';

/**
 * The codes that any request can fail with; the others are in `OperationErrors`. `NETWORK_ERROR`: no readable answer came, and a
 * mutation may have been done or not.
 */
export type CommonErrorCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'TOKEN_EXPIRED'
  | 'SECOND_FACTOR_REQUIRED'
  | 'FORBIDDEN'
  | 'QUERY_TOO_COMPLEX'
  | 'UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'BAD_REQUEST'
  | 'NETWORK_ERROR';

export type ErrorCode = CommonErrorCode | OperationErrors[keyof OperationErrors];

/** The codes that an operation can answer, by its name in the schema: `ErrorCodesOf<'createOrder'>`. */
export type ErrorCodesOf<Operation extends keyof OperationErrors> = OperationErrors[Operation] | CommonErrorCode;

/** Problems by the name of the input's field, such as `{ phone: ['is not a Brazilian mobile number'] }`. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

/** A problem for programs: the rule that is broken and its parameters, such as `{ max: 120 }`. */
export interface Problem {
  rule: string;
  params: Readonly<Record<string, string | number | readonly string[]>>;
  message: string;
}

/** A failed request. `message` is for people; `fields` is empty unless an input was wrong. */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldProblems;
  readonly problems: Readonly<Record<string, readonly Problem[]>>;
  /** Seconds until a retry may help; undefined when the service did not say, or the header is hidden from another origin's page. */
  readonly retryAfterSeconds: number | undefined;
  /** Of INTERNAL_SERVER_ERROR: the number of the request, for support. */
  readonly requestId: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: Partial<Pick<GatewayError, 'fields' | 'problems' | 'retryAfterSeconds' | 'requestId' | 'cause'>> = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.fields = more.fields ?? {};
    this.problems = more.problems ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.requestId = more.requestId;
  }
}

interface AnsweredError {
  message: string;
  extensions?: { code?: ErrorCode; fields?: FieldProblems; problems?: GatewayError['problems']; requestId?: string };
}

const CODES_BY_STATUS: Record<number, ErrorCode> = {
  429: 'RATE_LIMITED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

export function refusalOf(errors: readonly unknown[], retryAfterSeconds?: number): GatewayError {
  const [{ message, extensions } = { message: 'The service refused without a reason.' }] = errors as AnsweredError[];
  const { code = 'INTERNAL_SERVER_ERROR', fields, problems, requestId } = extensions ?? {};
  return new GatewayError(code, message, {
    ...(fields && { fields }),
    ...(problems && { problems }),
    retryAfterSeconds,
    requestId,
  });
}

export function failureOf({ graphQLErrors, networkError, response }: CombinedError): GatewayError {
  const answer = response as Response | undefined;
  const retryAfterSeconds = secondsOf(answer?.headers.get('retry-after'));
  if (graphQLErrors.length > 0) return refusalOf(graphQLErrors, retryAfterSeconds);
  if (networkError instanceof GatewayError) return networkError;
  const code = CODES_BY_STATUS[answer?.status ?? 0] ?? 'NETWORK_ERROR';
  return new GatewayError(code, 'The service could not be reached, or its answer could not be read.', {
    retryAfterSeconds,
    cause: networkError,
  });
}

export function isPassing({ code }: GatewayError): boolean {
  return code === 'NETWORK_ERROR' || code === 'UNAVAILABLE';
}

/** RFC 9110, 10.2.3: seconds or a date. */
function secondsOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}
