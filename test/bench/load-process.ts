import { setTimeout as sleep } from 'node:timers/promises';
import { runClient, type Asked } from './http-client.js';
import { noLatencies, record, type Latencies } from './latencies.js';

/** What the load process is told to do. */
export interface Load {
  host: string;
  port: number;
  /** Whole HTTP requests, sent in turn. */
  requests: string[];
  /** What the body of a good answer begins with, in ASCII or a character a byte: of any, or of each request. */
  expected: string | string[];
  clients: number;
  warmUpMs: number;
  measureMs: number;
}

/** What it saw while it measured. */
export interface LoadResult {
  latencies: Latencies;
  measuredMs: number;
  errors: number;
  firstError: string | undefined;
  cpuMs: number;
}

process.on('message', (message: Load | 'usage') => {
  if (message !== 'usage') void run(message).then((result) => process.send?.(result));
});
console.log('ready');

async function run({ host, port, requests, expected, clients, warmUpMs, measureMs }: Load): Promise<LoadResult> {
  const asked = requests.map((request, i): Asked => {
    const body = typeof expected === 'string' ? expected : expected[i];
    return { bytes: Buffer.from(request), expected: body ?? '' };
  });
  const latencies = noLatencies();
  const state = { turn: 0, measuring: false, over: false, errors: 0, firstError: undefined as string | undefined };

  const next = (): Asked | undefined => (state.over ? undefined : asked[state.turn++ % asked.length]);
  const answered = (latencyMs: number, problem: string | undefined): void => {
    if (problem !== undefined) {
      state.errors += 1;
      state.firstError ??= problem;
    } else if (state.measuring) record(latencies, latencyMs);
  };
  const running = Promise.all(Array.from({ length: clients }, () => runClient({ host, port, next, answered })));

  await sleep(warmUpMs);
  const startedAtMs = performance.now();
  const cpuBefore = process.cpuUsage();
  state.measuring = true;
  await Promise.race([sleep(measureMs), running]);
  state.measuring = false;
  const measuredMs = performance.now() - startedAtMs;
  const { user, system } = process.cpuUsage(cpuBefore);

  // What is under way is answered first, so that the next measurement does not pay for it.
  state.over = true;
  await running;
  return { latencies, measuredMs, errors: state.errors, firstError: state.firstError, cpuMs: (user + system) / 1000 };
}
