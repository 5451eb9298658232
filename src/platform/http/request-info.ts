import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import type { TokenKind } from '../tokens.js';
import { cookieOf, DEVICE_COOKIE } from './cookies.js';

export interface RequestInfo {
  requestId: string;
  clientAddress: string;
  /** The header, or the WebSocket's connection parameter. */
  authorization?: string | undefined;
  idempotencyKey?: string | undefined;
  userAgent?: string | undefined;
  acceptLanguage?: string | undefined;
  /** Of programs: the mark of an earlier login, or a refresh token. */
  deviceToken?: string | undefined;
  /** The cookie of a browser, with the marks of its users. */
  deviceCookie?: string | undefined;
  /** Undefined where an answer has no headers. */
  setCookie?: ((cookie: string) => void) | undefined;
  /** A subscription: its loaders do not cache. */
  longLived?: boolean;
  /** An invalid token makes the caller PUBLIC. @default it is refused */
  orPublic?: boolean;
  /** @default USER and ADMIN */
  accepts?: readonly TokenKind[];
}

export const DEVICE_HEADER = 'device-token';

export function requestInfoOf(request: FastifyRequest, reply?: FastifyReply): RequestInfo {
  return {
    requestId: request.id,
    clientAddress: request.ip,
    authorization: request.headers.authorization,
    idempotencyKey: header(request, 'idempotency-key'),
    userAgent: request.headers['user-agent'],
    acceptLanguage: request.headers['accept-language'],
    deviceToken: header(request, DEVICE_HEADER),
    deviceCookie: cookieOf(request.headers, DEVICE_COOKIE),
    setCookie: reply && ((cookie) => void reply.header('set-cookie', cookie)),
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
