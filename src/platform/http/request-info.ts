import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import type { TokenKind } from '../tokens.js';

/** What a transport knows of a request. */
export interface RequestInfo {
  requestId: string;
  clientAddress: string;
  /** The Authorization header, or the same over a WebSocket's connection parameters. */
  authorization?: string | undefined;
  idempotencyKey?: string | undefined;
  /** What the caller's program calls itself. */
  userAgent?: string | undefined;
  /** A subscription outlives what its loaders would remember: they batch but do not cache. */
  longLived?: boolean;
  /** With a token that does not hold the caller is the public, and `tokenProblem` says why. @default it is refused */
  orPublic?: boolean;
  /** Kinds of token that are let in here. @default USER and ADMIN */
  accepts?: readonly TokenKind[];
}

/** What HTTP knows of a request, the same for GraphQL, REST and the legacy group. */
export function requestInfoOf(request: FastifyRequest): RequestInfo {
  return {
    requestId: request.id,
    clientAddress: request.ip,
    authorization: request.headers.authorization,
    idempotencyKey: header(request, 'idempotency-key'),
    userAgent: request.headers['user-agent'],
  };
}

/** A header that is sent once, as text. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** By which callers say it, and are told it. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** What cannot end a line, close a quote or fill a log. */
const SANE = /^[\w.:-]{1,128}$/;

/** The id that a caller gave a request, or a new one. A label for logs and those who ask about it; nothing is decided by it. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}

/** Tells the id of every request with its answer. */
export function mountRequestId(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}
