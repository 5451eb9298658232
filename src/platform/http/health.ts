import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.js';

const READY_TIMEOUT_MS = 1_000;

/**
 * `/healthz`: the process is alive, no I/O. `/readyz`: it can serve: Postgres answers within a second and it is not
 * shutting down; 503 otherwise, so that a balancer takes it out.
 */
export function mountHealth(
  fastify: FastifyInstance,
  { askDatabase, log }: { askDatabase(): Promise<unknown>; log: Log },
): { drain(): void } {
  let draining = false;
  // One question at a time, however often one is asked: a busy pool gets no busier by it.
  let asked: Promise<unknown> | undefined;
  const ask = (): Promise<unknown> =>
    (asked ??= askDatabase().finally(() => {
      asked = undefined;
    }));

  fastify.get('/healthz', async () => ({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database did not answer in time')), READY_TIMEOUT_MS);
    });
    try {
      await Promise.race([ask(), late]);
      return { status: 'ready' };
    } catch (error) {
      log.warn({ err: error, event: 'http.not_ready' }, 'the service cannot serve: the database does not answer');
      return reply.code(503).send({ status: 'unavailable' });
    } finally {
      clearTimeout(timer);
    }
  });
  return {
    drain() {
      draining = true;
    },
  };
}
