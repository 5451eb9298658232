import type { CombinedError } from '@urql/core';

/**
 * What a request can fail with: the codes that the service answers, and `NETWORK_ERROR`, when no answer came that could be read. Of a
 * mutation nobody then knows whether it was done.
 */
export type ErrorCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'TOKEN_EXPIRED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'SOLD_OUT'
  | 'IDEMPOTENCY_MISMATCH'
  | 'RATE_LIMITED'
  | 'QUERY_TOO_COMPLEX'
  | 'PAYMENT_PROVIDER_UNAVAILABLE'
  | 'UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'BAD_REQUEST'
  | 'NETWORK_ERROR';

/** The problems of each field of an input, by its name in the input, such as `{ phone: ['is not a Brazilian mobile number'] }`. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

/** What is wrong with a field, for programs: which rule it breaks, and what that was held against, such as `{ max: 120 }`. */
export interface Problem {
  rule: string;
  params: Readonly<Record<string, string | number | readonly string[]>>;
  /** As in `fields`. */
  message: string;
}

/** Every failure of a request. The message is for a person; `fields` is empty unless an input was wrong. */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldProblems;
  /** The same, with the rules. */
  readonly problems: Readonly<Record<string, readonly Problem[]>>;
  /** In how many seconds it may help to ask again; undefined when the service did not say, or a page of another origin may not read it. */
  readonly retryAfterSeconds: number | undefined;
  /** Of INTERNAL_SERVER_ERROR: the number of the request to ask the service's people about. */
  readonly requestId: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: FieldProblems;
      problems?: GatewayError['problems'];
      retryAfterSeconds?: number | undefined;
      requestId?: string | undefined;
      cause?: unknown;
    } = {},
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

/** An error of GraphQL's as it is answered. */
interface AnsweredError {
  message: string;
  extensions?: { code?: ErrorCode; fields?: FieldProblems; problems?: GatewayError['problems']; requestId?: string };
}

/** What balancers and proxies answer in the service's place. */
const CODES_BY_STATUS: Record<number, ErrorCode> = {
  429: 'RATE_LIMITED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

/** The first of the errors that an operation was answered with. */
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

/** What became of a request over HTTP, whoever refused it. */
export function failureOf({ graphQLErrors, networkError, response }: CombinedError): GatewayError {
  const answer = response as Response | undefined;
  const retryAfterSeconds = secondsOf(answer?.headers.get('retry-after'));
  if (graphQLErrors.length > 0) return refusalOf(graphQLErrors, retryAfterSeconds);
  // The renewal of a token failed, and said why.
  if (networkError instanceof GatewayError) return networkError;
  const code = CODES_BY_STATUS[answer?.status ?? 0] ?? 'NETWORK_ERROR';
  return new GatewayError(code, 'The service could not be reached, or its answer could not be read.', {
    retryAfterSeconds,
    cause: networkError,
  });
}

/** Whether it may well succeed when it is asked again as it is. */
export function isPassing({ code }: GatewayError): boolean {
  return code === 'NETWORK_ERROR' || code === 'UNAVAILABLE';
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function secondsOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}
