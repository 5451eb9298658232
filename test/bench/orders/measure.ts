import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchProcess } from '../child-process.js';
import type { Latencies } from '../latencies.js';
import type { Load, LoadResult } from '../load-process.js';
import { ordersAt, type Contender } from './contenders.js';
import type { QueueShares, QueueWatch } from './queue-watch.js';

export interface Slice {
  orders: number;
  perSecond: number;
  measuredMs: number;
  latencies: Latencies;
  errors: number;
  firstError: string | undefined;
  /** Of one core: above 1 it used several. */
  serverCpu: number;
  /** Of its processes that serve clients. */
  databaseCpu: number;
  loadCpu: number;
  /** At the start, in the middle and at the end. */
  rssBytes: number[];
  ordersPerBatch: number;
  queue: QueueShares;
}

/** Sets `clients` clients on a contender, waits for them to be warm, then measures. */
export async function measure(options: {
  contender: Contender;
  load: BenchProcess;
  queue: QueueWatch;
  clients: number;
  warmUpMs: number;
  measureMs: number;
}): Promise<Slice> {
  const { contender, load, queue, clients, warmUpMs, measureMs } = options;
  const { process: server } = contender;
  const asked: Load = { ...ordersAt(contender), clients, warmUpMs, measureMs };
  const answer = load.ask<LoadResult>(asked);

  await sleep(warmUpMs);
  const watching = await queue.start();
  const before = await server.usage();
  await sleep(measureMs / 2);
  const middle = await server.usage();
  await sleep(measureMs / 2);
  const after = await server.usage();
  const { shares, ordersPerBatch, databaseCpuMs } = await watching.end();

  const { latencies, measuredMs, errors, firstError, cpuMs } = await answer;
  return {
    orders: latencies.count,
    perSecond: (latencies.count / measuredMs) * 1000,
    measuredMs,
    latencies,
    errors,
    firstError,
    serverCpu: (after.cpuMs - before.cpuMs) / (after.atMs - before.atMs),
    databaseCpu: databaseCpuMs / (after.atMs - before.atMs),
    loadCpu: cpuMs / measuredMs,
    rssBytes: [before.rssBytes, middle.rssBytes, after.rssBytes],
    ordersPerBatch,
    queue: shares,
  };
}
