import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from '../start-problem.js';
import type { PostgresAccount } from './account.js';
import type { PostgresBinaries } from './binaries.js';
import { OWNER_SETTING, ownerOfThisProcess } from './running-server.js';
import type { Log } from '../log.js';

const LINES_KEPT = 20;
const LAST_LINES_MS = 1_000;
const FORMAT = /^([^|]*)\|(DEBUG\d|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC):\s+(.*)$/;

export interface EmbeddedServer {
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** `lines` are the last of its log. */
export class ServerStartError extends StartProblem {
  constructor(readonly lines: string[]) {
    super(`PostgreSQL did not start:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
}

/**
 * Resolves once it accepts connections. A supervisor in its own session runs it, so Ctrl-C does not reach it; it shuts the server
 * down when this process ends in any way, SIGKILL too.
 */
export async function startServer(options: {
  binaries: PostgresBinaries;
  account: PostgresAccount;
  clusterFolder: string;
  settings: Record<string, string>;
  log: Pick<Log, 'warn' | 'error'>;
  whileItWorks?: (() => void) | undefined;
}): Promise<EmbeddedServer> {
  const { log } = options;
  const { supervisor, stderr } = await spawnSupervisor(options);
  options.whileItWorks?.();

  const lines: string[] = [];
  let stopping = false;
  let onReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => (onReady = resolve));
  createInterface({ input: stderr }).on('line', (line) => {
    const [, backend = '', severity = '', text = line] = FORMAT.exec(line) ?? [];
    lines.push(severity ? `${severity}: ${text}` : line);
    if (lines.length > LINES_KEPT) lines.shift();
    if (text.startsWith('database system is ready to accept ')) onReady();
    if (!stopping) report(log, backend, severity, text);
  });

  const exited = new Promise<void>((resolve, reject) => {
    supervisor.once('error', reject);
    supervisor.once('exit', () => resolve());
  });
  const outputRead = new Promise<void>((resolve) => stderr.once('close', resolve));
  const failed = exited
    // A server that outlives its supervisor keeps the pipe open.
    .then(() => Promise.race([outputRead, sleep(LAST_LINES_MS, undefined, { ref: false })]))
    .then(() => {
      throw new ServerStartError(lines);
    });
  failed.catch(() => undefined);
  await Promise.race([ready, failed]);

  const hold = (method: 'ref' | 'unref') => {
    supervisor[method]();
    if (stderr instanceof Socket) stderr[method]();
  };
  hold('unref');
  supervisor.channel?.unref();

  return {
    exited,
    async stop() {
      stopping = true;
      hold('ref');
      if (supervisor.connected) supervisor.disconnect();
      await exited;
    },
  };
}

async function spawnSupervisor(
  options: Parameters<typeof startServer>[0],
): Promise<{ supervisor: ChildProcess; stderr: Readable }> {
  const { binaries, account, clusterFolder } = options;
  const settings = { ...options.settings, [OWNER_SETTING]: ownerOfThisProcess() };
  const source = await supervisorSource();
  const supervisorArgs = [account.uid ?? '-', account.gid ?? '-', binaries.pgCtl, clusterFolder].map(String);
  const command = [...account.launcher, binaries.postgres, '-D', clusterFolder];
  for (const [name, value] of Object.entries(settings)) command.push('-c', `${name}=${value}`);

  const supervisor = spawn(process.execPath, ['--input-type=module', '-', ...supervisorArgs, ...command], {
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    env: binaries.environment,
    cwd: path.parse(process.execPath).root,
    detached: true,
    windowsHide: true,
  });
  const { stdin, stderr } = supervisor;
  if (!stdin || !stderr) throw new Error('unreachable: both are pipes');
  stdin.on('error', () => undefined);
  stdin.end(source);
  return { supervisor, stderr };
}

async function supervisorSource(): Promise<string> {
  const extension = path.extname(new URL(import.meta.url).pathname);
  return readFile(new URL(`./supervisor${extension}`, import.meta.url), 'utf8');
}

// The client of a statement reports its own ERROR; here it would repeat data.
function report(log: Pick<Log, 'warn' | 'error'>, backend: string, severity: string, text: string): void {
  if (severity === 'WARNING') log.warn({ event: 'database.server.warning', backend }, text);
  if (severity === 'ERROR' && backend !== 'client backend') log.error({ event: 'database.server.error', backend }, text);
  if (severity === 'FATAL') log.warn({ event: 'database.server.fatal', backend }, text);
  if (severity === 'PANIC') log.error({ event: 'database.server.panic', backend }, text);
}
