import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SHIFTED_CLOCK = new URL('shifted-clock.mjs', import.meta.url).href;
const MAIN = fileURLToPath(new URL('gateway-main.mjs', import.meta.url));

/** A process of the service as production runs it, that can be hurt. */
export interface Gateway {
  readonly url: string | undefined;
  /** The events of its log that somebody has to look at, and how often each came; `error` and worse. */
  readonly errors: Map<string, { count: number; example: string }>;
  kill(): Promise<void>;
  /** SIGSTOP: it stands still with all that it holds. */
  pause(): void;
  resume(): void;
  /** Its clock is this far from the true time from now on, in milliseconds; a new process begins with the true time. */
  shiftClock(byMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** However this process ends, none is left behind; one that stands still, too. */
const running = new Set<ChildProcess>();
const clockFolders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of clockFolders) rmSync(folder, { recursive: true, force: true });
});

export async function startGateway(env: Record<string, string>): Promise<Gateway> {
  const errors: Gateway['errors'] = new Map();
  let child: ChildProcess;
  let url: string | undefined;
  let isStopping = false;
  const clockFile = path.join(await mkdtemp(path.join(tmpdir(), 'raffle-clock-')), 'shift');
  clockFolders.add(path.dirname(clockFile));
  const clock = { NODE_OPTIONS: `--import ${SHIFTED_CLOCK}`, CLOCK_FILE: clockFile };

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, ...clock, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    running.add(started);
    started.once('exit', () => running.delete(started));
    let lastWords = '';
    started.stderr.on('data', (chunk: Buffer) => (lastWords = `${lastWords}${chunk.toString()}`.slice(-2_000)));
    const listening = new Promise<string>((resolve) => {
      createInterface({ input: started.stdout }).on('line', (line) => {
        const at = /listening on (http:\S+)/.exec(line)?.[1];
        if (at) resolve(at);
        if (line.startsWith('{')) note(line);
      });
    });
    const ended = once(started, 'exit').then(([code, signal]) => ({ code, signal }));
    void ended.then(({ code }) => {
      if (code !== null && !isStopping) noted(`ended with ${code}`, lastWords);
    });
    url = await Promise.race([listening, ended.then(() => undefined)]);
  };
  const noted = (what: string, example: string): void => {
    const known = errors.get(what);
    errors.set(what, { count: (known?.count ?? 0) + 1, example: known?.example ?? example });
  };
  const note = (line: string): void => {
    const { level, event, msg } = JSON.parse(line) as { level: number; event?: string; msg?: string };
    if (level >= 50) noted(event ?? msg ?? 'unnamed', line);
  };

  await start();
  return {
    get url() {
      return url;
    },
    errors,
    async kill() {
      url = undefined;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      // One that ends in its start is started again, as whoever runs it would.
      while (!url && !isStopping) await start();
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async shiftClock(byMs) {
      await writeFile(clockFile, String(byMs));
      // Before it listens the signal would end it.
      if (url) child.kill('SIGUSR2');
    },
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
