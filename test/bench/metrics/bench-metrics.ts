import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { rebuildMetrics } from '../../../src/metrics/rebuild.js';
import * as sql from '../../../src/metrics/sales.sql.js';
import { openDatabase, type Database } from '../../../src/platform/database/database.js';
import type { Statement } from '../../../src/platform/database/statement.js';
import { startProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { buyerIdSql, BUYERS } from '../fill.js';
import { median, printGoals, ratios } from '../figures.js';
import { atGateway, BUILD, startGateway } from '../orders/contenders.js';
import { addRaffle, setStage, type Stage } from '../orders/stage.js';
import { rotated, progress } from '../rounds.js';
import { makeScratchDatabase } from '../scratch-database.js';
import { placeOrders, settleByCallbacks, startBank, type SettleStage } from '../settle/settling.js';
import { printTable } from '../table.js';

const TIME_ZONE = 'America/Sao_Paulo';
const IN_FLIGHT = 64;
const WARM_UP = 1_000;
const ASKED = 200;
const DAYS = 30;
const GOAL_SALE = 0.95;
const GOAL_RATIO = 1.5;
const GOAL_MS = 1;

export const usage = `  metrics  what counting sales costs a sale, and how metrics are answered of a raffle with many orders beside one with 1,000
           --payments 4000    in a round
           --rounds 4         with and without counting, taking turns
           --orders 1000000   of the large raffle`;

/** A sale with its figures counted beside one without, then every figure of a small raffle beside that of a large one. */
export async function benchMetrics(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      payments: { type: 'string', default: '4000' },
      rounds: { type: 'string', default: '4' },
      orders: { type: 'string', default: '1000000' },
    },
  });
  const [payments, rounds, orders] = [Number(values.payments), Number(values.rounds), Number(values.orders)];
  if (![payments, rounds, orders].every((n) => n > 0)) throw new Error('--payments, --rounds and --orders are numbers above 0');

  const database = await makeScratchDatabase(cleanup);
  const stage = await setStage(database.url, 'NEW');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  cleanup.add(() => client.end());
  console.log(`${database.description}; Node ${process.version}; ${availableParallelism()} cores for everything\n`);
  await benchSale(stage, client, { payments, rounds }, cleanup);
  await benchAnswers(stage, client, orders, cleanup);
}

async function benchSale(
  stage: Stage,
  client: pg.Client,
  { payments, rounds }: { payments: number; rounds: number },
  cleanup: Cleanup,
): Promise<void> {
  const bank = await startBank(stage, cleanup);
  const server = await startGateway({ stage, name: 'gateway', build: BUILD }, cleanup);
  const load = startProcess({ module: fileURLToPath(new URL('../load-process.ts', import.meta.url)) });
  cleanup.add(() => load.stop());
  await load.says(/ready/);
  const gateway = atGateway(server, { stage, name: 'gateway', ordering: { raffleIds: [stage.raffleId], hasKey: false } });
  const sale: SettleStage = { stage, raffleIds: [stage.raffleId], gateway, bank, bankMs: 0, load, client };
  const contenders = [
    { counts: true, placed: [] as number[], settled: [] as number[] },
    { counts: false, placed: [] as number[], settled: [] as number[] },
  ];
  progress('warming up');
  await settleByCallbacks(sale, await placeOrders(sale, WARM_UP), IN_FLIGHT);
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`);
    for (const { counts, placed, settled } of rotated(contenders, round)) {
      for (const act of ['insert', 'update'])
        await client.query(`ALTER TABLE orders ${counts ? 'ENABLE' : 'DISABLE'} TRIGGER orders_counted_${act}`);
      const taken = await placeOrders(sale, payments);
      placed.push(taken.perSecond);
      settled.push((await settleByCallbacks(sale, taken, IN_FLIGHT)).perSecond);
    }
  }
  progress('');
  await server.process.stop();
  await client.query('ALTER TABLE orders ENABLE TRIGGER ALL');
  const [counting, plain] = contenders as [(typeof contenders)[0], (typeof contenders)[0]];
  printGoals('counting, of not counting', [
    { what: 'createOrder, 64 clients', values: ratios(counting.placed, plain.placed), atLeast: GOAL_SALE },
    { what: 'settle by callbacks', values: ratios(counting.settled, plain.settled), atLeast: GOAL_SALE },
  ]);
}

async function benchAnswers(stage: Stage, client: pg.Client, orders: number, cleanup: Cleanup): Promise<void> {
  const url = stage.gatewayEnv.DATABASE_URL ?? '';
  const db = openDatabase({ url, poolSize: 2, preparedStatements: true, onError: (error) => console.error(error) });
  cleanup.add(() => db.close());
  progress('filling the raffles');
  const small = await addRaffle(db, stage.encryptionKey, []);
  const large = await addRaffle(db, stage.encryptionKey, []);
  await fill(client, small, 1_000);
  await fill(client, large, orders);
  await rebuildMetrics(db, TIME_ZONE);
  await client.query('VACUUM ANALYZE');

  const today = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  const asked: [string, Statement<object>, (id: string) => unknown[]][] = [
    ['sales by day, 30 days', sql.selectSalesDays, (id) => [id, from, today]],
    ['top ten buyers', sql.selectTopBuyers.QUOTAS, (id) => [id, 10]],
    ['top ten buyers by value', sql.selectTopBuyers.VALUE, (id) => [id, 10]],
    ['top ten buyers of a day', sql.selectTopBuyersOfDay.QUOTAS, (id) => [id, 10, today]],
    ['orders by status', sql.selectOrderTotalsOfRaffle, (id) => [id]],
    ['sales metrics', sql.selectSalesMetrics, (id) => [[id]]],
  ];
  const rows: string[][] = [];
  const slowest: number[] = [];
  for (const [what, statement, valuesOf] of asked) {
    const [ofSmall, ofLarge] = [await timesOf(db, statement, valuesOf(small)), await timesOf(db, statement, valuesOf(large))];
    slowest.push(median(ofLarge) / median(ofSmall));
    const inDatabase = await executionMs(client, statement, valuesOf(large));
    rows.push([what, median(ofSmall).toFixed(2), median(ofLarge).toFixed(2), inDatabase.toFixed(2)]);
    if (inDatabase >= GOAL_MS) console.log(`${what} takes the database ${inDatabase.toFixed(2)} ms, more than ${GOAL_MS}`);
  }
  progress('');
  printTable(['answered in ms, medians', '1,000 orders', `${orders.toLocaleString('en')} orders`, 'of it in the database'], rows);
  printGoals('large of small', [{ what: 'the slowest of them', values: [Math.max(...slowest)], below: GOAL_RATIO }]);
}

/** Paid orders of a month, of all buyers. What they sum up to in counters is not asked for here. */
async function fill(client: pg.Client, raffleId: string, orders: number): Promise<void> {
  await client.query("SET session_replication_role = 'replica'");
  await client.query(
    `INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name, created_at,
                         expires_at, paid_at)
     SELECT $1, ${buyerIdSql(`(1 + (n * 7919::bigint) % ${BUYERS})::text`)}, 'PAID', 1 + n % 7, 199, 199 * (1 + n % 7), 'static', at, at, at
     FROM (
       SELECT n, now() - interval '${DAYS} days' * (n::float8 / $2) AS at FROM generate_series(1, $2::int) n
     ) o`,
    [raffleId, orders],
  );
  await client.query("SET session_replication_role = 'origin'");
}

async function timesOf(db: Database, statement: Statement<object>, values: unknown[]): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    const startedAtMs = performance.now();
    await db.query(statement, values);
    times.push(performance.now() - startedAtMs);
  }
  return times;
}

async function executionMs(client: pg.Client, { text }: Statement<object>, values: unknown[]): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    times.push(rows[0]['QUERY PLAN'][0]['Execution Time'] as number);
  }
  return median(times);
}
