import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import type { Latencies } from '../latencies.js';
import type { Load, LoadResult } from '../load-process.js';
import { rotated, progress } from '../rounds.js';
import type { ReadContender } from './contenders.js';
import type { ReadName } from './reads.js';
import { checkRequests, type CheckedRequests } from './requests.js';

const WARM_UP_MS = 1_000;

export interface Slice {
  perSecond: number;
  latencies: Latencies;
  errors: number;
  firstError: string | undefined;
  /** Of one core: above 1 it used several. */
  serverCpu: number;
  loadCpu: number;
}

export interface Runs {
  read: ReadName;
  contender: string;
  slices: Slice[];
}

/**
 * Measures every read of every contender, round by round, a read after the other: the contenders take turns, and every other
 * round in the reverse order, so that none always comes first. `reference` says what is to be answered.
 */
export async function runReads(
  options: {
    contenders: ReadContender[];
    reference: ReadContender | undefined;
    reads: ReadName[];
    clients: number;
    rounds: number;
    seconds: number;
  },
  cleanup: Cleanup,
): Promise<Runs[]> {
  const { contenders, reference, reads, clients, rounds, seconds } = options;
  const load = startProcess({ module: fileURLToPath(new URL('../load-process.ts', import.meta.url)) });
  cleanup.add(() => load.stop());
  await load.says(/ready/);

  const runs: (Runs & { of: ReadContender; checked: CheckedRequests })[] = [];
  for (const read of reads) {
    const due = reference && (await checkRequests(reference, read, undefined));
    for (const of of contenders.filter(({ requests }) => requests.has(read))) {
      const checked = due && of === reference ? due : await checkRequests(of, read, due);
      runs.push({ read, contender: of.name, slices: [], of, checked });
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const read of reads) {
      for (const { of, checked, contender, slices } of rotated(
        runs.filter((one) => one.read === read),
        round,
      )) {
        progress(`round ${round + 1} of ${rounds}: ${read}, ${contender}`);
        const { requests, bodies } = checked;
        // As the load process sees them: a character a byte.
        const expected = bodies.map((body) => Buffer.from(body).toString('latin1'));
        const times = { warmUpMs: WARM_UP_MS, measureMs: seconds * 1000 };
        slices.push(await measure(load, of, { requests, expected, clients, ...times }));
      }
    }
  }
  progress('');
  return runs.map(({ read, contender, slices }) => ({ read, contender, slices }));
}

async function measure(load: BenchProcess, contender: ReadContender, options: Omit<Load, 'host' | 'ports'>): Promise<Slice> {
  const { hostname: host, port } = new URL(contender.url);
  const answer = load.ask<LoadResult>({ host, ports: [Number(port)], ...options } satisfies Load);
  await sleep(options.warmUpMs);
  const before = await contender.process.usage();
  await sleep(options.measureMs);
  const after = await contender.process.usage();
  const { latencies, measuredMs, errors, firstError, cpuMs } = await answer;
  return {
    perSecond: (latencies.count / measuredMs) * 1000,
    latencies,
    errors,
    firstError,
    serverCpu: (after.cpuMs - before.cpuMs) / (after.atMs - before.atMs),
    loadCpu: cpuMs / measuredMs,
  };
}
