import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendTold } from './json-errors.js';

/**
 * Answers 405 with the `served` methods in `Allow` to any other method at the address. `check` comes first, and throws for who
 * may not call at all; `message` says it to a person.
 */
export function mountMethodNotAllowed(
  scope: FastifyInstance,
  options: {
    url: string;
    served: readonly string[];
    check?: (request: FastifyRequest) => Promise<void>;
    message: (method: string, allow: string) => string;
  },
): void {
  const { url, served, check, message } = options;
  const allow = served.join(', ');
  scope.route({
    method: scope.supportedMethods.filter((method) => !served.includes(method)),
    url,
    // Answered before the body is read: nothing in it would matter.
    onRequest: async (request, reply) => {
      await check?.(request);
      const said = { code: 'METHOD_NOT_ALLOWED', message: message(request.method, allow) } as const;
      return sendTold(reply.header('allow', allow), 405, said);
    },
    handler: async () => undefined,
  });
}
