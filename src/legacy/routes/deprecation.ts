import type { FastifyInstance } from 'fastify';

/** Since when the group is deprecated, and when it may be gone: two years on, so that whoever calls it has time. */
export const DEPRECATED_AT = new Date(Date.UTC(2026, 0, 1));
export const SUNSET_AT = new Date(Date.UTC(2028, 0, 1));

/** Every answer of the scope, refusals included, says that its operation is deprecated (RFC 9745), and until when it is sure to be there (RFC 8594). */
export function announceDeprecation(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('deprecation', `@${DEPRECATED_AT.getTime() / 1_000}`);
    reply.header('sunset', SUNSET_AT.toUTCString());
    reply.header('link', '</openapi.json>; rel="deprecation"; type="application/json"');
  });
}
