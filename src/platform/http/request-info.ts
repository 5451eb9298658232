import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import type { TokenKind } from '../tokens.js';

export interface RequestInfo {
  requestId: string;
  clientAddress: string;
  /** The header, or the WebSocket's connection parameter. */
  authorization?: string | undefined;
  idempotencyKey?: string | undefined;
  userAgent?: string | undefined;
  /** A subscription: its loaders do not cache. */
  longLived?: boolean;
  /** An invalid token makes the caller PUBLIC. @default it is refused */
  orPublic?: boolean;
  /** @default USER and ADMIN */
  accepts?: readonly TokenKind[];
}

export function requestInfoOf(request: FastifyRequest): RequestInfo {
  return {
    requestId: request.id,
    clientAddress: request.ip,
    authorization: request.headers.authorization,
    idempotencyKey: header(request, 'idempotency-key'),
    userAgent: request.headers['user-agent'],
  };
}

/** Undefined when it was sent twice. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

export const REQUEST_ID_HEADER = 'x-request-id';

const SAFE_ID = /^[\w.:-]{1,128}$/;

/** The caller's, if it is safe to log. */
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
