import type { FastifyInstance } from 'fastify';
import type { App } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { ERROR_CODES } from '../platform/error-codes.js';
import { mountMethodNotAllowed } from '../platform/http/json-errors.js';
import { receiveCallback } from './callback-inbox.js';

/** API Pix appends `/pix`. Answers as soon as the callback is kept: the provider is asked afterwards. */
export function mountCallbacks(fastify: FastifyInstance, app: App): void {
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
          const { status, error: name } = ERROR_CODES[error.code];
          return reply.code(status).send({ error: name, statusCode: status, message: error.message });
        }
        app.callbackWakeUp.wake();
        return { received: true };
      });
      mountMethodNotAllowed(scope, { url: path, served: ['POST', 'OPTIONS'] });
    }
  });
}
