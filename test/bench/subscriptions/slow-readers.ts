import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchProcess } from '../child-process.js';
import type { CloseTask, Collected, FloodTask, OpenTask } from './sockets-process.js';

export const SLOW_SOCKETS = 50;
/** As many as one connection may have. */
const SUBSCRIPTIONS_EACH = 20;
/** More than the kernel holds of a connection in both directions, and the gateway of a client, together. */
const SENT_BYTES = 10_000_000;
const LOOK_EVERY_MS = 250;

/** What the gateway weighed at most, first with clients that ask for as much and read it, then with those that do not. */
export interface SlowReaders {
  readingRss: number;
  slowRss: number;
  /** Of the slow ones, by the gateway. */
  closed: number;
}

/**
 * Sockets with all subscriptions they may have that ask for answers without end while the bar changes; at first they read them, then
 * others do not. What the first do to the young heap is not the others' fault.
 */
export async function trySlowReaders(
  { gateway, holder, url, raffleId }: { gateway: BenchProcess; holder: BenchProcess; url: string; raffleId: string },
  changeBar: () => Promise<unknown>,
): Promise<SlowReaders> {
  const opening: OpenTask = { task: 'open', url, raffleId, sockets: SLOW_SOCKETS, times: SUBSCRIPTIONS_EACH };
  const most: number[] = [];
  let closed = 0;
  for (const isReading of [true, false]) {
    const { open, firstError } = await holder.ask<Collected>(opening);
    if (open !== SLOW_SOCKETS) throw new Error(`${open} of ${SLOW_SOCKETS} sockets are open: ${firstError}`);
    await holder.ask({ task: 'flood', bytes: SENT_BYTES, isReading } satisfies FloodTask);
    most.push(await mostRss(gateway, changeBar));
    closed = SLOW_SOCKETS - (await holder.ask<Collected>({ task: 'collect' })).open;
    if (isReading && closed > 0) throw new Error(`${closed} sockets that read were closed`);
    await holder.ask({ task: 'close' } satisfies CloseTask);
  }
  const [readingRss = 0, slowRss = 0] = most;
  return { readingRss, slowRss, closed };
}

async function mostRss(gateway: BenchProcess, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const state = { over: false };
  const watching = (async () => {
    while (!state.over) {
      most = Math.max(most, (await gateway.usage()).rssBytes);
      await sleep(LOOK_EVERY_MS);
    }
  })();
  try {
    await work();
  } finally {
    state.over = true;
    await watching;
  }
  return most;
}
