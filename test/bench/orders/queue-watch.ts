import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cleanup } from '../cleanup.js';

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
  /** Of the processes that serve clients, but for this one. Only Linux tells it. */
  const cpuOfBackends = async (): Promise<Map<number, number>> => {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    const of = async ({ pid }: { pid: number }) => [pid, await cpuMsOf(pid)] as const;
    return new Map(await Promise.all(rows.map(of)));
  };

  return {
    async start() {
      const cpuBefore = await cpuOfBackends();
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
          const cpu = await cpuOfBackends();
          const total = counts.computing + counts.waiting + counts.idle;
          // The orders of a batch share the moment they were made at.
          const { rows } = await client.query(
            'SELECT count(*)::float8 / greatest(count(DISTINCT created_at), 1) AS size FROM orders WHERE id > $1 AND id <= $2',
            [firstOrder, await lastOrder()],
          );
          return {
            ordersPerBatch: rows[0].size,
            databaseCpuMs: [...cpu].reduce((sum, [pid, ms]) => sum + ms - (cpuBefore.get(pid) ?? 0), 0),
            shares: { computing: counts.computing / total, waiting: counts.waiting / total, idle: counts.idle / total },
          };
        },
      };
    },
  };
}

async function cpuMsOf(pid: number): Promise<number> {
  const schedule = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(schedule.split(' ')[0]) / 1e6;
}
