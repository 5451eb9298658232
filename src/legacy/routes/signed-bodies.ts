import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../platform/domain-error.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bodies arrive as the bytes they were sent as: a signature covers those, not what a parser makes of them. */
export function keepRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** The bytes of the body, none without one. Before `readJson`. */
export function rawBodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Makes the body what its JSON says; without one it is an object without fields. BAD_USER_INPUT when it is not JSON. */
export function readJson(request: FastifyRequest): void {
  const raw = rawBodyOf(request);
  try {
    request.body = raw.length === 0 ? {} : JSON.parse(utf8.decode(raw));
  } catch {
    throw refuse('platform.invalidJson');
  }
}
