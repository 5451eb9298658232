import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';

const STOP_MS = 10_000;

/** Answers how much the process has used, and ends it when the bench is gone, killed or not. */
const PROBE = `data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  process.on('disconnect', () => process.exit(1));
  process.on('message', (message) => {
    if (message === 'heap') {
      collectGarbage();
      process.send({ heapBytes: process.memoryUsage().heapUsed });
    }
    if (message !== 'usage') return;
    const { user, system } = process.cpuUsage();
    process.send({ usage: { rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1000, atMs: performance.now() } });
  });`)}`;

export interface Usage {
  rssBytes: number;
  cpuMs: number;
  atMs: number;
}

export interface BenchProcess {
  usage(): Promise<Usage>;
  /** What is in use of its heap after a collection of garbage, in bytes. */
  heap(): Promise<number>;
  /** Sends a message and resolves to the next one that comes back; one at a time. */
  ask<Answer>(message: object | 'usage' | 'heap'): Promise<Answer>;
  /** Waits for a line of its output and resolves to the pattern's first group. Ask a process once it says that it is ready. */
  says(pattern: RegExp): Promise<string>;
  stop(): Promise<void>;
}

/** As `npm start` runs the service: room for what many orders at once need until they are answered. */
export const NODE_ARGS = ['--max-semi-space-size=64'];

/** Starts a Node process. A `.ts` module is run by tsx, anything else by Node alone, as in production. */
export function startProcess(options: { module: string; env?: Record<string, string>; nodeArgs?: string[] }): BenchProcess {
  const { module, env, nodeArgs = [] } = options;
  const loader = module.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  const child = fork(module, [], {
    execArgv: [...NODE_ARGS, ...loader, '--import', PROBE, ...nodeArgs],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const failed = exited.then((): never => {
    throw new Error(`${module} ended (${child.exitCode ?? child.signalCode})`);
  });
  failed.catch(() => undefined);

  const lines: string[] = [];
  const output = createInterface({ input: child.stdout! }).on('line', (line) => {
    lines.push(line);
    // The gateway's log: warnings and worse.
    if (line.startsWith('{')) console.error(line);
  });
  const said = (pattern: RegExp): string | undefined => {
    const line = lines.find((text) => pattern.test(text));
    return line && (pattern.exec(line)?.[1] ?? line);
  };
  const says = (pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = said(pattern);
        if (found === undefined) return;
        output.off('line', look);
        resolve(found);
      };
      output.on('line', look);
      look();
    });

  const ask = <Answer>(message: object | 'usage' | 'heap'): Promise<Answer> => {
    const answer = new Promise<Answer>((resolve) => child.once('message', (value) => resolve(value as Answer)));
    child.send(message);
    return Promise.race([answer, failed]);
  };
  return {
    ask,
    usage: async () => (await ask<{ usage: Usage }>('usage')).usage,
    heap: async () => (await ask<{ heapBytes: number }>('heap')).heapBytes,
    says: (pattern) => Promise.race([says(pattern), failed]),
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
