import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { MachineAsk, MachineOptions } from './machine-process.js';

/** A machine of the database, which can be hurt. */
export interface Machine {
  killPostgres(): Promise<void>;
  /** SIGSTOP. */
  freezePostgres(): Promise<void>;
  /** It starts again after a while. */
  powerOff(): Promise<void>;
  /** SIGSTOP of Patroni and PostgreSQL; with its watchdog, it is a virtual machine that stands still. Answers how it goes on. */
  freeze(options: { watchdog: boolean }): Promise<() => void>;
  /** How often its watchdog has restarted it. */
  readonly fenced: number;
  stop(): Promise<void>;
}

export function startMachine(options: MachineOptions): Machine {
  const child = fork(path.join(import.meta.dirname, 'machine-process.ts'), [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
    detached: true,
  });
  child.setMaxListeners(0);
  let asked = 0;
  let fenced = 0;
  child.on('message', (message: { fenced?: boolean }) => {
    if (message.fenced) fenced += 1;
  });
  const ask = (what: MachineAsk): Promise<number[]> =>
    new Promise((resolve, reject) => {
      const n = (asked += 1);
      const onMessage = (answer: { answerTo?: number; pids?: number[] }): void => {
        if (answer.answerTo !== n) return;
        child.off('message', onMessage);
        resolve(answer.pids ?? []);
      };
      child.on('message', onMessage);
      child.once('exit', () => reject(new Error('the process of a machine has ended')));
      child.send({ n, ask: what });
    });
  const signal = (pid: number | undefined, name: NodeJS.Signals): void => {
    try {
      if (pid) process.kill(pid, name);
    } catch {
      // The watchdog ended it.
    }
  };
  return {
    async killPostgres() {
      await ask('killPostgres');
    },
    async freezePostgres() {
      await ask('freezePostgres');
    },
    async powerOff() {
      await ask('powerOff');
    },
    async freeze({ watchdog }) {
      const pids = await ask('freeze');
      if (watchdog) signal(child.pid, 'SIGSTOP');
      return () => {
        // The watchdog last: it must be in time all the same.
        for (const pid of [...pids, child.pid]) signal(pid, 'SIGCONT');
      };
    },
    get fenced() {
      return fenced;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      signal(child.pid, 'SIGCONT');
      const ended = once(child, 'exit');
      await ask('stop').catch(() => undefined);
      await ended;
    },
  };
}
