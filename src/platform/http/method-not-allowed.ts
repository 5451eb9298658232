import type { FastifyInstance, FastifyRequest } from 'fastify';
import { textOf } from '../domain-error.js';
import { sendRefusal } from './json-errors.js';

/**
 * Answers 405 with the `served` methods in `Allow` to any other method at the address. `check` comes first, and throws for who
 * may not call at all; `text` says it in another way.
 */
export function mountMethodNotAllowed(
  scope: FastifyInstance,
  options: {
    url: string;
    served: readonly string[];
    check?: (request: FastifyRequest) => Promise<void>;
    text?: 'platform.methodNotServed' | 'platform.methodNotServedBut';
  },
): void {
  const { url, served, check, text = 'platform.methodNotServed' } = options;
  const allow = served.join(', ');
  scope.route({
    method: scope.supportedMethods.filter((method) => !served.includes(method)),
    url,
    // Answered before the body is read: nothing in it would matter.
    onRequest: async (request, reply) => {
      await check?.(request);
      const refusal = textOf(text, { method: request.method, allow });
      return sendRefusal(reply.header('allow', allow), 405, { code: 'METHOD_NOT_ALLOWED', refusal });
    },
    handler: async () => undefined,
  });
}
