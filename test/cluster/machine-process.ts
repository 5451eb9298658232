import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { keepPatroniPid, pidsOfMachine, pidsOfPostgres } from './machine-pids.js';

/*
 * One machine of the database: it runs Patroni, which runs PostgreSQL, and has a watchdog. A real one is a timer in hardware or in the kernel
 * that restarts the machine unless Patroni writes to /dev/watchdog in time. Here Patroni writes to a pipe, and what happens then is what
 * happens to its processes: all end at once, and Patroni starts again a while later.
 */

export interface MachineOptions {
  patroni: string;
  folder: string;
  user: { uid?: number; gid?: number };
  /** How long the machine takes to start after it lost power. */
  bootMs: number;
}

export type MachineAsk = 'freezePostgres' | 'freeze' | 'killPostgres' | 'powerOff' | 'stop';

const CHECKED_EVERY_MS = 100;
/** As systemd does. */
const RESTARTED_AFTER_MS = 1_000;
const STOPPED_WITHIN_MS = 15_000;

const { patroni, folder, user, bootMs } = JSON.parse(process.argv[2] ?? '') as MachineOptions;
let child: ChildProcess | undefined;
let starting: NodeJS.Timeout | undefined;
let isStopping = false;

function start(): void {
  const log = openSync(path.join(folder, 'patroni.log'), 'a');
  const started = spawn(patroni, [path.join(folder, 'patroni.yml')], {
    ...user,
    cwd: folder,
    // A group of its own, which a Ctrl-C does not reach.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder },
  });
  closeSync(log);
  keepPatroniPid(folder, started.pid);
  child = started;
  started.once('exit', () => {
    if (child !== started) return;
    child = undefined;
    if (!isStopping) starting ??= setTimeout(restart, RESTARTED_AFTER_MS);
  });
}

function restart(): void {
  starting = undefined;
  start();
}

const allPids = (): number[] => pidsOfMachine(folder);

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}

/** Twice, because PostgreSQL may start a process meanwhile. */
function killAll(): void {
  for (let times = 0; times < 2; times++) signal(allPids(), 'SIGKILL');
}

function losePower(): void {
  isArmed = false;
  killAll();
  clearTimeout(starting);
  starting = setTimeout(restart, bootMs);
}

let isArmed = false;
let timeoutMs = 0;
let fedAtMs = 0;
// Also open to write, so that the pipe does not end when Patroni closes it.
const watchdog = new Socket({
  fd: openSync(path.join(folder, 'watchdog'), constants.O_RDWR | constants.O_NONBLOCK),
  readable: true,
  writable: false,
});
watchdog.on('data', (chunk) => {
  for (const [said, seconds] of chunk.toString().matchAll(/Ctimeout=(\d+)\n|1|V/g)) {
    fedAtMs = performance.now();
    if (seconds) timeoutMs = Number(seconds) * 1_000;
    isArmed = said !== 'V';
  }
});
setInterval(() => {
  if (!isArmed || performance.now() - fedAtMs < timeoutMs) return;
  losePower();
  process.send?.({ fenced: true });
}, CHECKED_EVERY_MS);

async function stop(): Promise<void> {
  isStopping = true;
  clearTimeout(starting);
  const running = child;
  if (running) {
    const ended = new Promise((resolve) => {
      running.once('exit', resolve);
    });
    signal(allPids(), 'SIGCONT');
    running.kill('SIGTERM');
    const timer = setTimeout(killAll, STOPPED_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  }
  killAll();
}

const DOES: Record<MachineAsk, () => number[] | void | Promise<void>> = {
  freeze() {
    const before = allPids();
    signal(before, 'SIGSTOP');
    const pids = [...new Set([...before, ...allPids()])];
    signal(pids, 'SIGSTOP');
    return pids;
  },
  freezePostgres: () => signal(pidsOfPostgres(folder), 'SIGSTOP'),
  killPostgres: () => signal(pidsOfPostgres(folder), 'SIGKILL'),
  powerOff: losePower,
  stop,
};

process.on('message', ({ n, ask }: { n: number; ask: MachineAsk }) => {
  void Promise.resolve(DOES[ask]()).then((pids) => {
    process.send?.({ answerTo: n, pids: pids ?? [] });
    if (ask === 'stop') process.exit();
  });
});
// The command that started it has ended: leave nothing behind.
process.on('disconnect', () => {
  isStopping = true;
  killAll();
  process.exit();
});
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
start();
