import type { FastifyRequest } from 'fastify';
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
