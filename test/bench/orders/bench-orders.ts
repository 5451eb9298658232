import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { ORDERS } from '../fill.js';
import { median } from '../figures.js';
import { rotated, progress } from '../rounds.js';
import { makeScratchDatabase, type ScratchDatabase } from '../scratch-database.js';
import { BUILD, startBareFastify, startGateway, type Contender } from './contenders.js';
import type { DriverLoop, DriverLoopResult } from './driver-loop.js';
import { measure } from './measure.js';
import { preparePgbench } from './pgbench.js';
import { openCommitDelays, reportProcesses, startProcessContenders, type CommitDelays } from './processes.js';
import { watchQueue } from './queue-watch.js';
import { ratesOf, refuseErrors, report, type HttpRuns, type StatementRuns } from './report.js';
import { nameOf, reportRaffles, startRaffleContenders } from './raffles.js';
import { reportRules, startRuleContenders } from './rules.js';
import { singleStatement } from './single-statement.js';
import { ALL_RULES, setStage, type Stage } from './stage.js';
import { endUnpaidOrders } from './unpaid-orders.js';

const GATEWAY = 'gateway';
const BARE = '(b) bare Fastify';
const WARM_UP_MS = 1_500;
/** The pools of the gateways and this process's own. */
const OTHER_CONNECTIONS = 40;
/** pgbench counts from before it connects, and a password's check is slow on purpose. */
const CONNECTING_SECONDS = 0.01;
/** Of the single statement, whose best is compared. */
const CONNECTIONS = [1, 4, 16, 64];

export const usage = `  orders   createOrder over HTTP on one hot raffle with every rule and 300,000 earlier orders, each order with an
           idempotency key, beside (a) a single statement under pgbench that knows none of these, on as many connections
           as serve it best, and (b) the same work and queue of orders behind bare Fastify; then the gateway
           and (b) at half of the rate that each reached
           --clients 64,256   clients at once, each a measurement of its own
           --rounds 3         how often the contenders take turns
           --seconds 4        how long each is measured in a round
           --against <dir>    another build of the gateway, measured in turn with this one; may be given several times
           --profile <dir>    writes the gateway's CPU profile there
           --only gateway     leaves (a) and (b) out
           --rules            instead of (a) and (b): raffles with one rule each beside one without any
           --raffles 1,10,200 instead of (b): orders of so many raffles in turn, each with every rule
           --processes 1,2,4  instead of (a) and (b): so many gateways on the raffle, each with its share of the clients
           --commit-delays 0,30 with --processes: what a COMMIT waits in ms, at most 100 (commit_delay)`;

interface Contest {
  database: ScratchDatabase;
  contenders: Contender[];
  statements: StatementContender[];
  /** Also at half of the rate that each reached. */
  alsoAtHalf: boolean;
  delays: CommitDelays | undefined;
}

/**
 * createOrder over real HTTP, beside its two limits. Everything runs at once on this machine and takes turns, a round after
 * the other, so what is compared was measured under the same conditions: read the ratios.
 */
export async function benchOrders(args: string[], cleanup: Cleanup): Promise<void> {
  const options = readOptions(args);
  const { clientCounts, rounds, seconds } = options;
  const database = await makeScratchDatabase(cleanup);
  const startedAtMs = performance.now();
  const stage = await setStage(database.url, 'SELLING');
  const filledInSeconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
  const { raffleCounts, against, profile } = options;
  const delays = options.processCounts && (await openCommitDelays(database.url, cleanup));
  const overRaffles = raffleCounts && (await startRaffleContenders({ stage, counts: raffleCounts, against, profile }, cleanup));
  const contenders = options.rules
    ? await startRuleContenders({ stage, profile }, cleanup)
    : overRaffles
      ? overRaffles.contenders
      : options.processCounts
        ? await startProcessContenders({ stage, counts: options.processCounts, delays: options.delays }, cleanup)
        : await startContenders(options, stage, cleanup);
  const isDirect = !options.rules && !overRaffles && !delays;
  const statements: StatementContender[] = [];
  if (!options.only && (isDirect || overRaffles)) {
    for (const count of raffleCounts ?? [1]) {
      const over = overRaffles?.raffleIds.slice(0, count);
      statements.push(await prepareStatement({ databaseUrl: database.url, stage, over }, cleanup));
    }
  }

  console.log(`${database.description}; Node ${process.version}`);
  console.log(`${availableParallelism()} cores for everything: Postgres, the contender and the load`);
  const number = (count: number): string => count.toLocaleString('en');
  console.log(
    `${number(ORDERS)} earlier orders, written in ${filledInSeconds} s; ${number(stage.buyers.length)} buyers, each round`,
  );
  console.log(`begins with none of its orders unpaid; ${stage.quotaQuantity} quotas an order; rules: ${ALL_RULES.join(', ')}`);
  console.log(`${rounds} rounds of ${seconds} s each; medians of the rounds, their lowest and their highest\n`);

  const { http, statementRuns } = await runRounds(
    { database, contenders, statements, alsoAtHalf: isDirect, delays },
    { clientCounts, rounds, seconds },
    cleanup,
  );
  if (options.rules) reportRules(http);
  else if (raffleCounts) reportRaffles(http, statementRuns);
  else if (options.processCounts) reportProcesses(http, options.processCounts, options.delays);
  else report({ gateway: GATEWAY, bare: BARE, http, statements: statementRuns });
  refuseErrors(http, statementRuns);
}

async function runRounds(
  { database, contenders, statements, alsoAtHalf, delays }: Contest,
  { clientCounts, rounds, seconds }: { clientCounts: number[]; rounds: number; seconds: number },
  cleanup: Cleanup,
): Promise<{ http: HttpRuns[]; statementRuns: StatementRuns[] }> {
  const load = startProcess({ module: fileURLToPath(new URL('../load-process.ts', import.meta.url)) });
  cleanup.add(() => load.stop());
  await load.says(/ready/);
  const queue = await watchQueue(database.url, cleanup);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  cleanup.add(() => client.end());

  const http = clientCounts.flatMap((clients) =>
    contenders.map(({ name }): HttpRuns => ({ name, clients, slices: [], atHalf: [] })),
  );
  const statementRuns = statements.flatMap((of) =>
    CONNECTIONS.map((clients) => ({ name: of.name, of, clients, results: [] as DriverLoopResult[] })),
  );
  const common = { load, queue, measureMs: seconds * 1000 };
  const measureHttp = async (round: number): Promise<void> => {
    for (const clients of clientCounts) {
      for (const { name, slices, atHalf } of rotated(
        http.filter((runs) => runs.clients === clients),
        round,
      )) {
        progress(`round ${round + 1} of ${rounds}: ${name}, ${clients} clients`);
        const contender = contenders.find((known) => known.name === name)!;
        await delays?.set(contender.commitDelayMs ?? 0);
        slices.push(await measure({ ...common, contender, clients, warmUpMs: WARM_UP_MS }));
        if (!alsoAtHalf) continue;
        const perSecond = median(ratesOf(slices)) / 2;
        atHalf.push(await measure({ ...common, contender, clients, warmUpMs: WARM_UP_MS, perSecond }));
      }
    }
  };
  const measureStatement = async (round: number): Promise<void> => {
    for (const { name, of, clients, results } of statementRuns) {
      if (clients + OTHER_CONNECTIONS > database.maxConnections) continue;
      progress(`round ${round + 1} of ${rounds}: ${name}, ${clients} connections`);
      results.push(await of.measure(clients, seconds + clients * CONNECTING_SECONDS));
    }
  };
  // A process that has just begun is not what sells: its code is compiled as it runs.
  for (const contender of contenders) await measure({ ...common, contender, clients: Math.max(...clientCounts), warmUpMs: 0 });
  for (let round = 0; round < rounds; round++) {
    await delays?.set(0);
    await endUnpaidOrders(client);
    const halves = statements.length > 0 ? [measureHttp, measureStatement] : [measureHttp];
    for (const half of rotated(halves, round)) await half(round);
  }
  progress('');
  return { http, statementRuns };
}

type Options = ReturnType<typeof readOptions>;

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '64,256' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      against: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
      only: { type: 'string' },
      rules: { type: 'boolean', default: false },
      raffles: { type: 'string' },
      processes: { type: 'string' },
      'commit-delays': { type: 'string', default: '0' },
    },
  });
  const clientCounts = values.clients.split(',').map(Number);
  const raffleCounts = values.raffles?.split(',').map(Number);
  const processCounts = values.processes?.split(',').map(Number);
  const delays = values['commit-delays'].split(',').map(Number);
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  if (![...clientCounts, ...(raffleCounts ?? []), ...(processCounts ?? []), rounds, seconds].every((n) => n > 0)) {
    throw new Error('--clients, --raffles, --processes, --rounds and --seconds are numbers above 0');
  }
  return { ...values, clientCounts, raffleCounts, processCounts, delays, rounds, seconds };
}

async function startContenders({ against, profile, only }: Options, stage: Stage, cleanup: Cleanup): Promise<Contender[]> {
  const contenders = [await startGateway({ stage, name: GATEWAY, build: BUILD, profileTo: profile }, cleanup)];
  for (const build of against) {
    contenders.push(await startGateway({ stage, name: `gateway of ${build}`, build: path.resolve(build) }, cleanup));
  }
  if (!only) contenders.push(await startBareFastify({ stage, name: BARE, build: BUILD }, cleanup));
  return contenders;
}

interface StatementContender {
  name: string;
  measure(clients: number, seconds: number): Promise<DriverLoopResult>;
}

async function prepareStatement(
  { databaseUrl, stage, over }: { databaseUrl: string; stage: Stage; over: string[] | undefined },
  cleanup: Cleanup,
): Promise<StatementContender> {
  const buyers = stage.buyers.length;
  const raffles = over ? `, ${nameOf(over.length)}` : '';
  const pgbench = await preparePgbench({ databaseUrl, sql: singleStatement(stage, ':buyer', over), buyers }, cleanup);
  if (pgbench) {
    console.log(`(a) is ${pgbench.version}`);
    return {
      name: `(a) single statement, pgbench${raffles}`,
      measure: (clients, seconds) => pgbench.measure({ clients, seconds }),
    };
  }
  console.log('(a) pgbench is not here: neither in PGBENCH, nor on the PATH, nor of a Debian package.');
  console.log('    A loop of pg connections in Node stands in for it.');
  let driver: BenchProcess | undefined;
  return {
    name: `(a) single statement, pg in Node${raffles}`,
    async measure(clients, seconds) {
      if (!driver) {
        driver = startProcess({ module: fileURLToPath(new URL('driver-loop.ts', import.meta.url)) });
        cleanup.add(driver.stop);
        await driver.says(/ready/);
      }
      const loop: DriverLoop = { databaseUrl, sql: singleStatement(stage, '$1', over), buyers, clients, seconds };
      return driver.ask<DriverLoopResult>(loop);
    },
  };
}
