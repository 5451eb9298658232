import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.js';
import { StartProblem } from '../start-problem.js';
import { DATABASE_NAME, databaseUrl, readPassword } from './cluster.js';

const FAST_SHUTDOWN_MS = 60_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;
const POLL_MS = 50;

/** The name of the setting that carries, on the server's command line, the gateway process it belongs to. */
export const OWNER_SETTING = 'gateway.owner';

/** This process, as the value of OWNER_SETTING: its number and when it started. */
export function ownerOfThisProcess(): string {
  const self = inspectProcess(process.pid);
  return `${process.pid}/${typeof self === 'object' ? self.startedAt : ''}`;
}

/**
 * The port of the server that a living gateway, or a command, runs on the cluster; undefined when none does. Where the system does
 * not tell of processes it may be anybody's: whatever listens there has to know the password.
 */
async function portOfRunningServer(clusterFolder: string): Promise<number | undefined> {
  const content = await readFile(pidFileOf(clusterFolder), 'utf8').catch(() => '');
  const [pid = 0, , , port = 0] = content.split('\n').map(Number);
  if (!(pid > 1) || !(port > 0)) return undefined;
  const running = inspectProcess(pid);
  if (running === 'gone') return undefined;
  const isOurs = running === 'unknown' || (isServerOf(running, clusterFolder) && livingOwner(running) !== undefined);
  return isOurs ? port : undefined;
}

/**
 * Makes the cluster's folder free for a server of ours. A server left by a gateway that died is shut down (its data is kept);
 * a `postmaster.pid` whose number now belongs to something else, or to a zombie, is removed, for PostgreSQL would take that
 * for a server. A server whose gateway lives is never touched: throws an error that names that gateway. With `evenOurs` a
 * gateway ends a server of its own too, one whose supervisor it has lost.
 */
export async function endPreviousServer(options: {
  clusterFolder: string;
  log: Pick<Log, 'warn'>;
  evenOurs?: boolean;
}): Promise<void> {
  const { clusterFolder, log } = options;
  const pidFile = pidFileOf(clusterFolder);
  const content = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(content, 10);
  if (!(pid > 1)) return;

  const running = inspectProcess(pid);
  // PostgreSQL clears the file of a dead server by itself, and refuses to start beside one that we cannot judge.
  if (running === 'unknown' || !isAlive(pid)) return;
  if (running === 'gone' || !isServerOf(running, clusterFolder)) return removeStale(pidFile, content);

  const owner = livingOwner(running);
  if (owner && !(options.evenOurs && owner === process.pid)) {
    throw new StartProblem(
      `The database in ${clusterFolder} is in use by the gateway, or the command, that runs as process ${owner} `
        + `(its PostgreSQL is process ${pid}). Stop that one, or set another DATA_DIR, or give both the same DATABASE_URL.`,
    );
  }
  log.warn({ event: 'database.server.left_running', pid }, 'stopping a database that was left running');
  await shutDown(running);
}

/** PostgreSQL writes it: the number of its process, the folder, the time, the port. */
function pidFileOf(clusterFolder: string): string {
  return path.join(clusterFolder, 'postmaster.pid');
}

function isServerOf({ commandLine }: RunningProcess, clusterFolder: string): boolean {
  return commandLine.includes(`postgres -D ${clusterFolder} `);
}

function livingOwner({ commandLine }: RunningProcess): number | undefined {
  const [, pid, startedAt] = new RegExp(`${OWNER_SETTING}=(\\d+)/(\\S*)`).exec(commandLine) ?? [];
  if (!pid) return undefined;
  const owner = inspectProcess(Number(pid));
  if (owner === 'gone') return undefined;
  return owner === 'unknown' || owner.startedAt === startedAt ? Number(pid) : undefined;
}

async function shutDown(server: RunningProcess): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    if (!isStillThere(server)) return;
    signalProcess(server.pid, signal);
    for (let waitedMs = 0; waitedMs < waitMs; waitedMs += POLL_MS) {
      await sleep(POLL_MS);
      if (!isStillThere(server)) return;
    }
  }
  throw new StartProblem(`A database was left running (process ${server.pid}) and does not stop: end it by hand.`);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isStillThere(server: RunningProcess): boolean {
  const now = inspectProcess(server.pid);
  return typeof now === 'object' && now.startedAt === server.startedAt;
}

// Between reading and removing, another gateway may have started a server: what is removed must be what was read.
async function removeStale(pidFile: string, content: string): Promise<void> {
  const aside = `${pidFile}.${randomBytes(6).toString('hex')}`;
  await rename(pidFile, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => content);
  if (moved !== content) return rename(aside, pidFile);
  await rm(aside, { force: true });
}

/**
 * A process by more than its number, which the system gives to another once it is free: `startedAt` is an opaque text
 * without spaces that differs for two processes of the same number.
 */
export interface RunningProcess {
  pid: number;
  startedAt: string;
  commandLine: string;
}

/** Whether some process has this number, ours to see or not. A zombie has. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * What runs under a number now: 'gone' when nothing does (a zombie is gone: it holds no file and no port), 'unknown' when
 * the system does not tell, as Windows or a /proc mounted with hidepid do not.
 */
export function inspectProcess(pid: number): RunningProcess | 'gone' | 'unknown' {
  if (!isAlive(pid)) return 'gone';
  try {
    if (process.platform === 'linux') return inspectByProc(pid);
    if (process.platform === 'win32') return 'unknown';
    return inspectByPs(pid);
  } catch {
    return isAlive(pid) ? 'unknown' : 'gone';
  }
}

function inspectByProc(pid: number): RunningProcess | 'gone' {
  // proc(5): the name in field 2 may hold spaces and parentheses, so fields are counted from the last one; 3 is the state,
  // 22 the start in clock ticks since boot.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return 'gone';
  const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return { pid, startedAt: fields[19] ?? '', commandLine };
}

function inspectByPs(pid: number): RunningProcess | 'gone' {
  const columns = ['-ww', '-o', 'state=', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)];
  const line = execFileSync('ps', columns, { encoding: 'utf8', env: { LC_ALL: 'C' } }).trim();
  const [state = '', ...words] = line.split(/\s+/);
  if (state.startsWith('Z')) return 'gone';
  // lstart is five words: Fri Nov 20 10:38:43 2026.
  return { pid, startedAt: words.slice(0, 5).join('_'), commandLine: words.slice(5).join(' ') };
}

const STARTING_MS = 30_000;
const RETRY_MS = 100;
/** invalid_password: another server has the port. */
const NOT_OURS = '28P01';

/**
 * The URL of the database that a gateway which runs has started in the data folder; undefined when none runs. PostgreSQL's own
 * `postmaster.pid` tells where it listens, and is believed only while the process it names is that server and the gateway that
 * started it lives: what a killed gateway left misleads nobody. One that starts just now is waited for, one that stops is none.
 */
export async function findRunningDatabase({ dataDir }: { dataDir: string }): Promise<string | undefined> {
  const clusterFolder = path.join(await realpath(dataDir).catch(() => dataDir), 'postgres');
  const givingUpAt = Date.now() + STARTING_MS;
  for (;;) {
    const port = await portOfRunningServer(clusterFolder);
    if (port === undefined || Date.now() > givingUpAt) return undefined;
    const url = databaseUrl({ password: await readPassword(clusterFolder), port, name: DATABASE_NAME });
    const problem = await problemOf(url);
    if (problem === undefined) return url;
    if (problem.code === NOT_OURS) return undefined;
    await sleep(RETRY_MS);
  }
}

async function problemOf(url: string): Promise<{ code?: string } | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: STARTING_MS });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as { code?: string };
  } finally {
    await client.end();
  }
}
