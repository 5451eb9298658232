import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '../../src/platform/embedded-postgres/embedded-database.js';
import { createLog } from '../../src/platform/log.js';
import { runSql, withDatabaseName } from '../support/database.js';
import { memoryFolder } from '../support/memory-folder.js';
import { prepareDatabase } from './database.js';
import { cpuFor, nodeOn } from './one-cpu.js';
import type { Assignment, Report } from './simulation-process.js';

/** What is in it is made again, and nobody else cleans up, counts or writes to disk: that would take time of its own. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '1d',
  bgwriter_lru_maxpages: '0',
  autovacuum: 'off',
  jit: 'off',
  track_counts: 'off',
  track_activities: 'off',
  update_process_title: 'off',
  max_connections: '100',
};
const MEMORY = '--max-semi-space-size=64';

export interface Seeds {
  from: number;
  histories: number;
  processes: number;
  stopsAtFailure?: boolean;
  shrinks?: boolean;
  printsTrace?: boolean;
}

/** Runs the histories of these seeds in several processes on a PostgreSQL of their own. */
export async function runSeeds(
  { from, histories, processes, stopsAtFailure = false, shrinks = true, printsTrace = false }: Seeds,
  onReport: (report: Report) => void,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(memoryFolder() ?? tmpdir(), 'raffle-simulation-'));
  // As root PostgreSQL runs as another user, who must get in.
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedDatabase({ dataDir, log: createLog({ logLevel: 'error' }), settings: SETTINGS });
  try {
    const urls = Array.from({ length: processes }, (_, n) => withDatabaseName(server.url, `simulation_${n + 1}`));
    await runSql(server.url, 'CREATE DATABASE simulation_1');
    await prepareDatabase(urls[0]!);
    for (const url of urls.slice(1)) {
      const name = new URL(url).pathname.slice(1);
      await runSql(server.url, `CREATE DATABASE ${name} TEMPLATE simulation_1`);
      await runSql(server.url, `ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
    }
    const children: ChildProcess[] = [];
    let isOver = false;
    await Promise.all(
      urls.map(async (databaseUrl, n) => {
        const cpu = cpuFor(n);
        const assignment: Assignment = {
          databaseUrl,
          cpu,
          from: from + n,
          to: from + histories - 1,
          step: processes,
          stopsAtFailure,
          shrinks,
          printsTrace,
        };
        const child = fork(path.join(import.meta.dirname, 'simulation-process.ts'), [JSON.stringify(assignment)], {
          ...nodeOn(cpu, ['--import', 'tsx', MEMORY]),
        });
        children.push(child);
        child.on('message', (report: Report) => {
          if (isOver) return;
          onReport(report);
          if (!report.failure || !stopsAtFailure) return;
          isOver = true;
          for (const other of children) other.kill();
        });
        const [code] = (await once(child, 'exit')) as [number | null];
        if (code !== 0 && !isOver) throw new Error(`a process of the simulation ended with ${code}`);
      }),
    );
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
