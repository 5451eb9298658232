import { get, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createTokens } from '../../../src/platform/tokens.js';
import { startProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { watchDatabaseCpu } from '../database-cpu.js';
import { printGoals, ratios, type Goal } from '../figures.js';
import { ORDERS } from '../fill.js';
import { percentileMs } from '../latencies.js';
import { BUILD, startGateway, type Contender } from '../orders/contenders.js';
import { measure, type Slice } from '../orders/measure.js';
import { watchQueue } from '../orders/queue-watch.js';
import { setStage, type Stage } from '../orders/stage.js';
import { endUnpaidOrders } from '../orders/unpaid-orders.js';
import { progress, rotated } from '../rounds.js';
import { makeScratchDatabase } from '../scratch-database.js';

const WARM_UP_MS = 1_500;

export const usage = `  export   createOrder over HTTP with and without an export of the orders of its raffle beside it, and what a row of it costs
           --clients 64   clients at once
           --rounds 5     how often both take turns
           --seconds 6    how long each is measured in a round`;

export async function benchExport(args: string[], cleanup: Cleanup): Promise<void> {
  const { clients, rounds, seconds } = readOptions(args);
  const database = await makeScratchDatabase(cleanup);
  const stage = await setStage(database.url, 'SELLING');
  const gateway = await startGateway({ stage, name: 'gateway', build: BUILD }, cleanup);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  cleanup.add(() => client.end());
  const token = await operatorToken(client, stage);
  const load = startProcess({ module: fileURLToPath(new URL('../load-process.ts', import.meta.url)) });
  cleanup.add(() => load.stop());
  await load.says(/ready/);
  const queue = await watchQueue(database.url, cleanup);
  console.log(`${database.description}; Node ${process.version}; ${ORDERS.toLocaleString('en')} orders in the file`);

  const costs = { gateway: [] as number[], database: [] as number[] };
  for (let round = 0; round < Math.min(3, rounds); round++) {
    const [before, databaseCpuMs] = [await gateway.process.usage(), await watchDatabaseCpu(client)];
    const rows = await readExport(gateway, stage, token).whole;
    if (rows < ORDERS) throw new Error(`the file has ${rows} rows`);
    const after = await gateway.process.usage();
    costs.gateway.push(((after.cpuMs - before.cpuMs) * 1_000) / rows);
    costs.database.push(((await databaseCpuMs()) * 1_000) / rows);
  }

  const slices: Record<'alone' | 'beside', Slice[]> = { alone: [], beside: [] };
  const exported: number[] = [];
  const common = { contender: gateway, load, queue, clients, warmUpMs: WARM_UP_MS, measureMs: seconds * 1_000 };
  await measure(common);
  for (let round = 0; round < rounds; round++) {
    for (const how of rotated(['alone', 'beside'] as const, round)) {
      progress(`round ${round + 1} of ${rounds}: ${how}`);
      await endUnpaidOrders(client);
      const reading = how === 'beside' ? readExport(gateway, stage, token) : undefined;
      slices[how].push(await measure(common));
      if (!reading) continue;
      exported.push((reading.rows() * 1_000) / (WARM_UP_MS + common.measureMs));
      reading.stop();
    }
  }
  progress('');
  const of = (figure: (slice: Slice) => number) => ({ alone: slices.alone.map(figure), beside: slices.beside.map(figure) });
  const [rate, p99] = [of(({ perSecond }) => perSecond), of(({ latencies }) => percentileMs(latencies, 0.99))];
  const goals: Goal[] = [
    { what: 'createOrder a second, alone', values: rate.alone, digits: 0 },
    { what: 'beside an export, of that', values: ratios(rate.beside, rate.alone), atLeast: 0.9 },
    { what: 'p99 alone, ms', values: p99.alone, digits: 1 },
    { what: 'beside an export, of that', values: ratios(p99.beside, p99.alone), below: 1.5 },
    { what: 'rows a second beside orders', values: exported, digits: 0 },
    { what: 'CPU a row of the gateway, µs', values: costs.gateway, digits: 1 },
    { what: 'of the database, µs', values: costs.database, digits: 1 },
    { what: 'of both, µs', values: costs.gateway.map((cost, i) => cost + costs.database[i]!), digits: 1, below: 15 },
  ];
  printGoals('export', goals);
}

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '64' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '6' },
    },
  });
  return { clients: Number(values.clients), rounds: Number(values.rounds), seconds: Number(values.seconds) };
}

/** Of the owner, whom the gateway has made. */
async function operatorToken(client: pg.Client, { gatewayEnv }: Stage): Promise<string> {
  const { rows } = await client.query<{ id: string }>("SELECT id FROM users WHERE role = 'ADMIN'");
  return createTokens(gatewayEnv.JWT_SECRET ?? '').issue('ADMIN', rows[0]!.id).accessToken;
}

/** Counts lines as they come. `whole` is settled when the file has ended. */
function readExport({ host, port }: Contender, { raffleId }: Stage, token: string) {
  let rows = -1;
  const request = get({
    host,
    port,
    path: `/v1/raffles/${raffleId}/orders.csv`,
    headers: { authorization: `Bearer ${token}` },
  });
  const whole = new Promise<number>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response: IncomingMessage) => {
      if (response.statusCode !== 200) reject(new Error(`the export was answered ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      });
      response.once('end', () => resolve(rows));
      response.once('error', reject);
    });
  });
  whole.catch(() => undefined);
  return { whole, rows: () => rows, stop: () => void request.destroy() };
}
