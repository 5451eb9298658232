import { setTimeout as sleep } from 'node:timers/promises';
import { runClient, type Asked } from './http-client.js';
import { noLatencies, record, type Latencies } from './latencies.js';

/** What the load process is told to do. */
export interface Load {
  host: string;
  /** The clients are spread over these. */
  ports: number[];
  requests: string[];
  /** A text in each request, of 16 characters, that is replaced by a number of its own whenever one is sent. */
  numbered?: string;
  /** What the body of a good answer begins with, in ASCII or a character a byte: of any, or of each request. */
  expected: string | string[];
  clients: number;
  warmUpMs: number;
  measureMs: number;
  /** So many requests a second, on whichever client is free, instead of the next one once the last is answered. */
  perSecond?: number;
  /** No more requests than these; it is over when they are answered. */
  most?: number;
}

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

/** Larger than any that an earlier load gave. */
const firstNumber = (): number => Date.now() * 1000;

async function run({
  host,
  ports,
  requests,
  numbered,
  expected,
  clients,
  warmUpMs,
  measureMs,
  perSecond,
  most = Infinity,
}: Load): Promise<LoadResult> {
  const asked = requests.map((request, i): Asked & { numberAt: number } => {
    const body = typeof expected === 'string' ? expected : expected[i];
    const bytes = Buffer.from(request);
    return { bytes, expected: body ?? '', numberAt: numbered === undefined ? -1 : bytes.indexOf(numbered) };
  });
  let number = firstNumber();
  const latencies = noLatencies();
  const state = { turn: 0, due: 0, measuring: false, over: false, errors: 0, firstError: undefined as string | undefined };

  const startedAllAtMs = performance.now();
  const dueNext = async (): Promise<Asked | undefined> => {
    const dueAtMs = startedAllAtMs + (state.due++ / perSecond!) * 1000;
    const waitMs = dueAtMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const request = next();
    return request && { ...request, dueAtMs };
  };
  const next = (): Asked | undefined => {
    const request = state.over || state.turn >= most ? undefined : asked[state.turn++ % asked.length];
    // In place: it was sent long ago when it comes up again.
    if (request && request.numberAt >= 0) request.bytes.write(String(number++), request.numberAt, 'latin1');
    return request;
  };
  const answered = (latencyMs: number, problem: string | undefined): void => {
    if (problem !== undefined) {
      state.errors += 1;
      state.firstError ??= problem;
    } else if (state.measuring) record(latencies, latencyMs);
  };
  const running = Promise.all(
    Array.from({ length: clients }, (_, i) =>
      runClient({ host, port: ports[i % ports.length]!, next: perSecond ? dueNext : next, answered }),
    ),
  );

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
