import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Cleanup } from '../cleanup.js';

const run = promisify(execFile);
const DEBIAN_VERSIONS = '/usr/lib/postgresql';

interface PgbenchResult {
  perSecond: number;
  meanMs: number;
  failed: number;
}

/** How long it runs: for a time, or so many transactions a client; `variables` are what the script may name. */
interface PgbenchRun {
  clients: number;
  seconds?: number;
  transactions?: number;
  variables?: Record<string, number>;
}

/** pgbench on a script of statements, prepared once a connection. */
export interface Pgbench {
  version: string;
  measure(options: PgbenchRun): Promise<PgbenchResult>;
}

/**
 * The pgbench of PGBENCH, the PATH or a Debian package, set on `sql`, in which `:buyer` is a number, 1 to `buyers`. Undefined
 * when there is none.
 */
export async function preparePgbench(
  options: { databaseUrl: string; sql: string; buyers: number },
  cleanup: Cleanup,
): Promise<Pgbench | undefined> {
  const program = await locate();
  if (!program) return undefined;
  const script = `\\set buyer random(1, ${options.buyers})\n${options.sql};\n`;
  const { stdout: version } = await run(program, ['--version']);

  const ending = new AbortController();
  cleanup.add(() => ending.abort());
  return {
    version: version.trim(),
    async measure({ clients, seconds = 1, transactions, variables = {} }) {
      const time = transactions === undefined ? ['-T', String(Math.ceil(seconds))] : ['-t', String(transactions)];
      const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
      const args = ['-n', '-M', 'prepared', '-f', '-', '-c', String(clients), '-j', '1', ...time, ...defined];
      const env = { ...process.env, ...connectionEnv(options.databaseUrl) };
      const running = run(program, args, { env, signal: ending.signal });
      running.child.stdin?.end(script);
      const { stdout } = await running;
      const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
      return {
        perSecond: number(/^tps = ([\d.]+)/m),
        meanMs: number(/^latency average = ([\d.]+) ms/m),
        failed: number(/^number of failed transactions: (\d+)/m),
      };
    },
  };
}

async function locate(): Promise<string | undefined> {
  if (process.env.PGBENCH) return process.env.PGBENCH;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const versions = await readdir(DEBIAN_VERSIONS).catch(() => []);
  versions.sort((a, b) => Number(b) - Number(a));
  for (const folder of [...folders, ...versions.map((version) => path.join(DEBIAN_VERSIONS, version, 'bin'))]) {
    const program = path.join(folder, process.platform === 'win32' ? 'pgbench.exe' : 'pgbench');
    if (
      await access(program).then(
        () => true,
        () => false,
      )
    )
      return program;
  }
  return undefined;
}

/** libpq's own variables: a password in the arguments would be seen by every user of the machine. */
function connectionEnv(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  const sslMode = url.searchParams.get('sslmode');
  return {
    PGHOST: url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(sslMode && { PGSSLMODE: sslMode }),
  };
}
