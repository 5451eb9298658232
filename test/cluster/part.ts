import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartProblem } from '../../src/platform/start-problem.js';

/** One program of the cluster. If it ends by itself, it is not started again. */
export interface Part {
  start(): void;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** However this process ends, none is left behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) killGroup(child);
});

/** Also what it started, such as the workers of nginx. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // All have ended.
  }
}

/** It writes `<name>.log`. `onEnd` is called when nobody stopped it. */
export function startPart(options: {
  name: string;
  command: string[];
  folder: string;
  user: { uid?: number; gid?: number };
  env?: Record<string, string>;
  onEnd: (problem: StartProblem) => void;
}): Part {
  const { name, command, folder, user, env, onEnd } = options;
  const [file = '', ...args] = command;
  const logFile = path.join(folder, `${name}.log`);
  let child: ChildProcess | undefined;
  let isStopping = false;

  const start = (): void => {
    isStopping = false;
    const log = openSync(logFile, 'a');
    // A group of its own, which a Ctrl-C does not reach.
    const started = spawn(file, args, {
      ...user,
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder, ...env },
    });
    closeSync(log);
    child = started;
    running.add(started);
    started.once('exit', (code) => {
      running.delete(started);
      if (!isStopping) onEnd(new StartProblem(`${name} ended with ${code}:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`));
    });
  };
  start();
  return {
    start,
    async stop(signal = 'SIGTERM') {
      isStopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      const stopping = child;
      const timer = setTimeout(() => killGroup(stopping), 5_000);
      await ended;
      clearTimeout(timer);
      killGroup(stopping);
    },
  };
}
