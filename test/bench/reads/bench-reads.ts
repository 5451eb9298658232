import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Cleanup } from '../cleanup.js';
import { BUILD } from '../orders/contenders.js';
import { makeScratchDatabase, type ScratchDatabase } from '../scratch-database.js';
import { startBare, startBareWithCache, startGateway } from './contenders.js';
import { BUYERS, ORDERS } from '../fill.js';
import { KEPT_PAGE_GOAL, READ_GOALS, type ReadName } from './reads.js';
import { refuseErrors, reportGoals, reportRuns } from './report.js';
import { runReads } from './run.js';
import { setReadStage, type ReadStage } from './stage.js';

const GATEWAY = 'gateway';

export const usage = `  reads    a raffle's page, a buyer's orders, the orders of a raffle and REST's list of all, over 300,000 orders,
           beside bare Fastify with one prepared statement each, and the page beside one that keeps it 100 ms
           --clients 32       clients at once
           --rounds 5         how often the contenders take turns
           --seconds 3        how long each read is measured in a round
           --reads <names>    of these reads only, by the beginnings of their names: raffle, my, orders, REST
           --against <dir>    another build of the gateway, measured in turn with this one; may be given several times
           --profile <dir>    writes the gateway's CPU profile there
           --only gateway     leaves bare Fastify out`;

export async function benchReads(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...READ_OPTIONS,
      against: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const load = readLoad(values, [...READ_GOALS.keys()]);
  const stage = await prepareReads(cleanup);

  const common = { stage, withNumbers: true };
  const gateways = [await startGateway({ ...common, name: GATEWAY, build: BUILD, profileTo: values.profile }, cleanup)];
  for (const build of values.against) {
    gateways.push(await startGateway({ ...common, name: `gateway of ${build}`, build: path.resolve(build) }, cleanup));
  }
  const bare = values.only ? undefined : await startBare(common, cleanup);
  console.log(describeLoad(load));

  const withCache = values.only ? undefined : await startBareWithCache(stage, cleanup);
  const contenders = [...gateways, bare, withCache].filter((one) => one !== undefined);
  const runs = await runReads({ ...load, contenders, reference: bare }, cleanup);
  reportRuns(runs);
  const names = gateways.map(({ name }) => name);
  if (bare) reportGoals(runs, { gateways: names, bare: bare.name, goals: READ_GOALS });
  if (withCache) reportGoals(runs, { gateways: names, bare: withCache.name, goals: new Map([['raffle page', KEPT_PAGE_GOAL]]) });
  refuseErrors(runs);
}

export const READ_OPTIONS = {
  clients: { type: 'string', default: '32' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  reads: { type: 'string' },
} as const;

export interface ReadLoad {
  reads: ReadName[];
  clients: number;
  rounds: number;
  seconds: number;
}

/** The options as what they say. Throws for what is no number and for no read at all. */
export function readLoad(
  values: { clients: string; rounds: string; seconds: string; reads?: string | undefined },
  known: ReadName[],
): ReadLoad {
  const [clients, rounds, seconds] = [Number(values.clients), Number(values.rounds), Number(values.seconds)];
  if (![clients, rounds, seconds].every((n) => n > 0)) throw new Error('--clients, --rounds and --seconds are numbers above 0');
  const beginnings = values.reads?.split(',') ?? [''];
  const reads = known.filter((read) => beginnings.some((beginning) => read.startsWith(beginning)));
  if (reads.length === 0) throw new Error(`--reads are among these: ${known.join(', ')}`);
  return { reads, clients, rounds, seconds };
}

export async function prepareReads(cleanup: Cleanup): Promise<ReadStage> {
  const database: ScratchDatabase = await makeScratchDatabase(cleanup);
  const startedAtMs = performance.now();
  const stage = await setReadStage(database.url);
  const filledInSeconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
  console.log(`${database.description}; Node ${process.version}`);
  console.log(`${availableParallelism()} cores for everything: Postgres, the contender and the load`);
  const size = [ORDERS, BUYERS].map((n) => n.toLocaleString('en'));
  console.log(`one raffle, ${size[0]} orders of ${size[1]} buyers, written in ${filledInSeconds} s`);
  return stage;
}

export function describeLoad({ clients, rounds, seconds }: ReadLoad): string {
  return `${clients} clients; ${rounds} rounds of ${seconds} s each; medians of the rounds, their lowest and their highest\n`;
}
