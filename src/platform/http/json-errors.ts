import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { unavailableMessage } from '../database/unavailable.js';
import { DomainError, ERROR_CODES, type FieldProblems } from '../domain-error.js';
import { sayWhen } from './retry-after.js';

/** The body of every error outside GraphQL: the status by name and number, and a text or the problems of each field. */
export interface JsonError {
  error: string;
  statusCode: number;
  message: string | FieldProblems;
}

/** How an operation refuses. */
interface Refusing {
  refusals?: readonly number[] | undefined;
  problems?: ((message: string | FieldProblems) => FieldProblems) | undefined;
}

const UNEXPECTED = 'Something went wrong on our side. Nothing is lost; try again.';

/** What the transport's own refusals mean to a caller; the framework's texts speak of its settings. */
const TRANSPORT_MESSAGES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as JSON, with Content-Type: application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
};

/** Errors of the transport itself (no route, broken JSON, too large a body) as JSON, never HTML, never a stack. */
export function mountJsonErrors(fastify: FastifyInstance): void {
  fastify.setNotFoundHandler((_request, reply) => sendNoRoute(reply));
  fastify.setErrorHandler((error, _request, reply) => sendError(reply, error));
}

/** 404 for an address that is nobody's. */
export function sendNoRoute(reply: FastifyReply): FastifyReply {
  const { method, url } = reply.request;
  const body: JsonError = { error: 'Not Found', statusCode: 404, message: `There is nothing at ${method} ${url.split('?')[0]}.` };
  return reply.code(404).send(body);
}

/**
 * Answers a refusal with the status its code has, a transport's error with its own, and anything else as 500, logged
 * whole. `refusals`: the only ones an operation answers with; another 4xx becomes 400, its message unchanged. 429 is
 * always itself: a caller must learn to wait. `problems` makes the message of a 400.
 */
export function sendError(reply: FastifyReply, error: unknown, { refusals, problems }: Refusing = {}): FastifyReply {
  const { statusCode: own, message: said } = describeError(error, reply);
  const statusCode = refusals && own < 500 && own !== 429 && !refusals.includes(own) ? 400 : own;
  const message = problems && statusCode === 400 ? problems(said) : said;
  // RFC 9110, 15.5.2: a 401 names how to authenticate.
  if (statusCode === 401) reply.header('www-authenticate', 'Bearer');
  if (error instanceof DomainError) sayWhen(reply, error.retryAfterSeconds);
  return reply.code(statusCode).send({ error: nameOf(statusCode), statusCode, message } satisfies JsonError);
}

/** The status and the words an error is answered with; what is unexpected is logged whole. */
export function describeError(error: unknown, reply: FastifyReply): { statusCode: number; message: string | FieldProblems } {
  if (error instanceof DomainError) return { statusCode: ERROR_CODES[error.code].status, message: error.fields ?? error.message };
  const { statusCode = 500, code = '', message = '' } = error as Partial<FastifyError>;
  if (statusCode >= 400 && statusCode < 500) return { statusCode, message: TRANSPORT_MESSAGES[code] ?? message };
  const unavailable = unavailableMessage(error);
  if (unavailable) {
    reply.log.warn(
      { err: error, event: 'http.database_unavailable', requestId: reply.request.id },
      'the database could not be asked',
    );
    return { statusCode: ERROR_CODES.UNAVAILABLE.status, message: unavailable };
  }
  reply.log.error({ err: error, event: 'http.unexpected_error', requestId: reply.request.id }, 'a request failed unexpectedly');
  return { statusCode: 500, message: UNEXPECTED };
}

function nameOf(statusCode: number): string {
  return Object.values(ERROR_CODES).find(({ status }) => status === statusCode)?.error ?? STATUS_CODES[statusCode] ?? 'Error';
}
