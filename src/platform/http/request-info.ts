import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import type { TokenKind } from '../tokens.js';

/** What a transport knows of a request. */
export interface RequestInfo {
  requestId: string;
  clientAddress: string;
  /** The Authorization header, or the WebSocket's connection parameter. */
  authorization?: string | undefined;
  idempotencyKey?: string | undefined;
  userAgent?: string | undefined;
  /** A subscription: its loaders batch but do not cache. */
  longLived?: boolean;
  /** An invalid token makes the caller PUBLIC, with `tokenProblem`. @default it is refused */
  orPublic?: boolean;
  /** Accepted kinds of token. @default USER and ADMIN */
  accepts?: readonly TokenKind[];
}

/** The same for GraphQL, REST and the legacy routes. */
export function requestInfoOf(request: FastifyRequest): RequestInfo {
  return {
    requestId: request.id,
    clientAddress: request.ip,
    authorization: request.headers.authorization,
    idempotencyKey: header(request, 'idempotency-key'),
    userAgent: request.headers['user-agent'],
  };
}

/** A header that was sent once. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

export const REQUEST_ID_HEADER = 'x-request-id';

const SAFE_ID = /^[\w.:-]{1,128}$/;

/** The caller's request id, if it is safe to log, or a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
}

export function mountRequestId(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}
