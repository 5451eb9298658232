import type { FastifyInstance, FastifyReply } from 'fastify';
import { ERROR_CODES } from '../error-codes.js';

/** What is said where nobody knows better, by status. */
const SECONDS = new Map<number, number>(
  Object.values(ERROR_CODES).flatMap((code) => ('retryAfterSeconds' in code ? [[code.status, code.retryAfterSeconds]] : [])),
);

/** Every answer of 429 or 503 says in `Retry-After` when to come back (RFC 9110, 10.2.3), in seconds. */
export function mountRetryAfter(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const seconds = SECONDS.get(reply.statusCode);
    if (seconds !== undefined && !reply.hasHeader('retry-after')) sayWhen(reply, seconds);
    done(null, payload);
  });

  // While it closes the server answers by itself, past all hooks.
  let isClosing = false;
  fastify.addHook('preClose', async () => {
    isClosing = true;
  });
  fastify.server.prependListener('request', (_request, response) => {
    if (isClosing) response.setHeader('retry-after', ERROR_CODES.UNAVAILABLE.retryAfterSeconds);
  });
}

/** For an answer that has a better word than its status. */
export function sayWhen(reply: FastifyReply, seconds: number | undefined): void {
  if (seconds !== undefined) reply.header('retry-after', Math.ceil(seconds));
}
