import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cleanup } from '../cleanup.js';
import { watchDatabaseCpu } from '../database-cpu.js';

const SAMPLE_EVERY_MS = 40;

/** How the database connection that writes the batches spent its time, as shares of it. */
export interface QueueShares {
  /** Postgres computes. */
  computing: number;
  /** Postgres waits: mostly for the log to reach the disk. */
  waiting: number;
  /** Nothing is asked of it. */
  idle: number;
}

export interface QueueWatch {
  start(): Promise<{ end(): Promise<{ shares: QueueShares; ordersPerBatch: number; databaseCpuMs: number }> }>;
}

/** Samples the server's own view of its sessions. */
export async function watchQueue(databaseUrl: string, cleanup: Cleanup): Promise<QueueWatch> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  cleanup.add(() => client.end());
  const lastOrder = async (): Promise<string> => {
    const { rows } = await client.query('SELECT coalesce(max(id), 0)::text AS id FROM orders');
    return rows[0].id;
  };
  return {
    async start() {
      const databaseCpuMs = await watchDatabaseCpu(client);
      const counts = { computing: 0, waiting: 0, idle: 0 };
      const firstOrder = await lastOrder();
      const state = { over: false };
      const sample = async (): Promise<void> => {
        const { rows } = await client.query(`
          SELECT bool_or(state = 'active' AND wait_event IS NULL) AS computing, bool_or(state = 'active') AS active
          FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%reserve_orders(%'`);
        counts[rows[0].computing ? 'computing' : rows[0].active ? 'waiting' : 'idle'] += 1;
      };
      const sampling = (async () => {
        while (!state.over) {
          await sample();
          await sleep(SAMPLE_EVERY_MS);
        }
      })();

      return {
        async end() {
          state.over = true;
          await sampling;
          const cpuMs = await databaseCpuMs();
          const total = counts.computing + counts.waiting + counts.idle;
          // The orders of a batch share the moment they were made at.
          const { rows } = await client.query(
            'SELECT count(*)::float8 / greatest(count(DISTINCT created_at), 1) AS size FROM orders WHERE id > $1 AND id <= $2',
            [firstOrder, await lastOrder()],
          );
          return {
            ordersPerBatch: rows[0].size,
            databaseCpuMs: cpuMs,
            shares: { computing: counts.computing / total, waiting: counts.waiting / total, idle: counts.idle / total },
          };
        },
      };
    },
  };
}
