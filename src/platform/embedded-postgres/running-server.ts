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

/** A setting on the server's command line that names its gateway process. */
export const OWNER_SETTING = 'gateway.owner';

/** Process id and start time. */
export function ownerOfThisProcess(): string {
  const self = inspectProcess(process.pid);
  return `${process.pid}/${typeof self === 'object' ? self.startedAt : ''}`;
}

/** Where the system hides processes, the port may be another server's: clients prove the password. */
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
 * Shuts down a server whose gateway died, and removes a `postmaster.pid` whose number is another process now. Throws an error
 * that names a living gateway. `evenOurs` ends this gateway's own server too.
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
  // PostgreSQL clears the file of a dead server, and refuses to start beside an unknown one.
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
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isStillThere(server: RunningProcess): boolean {
  const now = inspectProcess(server.pid);
  return typeof now === 'object' && now.startedAt === server.startedAt;
}

// Another gateway may have started a server since the file was read.
async function removeStale(pidFile: string, content: string): Promise<void> {
  const aside = `${pidFile}.${randomBytes(6).toString('hex')}`;
  await rename(pidFile, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => content);
  if (moved !== content) return rename(aside, pidFile);
  await rm(aside, { force: true });
}

/** `startedAt` is opaque and differs between two processes with the same number. */
export interface RunningProcess {
  pid: number;
  startedAt: string;
  commandLine: string;
}

/** A zombie is alive here, and so is another user's process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** 'gone': none, or a zombie, which holds no file and no port. 'unknown': the system hides it, as on Windows or with hidepid. */
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
  // proc(5): the name in field 2 may have spaces and parentheses. Field 3 is the state, 22 the start in clock ticks.
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
  return { pid, startedAt: words.slice(0, 5).join('_'), commandLine: words.slice(5).join(' ') };
}

const STARTING_MS = 30_000;
const RETRY_MS = 100;
const NOT_OURS = '28P01';

/** The URL of the database of a running gateway in the data folder, if any. Waits for one that is starting. */
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
