import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Context } from '../context.js';
import { unavailableText } from '../platform/database/errors.js';
import { DomainError, refusalOf, textOf, UNEXPECTED } from '../platform/domain-error.js';
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js';
import { renderRefusal, type Refusal } from '../platform/refusal.js';
import type { Language } from '../platform/language.js';
import type { Log } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import type { KeyedText } from '../platform/texts.js';
import { LIMITS } from './limits.js';
import { literalProblem } from './literal-problem.js';

/** Codes of the protocol itself: the request never became an operation. */
const PROTOCOL_CODES = {
  [ApolloServerErrorCode.GRAPHQL_PARSE_FAILED]: true,
  [ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED]: true,
  [ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE]: true,
  [ApolloServerErrorCode.BAD_REQUEST]: true,
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED]: true,
} as const;

type ProtocolCode = keyof typeof PROTOCOL_CODES;

interface Answer {
  code: ErrorCode | ProtocolCode;
  refusal: Refusal;
}

/** graphql-js gives its own limits no code. */
const TOO_LARGE_A_DOCUMENT = /^Syntax Error: Document contains more tha\w \d+ tokens|^Validation aborted\.$/;
const TOO_LARGE: Refusal = textOf('graphql.documentTooLarge', { most: LIMITS.tokens });

/**
 * An error for a caller, but for its texts, which `renderErrors` puts where `extensions.refusal` stands: the code of a closed set in
 * `extensions.code`. What is not expected is masked: no stack, no text of a library, nothing of the input, but the id of its request,
 * where that is known here.
 */
export function formatError(
  { message, locations, path, extensions }: GraphQLFormattedError,
  error: unknown,
  requestId?: string,
): GraphQLFormattedError {
  const { code, refusal } = answerTo(error, extensions?.code, message);
  return {
    message: '',
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { code, refusal, ...(code === 'INTERNAL_SERVER_ERROR' && requestId !== undefined && { requestId }) },
  };
}

/** The errors of an answer as a caller reads them, in a language: a message, and where fields are wrong their problems, as texts and by their rules. */
export function renderErrors(errors: readonly GraphQLFormattedError[], language: Language): GraphQLFormattedError[] {
  return errors.map((error) => {
    const { refusal, ...extensions } = error.extensions ?? {};
    if (!refusal) return error;
    const { message, fields, problems } = renderRefusal(refusal, language);
    return { ...error, message, extensions: { ...extensions, ...(fields && { fields, problems }) } };
  });
}

/** An error that was thrown before or beside execution, as graphql-js passes those on that resolvers throw. */
export function asGraphqlError(error: unknown): GraphQLError {
  return new GraphQLError((error as Error).message, { originalError: error as Error });
}

/** The code an error is answered with. */
export function codeOf(error: GraphQLError): string {
  return answerTo(error, error.extensions.code, error.message).code;
}

/** In how many seconds it may help to ask again, when that is what an answer says; of several errors the longest. */
export function retryAfterSeconds(errors: readonly GraphQLError[]): number | undefined {
  const waits = errors.flatMap((error) => {
    const code = ERROR_CODES[codeOf(error) as ErrorCode];
    if (!code || !('retryAfterSeconds' in code)) return [];
    const cause = causeOf(error);
    return (cause instanceof DomainError ? cause.retryAfterSeconds : undefined) ?? code.retryAfterSeconds;
  });
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** The errors of one answer, for `renderErrors`. */
export function formatErrors(errors: readonly GraphQLError[], { requestId }: RequestOfErrors): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error.toJSON(), error, requestId));
}

/**
 * Counts errors that are answered, and writes one line for each: refusals by code, anything unexpected whole. Errors of the
 * protocol are the client's own affair.
 */
export function reportErrors(
  { log, metrics }: { log: Log; metrics: Pick<Metrics, 'errorAnswered'> },
  errors: readonly GraphQLError[],
  request: RequestOfErrors,
): void {
  for (const error of errors) {
    const { code, refusal } = answerTo(error, error.extensions.code, error.message);
    metrics.errorAnswered(code);
    if (code in PROTOCOL_CODES) continue;
    const { level } = ERROR_CODES[code as ErrorCode];
    const { path } = error;
    const about = aboutRequest(request);
    if (code === 'INTERNAL_SERVER_ERROR')
      log.error({ err: causeOf(error), event: 'graphql.unexpected_error', path, ...about }, 'an operation failed unexpectedly');
    else {
      const err = code === 'UNAVAILABLE' && { err: causeOf(error) };
      const { message } = renderRefusal(refusal, 'en');
      log[level]({ ...err, event: 'graphql.operation.refused', code, path, message, ...about }, 'an operation was refused');
    }
  }
}

/** What is known of a request when its errors are told; without a context nobody has said who is calling. */
type RequestOfErrors = Partial<Pick<Context, 'requestId' | 'principal'>>;

/** What a line of the log says of a request. */
export function aboutRequest({ requestId, principal }: RequestOfErrors): {
  requestId?: string | undefined;
  userId?: string | undefined;
} {
  return { requestId, userId: principal && 'id' in principal ? principal.id : undefined };
}

function answerTo(error: unknown, protocolCode: unknown, message: string): Answer {
  const cause = causeOf(error);
  if (cause instanceof DomainError) return { code: cause.code, refusal: refusalOf(cause) };
  if (TOO_LARGE_A_DOCUMENT.test(message)) return { code: 'QUERY_TOO_COMPLEX', refusal: TOO_LARGE };
  if (isProtocolCode(protocolCode)) {
    const found =
      cause instanceof GraphQLError ? (literalProblem(cause) ?? (cause.extensions.text as KeyedText | undefined)) : undefined;
    return { code: protocolCode, refusal: found ?? { message } };
  }
  const unavailable = unavailableText(cause);
  if (unavailable) return { code: 'UNAVAILABLE', refusal: unavailable };
  return { code: 'INTERNAL_SERVER_ERROR', refusal: UNEXPECTED };
}

/** What was thrown first: graphql-js and Apollo wrap it, each once or more. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}

function isProtocolCode(code: unknown): code is ProtocolCode {
  return typeof code === 'string' && Object.hasOwn(PROTOCOL_CODES, code);
}
