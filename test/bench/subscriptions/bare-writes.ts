import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import type { TellTask } from './bare-sockets.js';
import { fanOutOf } from './fan-out.js';
import { closeSockets, collect, openSockets } from './holders.js';
import type { Change } from './steady-orders.js';

/** As often as the gateway tells of a bar that keeps changing. */
const VALUE_EVERY_MS = 500;

export interface BareWrites {
  microseconds: number[];
  fanOutsMs: number[];
}

/** Opens as many sockets to a process without anything of the gateway. A round tells them values at its pace. */
export async function startBareWrites(
  { holders, sockets, seconds }: { holders: BenchProcess[]; sockets: number; seconds: number },
  cleanup: Cleanup,
): Promise<{ measured: BareWrites; round(): Promise<void>; stop(): Promise<void> }> {
  const bare = startProcess({ module: fileURLToPath(new URL('bare-sockets.ts', import.meta.url)) });
  cleanup.add(() => bare.stop());
  const { host } = new URL(await bare.says(/listening on (http:\S+)/));
  await openSockets(holders, { url: `ws://${host}/graphql`, raffleId: '', sockets });

  const measured: BareWrites = { microseconds: [], fanOutsMs: [] };
  let reserved = 0;
  const tell = async (): Promise<Change> => {
    const change = { reserved: (reserved += 1), madeAtMs: Date.now() };
    await bare.ask({ task: 'tell', reserved } satisfies TellTask);
    await sleep(VALUE_EVERY_MS);
    return change;
  };
  await tell();
  return {
    measured,
    async round() {
      await collect(holders);
      const before = await bare.usage();
      const changes: Change[] = [];
      for (let n = 0; n < (seconds * 1000) / VALUE_EVERY_MS; n++) changes.push(await tell());
      const after = await bare.usage();
      const seen = (await collect(holders)).map(({ arrivals }) => arrivals);
      const { deliveries, fanOutsMs } = fanOutOf(changes, seen, sockets);
      measured.microseconds.push(((after.cpuMs - before.cpuMs) / deliveries) * 1000);
      measured.fanOutsMs.push(...fanOutsMs);
    },
    async stop() {
      await closeSockets(holders);
      await bare.stop();
    },
  };
}
