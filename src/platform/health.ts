import type { FastifyInstance } from 'fastify';
import type { App } from '../context.js';

const READY_TIMEOUT_MS = 1_000;

/**
 * `/healthz`: the process is alive, no I/O. `/readyz`: it can serve: Postgres answers within a second and it is not
 * shutting down; 503 otherwise, so that a balancer takes it out.
 */
export function mountHealth(fastify: FastifyInstance, app: App): { drain(): void } {
  let draining = false;
  fastify.get('/healthz', async () => ({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' });
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('the database did not answer in time')), READY_TIMEOUT_MS).unref();
    });
    try {
      await Promise.race([app.db.pool.query('SELECT 1'), timeout]);
      return { status: 'ready' };
    } catch (error) {
      app.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
  return {
    drain() {
      draining = true;
    },
  };
}
