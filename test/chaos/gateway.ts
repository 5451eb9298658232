import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A process of the service as production runs it, that can be hurt. */
export interface Gateway {
  readonly url: string | undefined;
  /** The events of its log that somebody has to look at, and how often each came; `error` and worse. */
  readonly errors: Map<string, { count: number; example: string }>;
  kill(): Promise<void>;
  /** SIGSTOP: it stands still with all that it holds. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** However this process ends, none is left behind; one that stands still, too. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startGateway(env: Record<string, string>): Promise<Gateway> {
  const errors: Gateway['errors'] = new Map();
  let child: ChildProcess;
  let url: string | undefined;
  let isStopping = false;

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, ...env },
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
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
