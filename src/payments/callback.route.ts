import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { ERROR_CODES } from '../platform/error-codes.js';
import { countRequest } from '../platform/http/count-request.js';
import { mountMethodNotAllowed, setRetryAfter } from '../platform/http/json-errors.js';
import { receiveCallback } from './callback-inbox.js';

/** What a callback costs that nobody believes, in the unit of documents. */
const FORGED = 40;

/** API Pix appends `/pix`. Answers as soon as the callback is kept: the provider is asked afterwards. */
export function mountCallbacks(fastify: FastifyInstance, app: App): void {
  /** Only what no provider of ours sent: after an outage one sends ten thousand at once. */
  const counted = (error: DomainError, reply: FastifyReply): DomainError => {
    if (error.code !== 'NOT_FOUND' && error.code !== 'UNAUTHENTICATED') return error;
    try {
      countRequest(app, { reply, cost: FORGED });
      return error;
    } catch (limited) {
      return limited as DomainError;
    }
  };
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The raw bytes: a signature covers them, not what a parser made of them.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const path of ['/v1/payments/callbacks/:provider', '/v1/payments/callbacks/:provider/pix']) {
      scope.post<{ Params: { provider: string }; Querystring: Record<string, unknown> }>(path, async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        try {
          await receiveCallback(app, request.params.provider, { headers: request.headers, rawBody, query: request.query });
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          const { code, message, retryAfterSeconds } = counted(error, reply);
          const { status, error: name } = ERROR_CODES[code];
          setRetryAfter(reply, retryAfterSeconds);
          return reply.code(status).send({ error: name, statusCode: status, message });
        }
        app.callbackWakeUp.wake();
        return { received: true };
      });
      mountMethodNotAllowed(scope, { url: path, served: ['POST', 'OPTIONS'] });
    }
  });
}
