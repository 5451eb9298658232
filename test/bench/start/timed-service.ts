import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.js';

const ASKED_EVERY_MS = 10;
const STOP_MS = 30_000;

interface TimedService {
  readyMs: number;
  stop(): Promise<void>;
}

/** Starts the service by a command, in development on a data folder, and waits until it is ready. Rejects when it ends before. */
export async function startTimed(
  { command, cwd, dataDir }: { command: readonly string[]; cwd: string; dataDir: string },
  cleanup: Cleanup,
): Promise<TimedService> {
  const [program = '', ...args] = command;
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const own = { NODE_ENV: 'development', DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const startedAtMs = performance.now();
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...own, PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own: npm does not pass a signal on.
    detached: true,
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    signalGroup(child.pid, 'SIGTERM');
    const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(timer);
    // npm ends before what it started.
    while (await isAnswering(port)) await sleep(ASKED_EVERY_MS);
  };
  cleanup.add(stop);
  while (!(await isAnswering(port))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`);
    await sleep(ASKED_EVERY_MS);
  }
  return { readyMs: performance.now() - startedAtMs, stop };
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch (error) {
    // It ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function isAnswering(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
