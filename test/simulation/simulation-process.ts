import 'reflect-metadata';
import { checkSeed, type Failure } from './check-seed.js';
import { createWorld } from './world.js';

/** What this process is asked to do: every `step`-th seed from `from` to `to`, in a database of its own. */
export interface Assignment {
  databaseUrl: string;
  cpu: number | undefined;
  from: number;
  to: number;
  step: number;
  stopsAtFailure: boolean;
  shrinks: boolean;
  printsTrace: boolean;
}

export type Report = { seed: number; hash: string; failure: Failure | undefined };

const { databaseUrl, cpu, from, to, step, stopsAtFailure, shrinks, printsTrace } = JSON.parse(
  process.argv[2] ?? '{}',
) as Assignment;
const world = await createWorld(databaseUrl, cpu);
for (let seed = from; seed <= to; seed += step) {
  let hash = '';
  const onRun = (outcome: { hash: string; trace: readonly string[] }): void => {
    if (printsTrace && !hash) console.log(outcome.trace.join('\n'));
    hash ||= outcome.hash;
  };
  const failure = await checkSeed(world, seed, { shrinks, onRun });
  process.send?.({ seed, hash, failure } satisfies Report);
  if (failure && stopsAtFailure) break;
}
await world.stop();
process.disconnect();
