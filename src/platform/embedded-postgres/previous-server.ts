import { randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from '../start-problem.js';
import { inspectProcess, isAlive, type RunningProcess } from './process.js';
import type { Log } from '../log.js';

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
export async function portOfRunningServer(clusterFolder: string): Promise<number | undefined> {
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
