import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/**
 * Answers how many milliseconds of CPU the processes that serve other clients have taken since. 0 where the database is on another
 * machine: only Linux tells it.
 */
export async function watchDatabaseCpu(client: pg.Client): Promise<() => Promise<number>> {
  const cpuOfBackends = async (): Promise<Map<number, number>> => {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    const of = async ({ pid }: { pid: number }) => [pid, await cpuMsOf(pid)] as const;
    return new Map(await Promise.all(rows.map(of)));
  };
  const before = await cpuOfBackends();
  return async () => [...(await cpuOfBackends())].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

async function cpuMsOf(pid: number): Promise<number> {
  const schedule = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(schedule.split(' ')[0]) / 1e6;
}
