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
import { isTooLarge, literalProblem } from './graphql-js-messages.js';

/** Codes of the protocol itself: the request never became an operation. */
const PROTOCOL_CODES: ReadonlySet<string> = new Set([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
  ApolloServerErrorCode.BAD_REQUEST,
  ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED,
]);

const TOO_LARGE: Refusal = textOf('graphql.documentTooLarge', { most: LIMITS.tokens });

/**
 * An error for a caller. `renderErrors` puts its texts in place of `extensions.refusal`. What is not expected is masked: no stack, no
 * text of a library, nothing of the input.
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

export function renderErrors(errors: readonly GraphQLFormattedError[], language: Language): GraphQLFormattedError[] {
  return errors.map((error) => {
    const { refusal, ...extensions } = error.extensions ?? {};
    if (!refusal) return error;
    const { message, fields, problems } = renderRefusal(refusal, language);
    return { ...error, message, extensions: { ...extensions, ...(fields && { fields, problems }) } };
  });
}

export function asGraphqlError(error: unknown): GraphQLError {
  return new GraphQLError((error as Error).message, { originalError: error as Error });
}

export function codeOf(error: GraphQLError): string {
  return answerTo(error, error.extensions.code, error.message).code;
}

/** In how many seconds a repetition may help; of several errors the longest. */
export function retryAfterSeconds(errors: readonly GraphQLError[]): number | undefined {
  const waits = errors.flatMap((error) => {
    const code = ERROR_CODES[codeOf(error) as ErrorCode];
    if (!code || !('retryAfterSeconds' in code)) return [];
    const cause = causeOf(error);
    return (cause instanceof DomainError ? cause.retryAfterSeconds : undefined) ?? code.retryAfterSeconds;
  });
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

export function formatErrors(errors: readonly GraphQLError[], { requestId }: RequestOfErrors): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error.toJSON(), error, requestId));
}

/** Counts errors that are answered, and logs them, except errors of the protocol. */
export function reportErrors(
  { log, metrics }: { log: Log; metrics: Pick<Metrics, 'errorAnswered'> },
  errors: readonly GraphQLError[],
  request: RequestOfErrors,
): void {
  for (const error of errors) {
    const { code, refusal } = answerTo(error, error.extensions.code, error.message);
    metrics.errorAnswered(code);
    if (PROTOCOL_CODES.has(code)) continue;
    const { level } = ERROR_CODES[code as ErrorCode];
    const about = { path: error.path, ...aboutRequest(request) };
    if (code === 'INTERNAL_SERVER_ERROR')
      log.error({ err: causeOf(error), event: 'graphql.unexpected_error', ...about }, 'an operation failed unexpectedly');
    else {
      const err = code === 'UNAVAILABLE' && { err: causeOf(error) };
      const { message } = renderRefusal(refusal, 'en');
      log[level]({ ...err, event: 'graphql.operation.refused', code, message, ...about }, 'an operation was refused');
    }
  }
}

type RequestOfErrors = Partial<Pick<Context, 'requestId' | 'principal'>>;

export function aboutRequest({ requestId, principal }: RequestOfErrors) {
  return { requestId, userId: principal && 'id' in principal ? principal.id : undefined };
}

function answerTo(error: unknown, protocolCode: unknown, message: string): { code: string; refusal: Refusal } {
  const cause = causeOf(error);
  if (cause instanceof DomainError) return { code: cause.code, refusal: refusalOf(cause) };
  if (isTooLarge(message)) return { code: 'QUERY_TOO_COMPLEX', refusal: TOO_LARGE };
  if (typeof protocolCode === 'string' && PROTOCOL_CODES.has(protocolCode)) {
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
