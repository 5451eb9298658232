import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.js';
import { askingDatabase } from '../database/errors.js';
import type { Log } from '../log.js';
import { within } from '../within.js';
import type { RefuseStranger } from './metrics-route.js';

const READY_TIMEOUT_MS = 1_000;
const WRITTEN_EVERY_MS = 1_000;

/** Rewriting a row works on a full disk, so 70 kB are written to a temporary file too. */
const PROBE = `
  SET LOCAL work_mem = '64kB';
  SELECT count(*) FROM generate_series(1, 5000);
  INSERT INTO write_probes (id, written_at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`;

/**
 * `/healthz`: the process is alive. `/readyz`: Postgres answers within a second and takes writes, and nothing shuts down. `?verbose` tells
 * who may read the metrics what stands guard in the database.
 */
export function mountHealth(
  fastify: FastifyInstance,
  { db, log, refuseStranger }: { db: Pick<Database, 'pool' | 'guards'>; log: Log; refuseStranger: RefuseStranger },
): { drain(): void } {
  const { pool } = db;
  let draining = false;
  let lastWrite: { atMs: number; failure?: { error: unknown } } = { atMs: Number.NEGATIVE_INFINITY };
  const checkDatabase = async (): Promise<void> => {
    const atMs = performance.now();
    if (atMs - lastWrite.atMs < WRITTEN_EVERY_MS) {
      if (lastWrite.failure) throw lastWrite.failure.error;
      await askingDatabase(pool.query('SELECT 1'));
      return;
    }
    try {
      await askingDatabase(pool.query(PROBE));
      lastWrite = { atMs };
    } catch (error) {
      lastWrite = { atMs, failure: { error } };
      throw error;
    }
  };
  // One check at a time, so that a busy pool gets no busier.
  let running: Promise<void> | undefined;
  const checkOnce = (): Promise<void> =>
    (running ??= checkDatabase().finally(() => {
      running = undefined;
    }));

  fastify.get('/healthz', async () => ({ status: 'ok' }));
  fastify.get<{ Querystring: { verbose?: string } }>('/readyz', async (request, reply) => {
    const isVerbose = request.query.verbose !== undefined;
    if (isVerbose && refuseStranger(request, reply)) return reply;
    if (draining) return reply.code(503).send({ status: 'draining' });
    try {
      await within(READY_TIMEOUT_MS, checkOnce(), 'the database');
      if (!isVerbose) return { status: 'ready' };
      return { status: 'ready', database: await within(READY_TIMEOUT_MS, askingDatabase(db.guards()), 'the database') };
    } catch (error) {
      log.warn(
        { err: error, event: 'http.not_ready' },
        'the service cannot serve: the database does not answer, or takes nothing',
      );
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
  return {
    drain() {
      draining = true;
    },
  };
}
