import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchProcess, Usage } from '../child-process.js';
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
  /** Of requests; without it each client sends its next one once the last is answered. */
  perSecond?: number;
}): Promise<Slice> {
  const { contender, load, queue, clients, warmUpMs, measureMs, perSecond } = options;
  const servers = [contender, ...(contender.others ?? [])].map(({ process: server }) => server);
  const usage = async () => {
    const usages = await Promise.all(servers.map((server) => server.usage()));
    const sum = (of: (one: Usage) => number): number => usages.reduce((total, one) => total + of(one), 0);
    return { cpuMs: sum(({ cpuMs }) => cpuMs), rssBytes: sum(({ rssBytes }) => rssBytes), atMs: usages[0]!.atMs };
  };
  const asked: Load = { ...ordersAt(contender), clients, warmUpMs, measureMs, ...(perSecond !== undefined && { perSecond }) };
  const answer = load.ask<LoadResult>(asked);

  await sleep(warmUpMs);
  const watching = await queue.start();
  const before = await usage();
  await sleep(measureMs / 2);
  const middle = await usage();
  await sleep(measureMs / 2);
  const after = await usage();
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
