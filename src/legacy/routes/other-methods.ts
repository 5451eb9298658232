import type { FastifyInstance } from 'fastify';
import type { JsonError } from '../../platform/http/json-errors.js';

/**
 * Answers 405, with the methods an address has, to any other method at the addresses that `mount` adds to the scope. To who
 * may call at all: the hooks of the scope come first.
 */
export function refuseOtherMethods(scope: FastifyInstance, mount: () => void): void {
  const served = new Map<string, Set<string>>();
  let isMounting = true;
  scope.addHook('onRoute', ({ url, method }) => {
    if (isMounting) served.set(url, new Set([...(served.get(url) ?? []), ...[method].flat()]));
  });
  mount();
  isMounting = false;
  for (const [url, methods] of served) {
    const allow = [...methods].join(', ');
    scope.route({
      method: scope.supportedMethods.filter((method) => !methods.has(method)),
      url,
      // Answered before the body is read: nothing in it would matter.
      onRequest: async (request, reply) => {
        const message = `${request.method} is not served here, but ${allow}.`;
        const body: JsonError = { error: 'Method Not Allowed', statusCode: 405, message };
        return reply.code(405).header('allow', allow).send(body);
      },
      handler: async () => undefined,
    });
  }
}
