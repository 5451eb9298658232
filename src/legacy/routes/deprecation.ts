import type { FastifyInstance } from 'fastify';

/** 2026-01-01T00:00:00Z: since when the group is deprecated. No end is planned, so nothing says Sunset. */
const DEPRECATED_AT_SECONDS = Date.UTC(2026, 0, 1) / 1_000;

/** Every answer of the scope, refusals included, says that its operation is deprecated (RFC 9745). */
export function announceDeprecation(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('deprecation', `@${DEPRECATED_AT_SECONDS}`);
    reply.header('link', '</openapi.json>; rel="deprecation"; type="application/json"');
  });
}
