import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { makeScratchDatabase } from '../scratch-database.js';
import { BUILD, startBareFastify, startGateway, type Contender } from './contenders.js';
import type { DriverLoop, DriverLoopResult } from './driver-loop.js';
import { watchLine } from './line-watch.js';
import { measure, type Slice } from './measure.js';
import { preparePgbench } from './pgbench.js';
import { report, type HttpRuns, type StatementRuns } from './report.js';
import { singleStatement } from './single-statement.js';
import { setStage, type Stage } from './stage.js';

const WARM_UP_MS = 1_500;
/** The pools of the gateways and this process's own. */
const OTHER_CONNECTIONS = 40;
/** pgbench counts from before it connects, and a password's check is slow on purpose. */
const CONNECTING_SECONDS = 0.01;

/** `npm run bench orders -- --help` prints it. */
export const usage = `  orders   createOrder over HTTP on one hot raffle, beside a single statement under pgbench and the same line behind bare Fastify
           --clients 64,256   clients at once, each row a measurement
           --rounds 3         how often the contenders take turns
           --seconds 4        how long each is measured in a round
           --against <dir>    another build of the gateway, measured in turn with this one; may be given several times
           --profile <dir>    writes the gateway's CPU profile there
           --only gateway     leaves the other contenders out`;

/**
 * createOrder over real HTTP, beside its two limits. Everything runs at once on this machine and takes turns, a round after
 * the other, so what is compared was measured under the same conditions: read the ratios.
 */
export async function benchOrders(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '64,256' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      against: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const clientCounts = values.clients.split(',').map(Number);
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  if (![...clientCounts, rounds, seconds].every((n) => n > 0)) throw new Error('--clients, --rounds and --seconds are numbers above 0');

  const database = await makeScratchDatabase(cleanup);
  const stage = await setStage(database.url);
  const gateway = await startGateway({ stage, name: 'gateway', build: BUILD, profileTo: values.profile }, cleanup);
  const contenders: Contender[] = [gateway];
  for (const build of values.against) contenders.push(await startGateway({ stage, name: `gateway of ${build}`, build: path.resolve(build) }, cleanup));
  if (!values.only) contenders.push(await startBareFastify({ stage, name: '(b) bare Fastify', build: BUILD }, cleanup));
  const statement = values.only ? undefined : await prepareStatement(database.url, stage, cleanup);
  const load = startProcess({ module: fileURLToPath(new URL('../load-process.ts', import.meta.url)) });
  cleanup.add(() => load.stop());
  await load.says(/ready/);
  const line = await watchLine(database.url, cleanup);

  console.log(`${database.description}; Node ${process.version}; ${availableParallelism()} cores for everything: Postgres, the contender, the load`);
  console.log(`${rounds} rounds of ${seconds} s each, ${stage.buyers.length} buyers, ${stage.quotaQuantity} quotas an order, one raffle of 10,000,000\n`);

  const http: HttpRuns[] = [];
  const statements: StatementRuns[] = [];
  const slicesOf = (name: string, clients: number): Slice[] => {
    let runs = http.find((known) => known.name === name && known.clients === clients);
    if (!runs) http.push((runs = { name, clients, slices: [] }));
    return runs.slices;
  };
  for (let round = 1; round <= rounds; round++) {
    for (const clients of clientCounts) {
      for (const contender of contenders) {
        progress(`round ${round} of ${rounds}: ${contender.name}, ${clients} clients`);
        slicesOf(contender.name, clients).push(
          await measure({ contender, load, line, clients, warmUpMs: WARM_UP_MS, measureMs: seconds * 1000 }),
        );
      }
    }
    for (const clients of statement ? [1, ...clientCounts] : []) {
      progress(`round ${round} of ${rounds}: single statement, ${clients} connections`);
      let runs = statements.find((known) => known.clients === clients);
      if (!runs) statements.push((runs = { name: statement?.name ?? '', clients, results: [] }));
      if (clients + OTHER_CONNECTIONS > database.maxConnections) continue;
      runs.results.push(await statement!.measure(clients, seconds + clients * CONNECTING_SECONDS));
    }
  }
  progress('');
  report({ gateway: gateway.name, bare: '(b) bare Fastify', http, statements });
}

interface StatementContender {
  name: string;
  measure(clients: number, seconds: number): Promise<DriverLoopResult>;
}

async function prepareStatement(databaseUrl: string, stage: Stage, cleanup: Cleanup): Promise<StatementContender> {
  const buyers = stage.buyers.length;
  const pgbench = await preparePgbench({ databaseUrl, sql: singleStatement(stage, ':buyer'), buyers }, cleanup);
  if (pgbench) {
    console.log(`(a) is ${pgbench.version}`);
    return { name: '(a) single statement, pgbench', measure: (clients, seconds) => pgbench.measure({ clients, seconds }) };
  }
  console.log('(a) pgbench is not here: neither in PGBENCH, nor on the PATH, nor of a Debian package. A loop of pg connections in Node stands in.');
  let driver: BenchProcess | undefined;
  return {
    name: '(a) single statement, pg in Node',
    async measure(clients, seconds) {
      if (!driver) {
        driver = startProcess({ module: fileURLToPath(new URL('driver-loop.ts', import.meta.url)) });
        cleanup.add(driver.stop);
        await driver.says(/ready/);
      }
      const loop: DriverLoop = { databaseUrl, sql: singleStatement(stage, '$1'), buyers, clients, seconds };
      return driver.ask<DriverLoopResult>(loop);
    },
  };
}

/** One line that the next one overwrites; nothing where there is no terminal. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}
