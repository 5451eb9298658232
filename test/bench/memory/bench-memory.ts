import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NODE_ARGS, startProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { printGoals, type Goal } from '../figures.js';
import type { Load, LoadResult } from '../load-process.js';
import { BUILD, ordersAt, startGateway } from '../orders/contenders.js';
import { setStage } from '../orders/stage.js';
import { makeScratchDatabase } from '../scratch-database.js';

/** V8 gives back what the start took some ten to twenty seconds after it. */
const REST_MS = 30_000;
const WARM_UP_MS = 1_500;
const LOOKED_EVERY_MS = 250;
const MEGABYTE = 1024 * 1024;

export const usage = `  memory   resident memory of a gateway in production: thirty seconds after its start, and under buyers who order
           --seconds 10       how long each number of buyers, 64 and 256, orders`;

/** What the operating system counts of the gateway alone: neither Postgres nor the load. */
export async function benchMemory(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '10' } } });
  const measureMs = Number(values.seconds) * 1000;
  if (!(measureMs > 0)) throw new Error('--seconds is a number above 0');

  const database = await makeScratchDatabase(cleanup);
  const stage = await setStage(database.url, 'NEW');
  // The first one makes the operator: what is measured is every start after that.
  await (await startGateway({ stage, name: 'gateway', build: BUILD }, cleanup)).process.stop();
  const gateway = await startGateway({ stage, name: 'gateway', build: BUILD }, cleanup);
  const megabytes = async (): Promise<number> => (await gateway.process.usage()).rssBytes / MEGABYTE;
  await sleep(REST_MS);
  const measured: Goal[] = [{ what: 'at rest', values: [await megabytes()], digits: 0, below: 150 }];

  const load = startProcess({ module: fileURLToPath(new URL('../load-process.ts', import.meta.url)) });
  cleanup.add(() => load.stop());
  await load.says(/ready/);
  for (const [clients, below] of [
    [64, undefined],
    [256, 350],
  ] as const) {
    const asked: Load = { ...ordersAt(gateway), clients, warmUpMs: WARM_UP_MS, measureMs };
    const answer = load.ask<LoadResult>(asked);
    const seen: number[] = [];
    for (const endsAtMs = performance.now() + WARM_UP_MS + measureMs; performance.now() < endsAtMs;) {
      await sleep(LOOKED_EVERY_MS);
      seen.push(await megabytes());
    }
    const { errors, firstError, latencies } = await answer;
    if (errors > 0) throw new Error(`some answers were not the right ones: ${firstError}`);
    measured.push({
      what: `${clients} buyers, ${Math.round((latencies.count / measureMs) * 1000)} orders a second`,
      values: seen,
      digits: 0,
      below,
    });
  }
  console.log(`Node ${process.version} ${NODE_ARGS.join(' ')}`);
  printGoals('MB', measured);
}
