import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

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
