import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.js';

const READY_TIMEOUT_MS = 1_000;
const WRITTEN_EVERY_MS = 1_000;

/**
 * `/healthz`: the process is alive; no I/O. `/readyz`: Postgres answers within a second, could be written to within the last
 * second, and the process is not shutting down; otherwise 503, so that a balancer removes it.
 */
export function mountHealth(
  fastify: FastifyInstance,
  { askDatabase, writeToDatabase, log }: { askDatabase(): Promise<unknown>; writeToDatabase(): Promise<unknown>; log: Log },
): { drain(): void } {
  let draining = false;
  let lastWrite: { atMs: number; failure?: { error: unknown } } = { atMs: Number.NEGATIVE_INFINITY };
  const checkDatabase = async (): Promise<void> => {
    const atMs = performance.now();
    if (atMs - lastWrite.atMs < WRITTEN_EVERY_MS) {
      if (lastWrite.failure) throw lastWrite.failure.error;
      await askDatabase();
      return;
    }
    try {
      await writeToDatabase();
      lastWrite = { atMs };
    } catch (error) {
      lastWrite = { atMs, failure: { error } };
      throw error;
    }
  };
  // One check at a time, however often it is asked, so that a busy pool gets no busier.
  let running: Promise<void> | undefined;
  const checkOnce = (): Promise<void> =>
    (running ??= checkDatabase().finally(() => {
      running = undefined;
    }));

  fastify.get('/healthz', async () => ({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database did not answer in time')), READY_TIMEOUT_MS);
    });
    try {
      await Promise.race([checkOnce(), late]);
      return { status: 'ready' };
    } catch (error) {
      log.warn(
        { err: error, event: 'http.not_ready' },
        'the service cannot serve: the database does not answer, or takes nothing',
      );
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
