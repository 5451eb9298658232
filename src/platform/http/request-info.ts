import type { FastifyRequest } from 'fastify';
import type { RequestFacts } from '../../context.js';

/** What HTTP knows of a request, the same for GraphQL, REST and the legacy group. */
export function factsOf(request: FastifyRequest): RequestFacts {
  return {
    requestId: request.id,
    clientAddress: request.ip,
    authorization: request.headers.authorization,
    idempotencyKey: header(request, 'idempotency-key'),
  };
}

/** A header that is sent once, as text. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
