import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../../src/platform/database/database.js';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { printGoals, ratios } from '../figures.js';
import { noLatencies, percentileMs, record, type Latencies } from '../latencies.js';
import { atGateway, BUILD, startGateway } from '../orders/contenders.js';
import { addRaffle, setStage } from '../orders/stage.js';
import { rotated, progress } from '../rounds.js';
import { makeScratchDatabase } from '../scratch-database.js';
import type { PlacedOrders } from '../settle/books.js';
import { placeOrders, settleByCallbacks, startBank, type SettleStage } from '../settle/settling.js';
import { closeSockets, collect, openSockets } from './holders.js';
import type { Arrivals } from './sockets-process.js';

const IN_FLIGHT = 64;
const WARM_UP = 1_000;
/** Orders paid in a second, of a launch that sells well. */
const STEADY_RATE = 1_000;
/** Until what was paid last has come to everybody. */
const AFTER_MS = 1_500;
const GOAL_SALE = 0.9;
const GOAL_LAG_MS = 1_000;
const MEGABYTE = 1024 * 1024;

interface Watched {
  perSecond: number;
  deliveriesPerSecond: number;
  lags: Latencies;
  rssMb: number;
}

/**
 * Orders are paid by the bank's callbacks, at a steady rate and then as fast as the gateway takes them, while every socket watches the
 * raffle's bar; and the same while as many sockets watch another raffle. Lag is from when a transaction of payments began to its bar's arrival at each socket.
 */
export async function benchPaidSale(
  { holders, sockets, payments, rounds }: { holders: BenchProcess[]; sockets: number; payments: number; rounds: number },
  cleanup: Cleanup,
): Promise<void> {
  const database = await makeScratchDatabase(cleanup);
  const stage = await setStage(database.url, 'NEW');
  const db = openDatabase({
    url: database.url,
    poolSize: 1,
    preparedStatements: false,
    onError: (error) => console.error(error),
  });
  const otherId = await addRaffle(db, stage.encryptionKey, []);
  await db.close();
  const bank = await startBank(stage, cleanup);
  const gatewayEnv = { ...stage.gatewayEnv, SUBSCRIPTIONS_PER_ADDRESS: '20000' };
  const server = await startGateway({ stage: { ...stage, gatewayEnv }, name: 'gateway', build: BUILD }, cleanup);
  const load = startProcess({ module: fileURLToPath(new URL('../load-process.ts', import.meta.url)) });
  cleanup.add(() => load.stop());
  await load.says(/ready/);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  cleanup.add(() => client.end());
  const gateway = atGateway(server, { stage, name: 'gateway', ordering: { raffleIds: [stage.raffleId], hasKey: false } });
  const sale: SettleStage = { stage, raffleIds: [stage.raffleId], gateway, bank, bankMs: 0, load, client };
  const url = `ws://${server.host}:${server.port}/graphql`;

  progress('paid sale: warming up');
  await settleByCallbacks(sale, await placeOrders(sale, WARM_UP), IN_FLIGHT);
  const settleWatchedBy = async (raffleId: string, rate: number | undefined) => {
    const placed = await placeOrders(sale, payments);
    await openSockets(holders, { url, raffleId, sockets });
    await collect(holders);
    const { perSecond, settledMs } = await settleByCallbacks(sale, placed, IN_FLIGHT, rate);
    await sleep(AFTER_MS);
    const arrivals = (await collect(holders)).map((one) => one.arrivals);
    const rssMb = (await server.process.usage()).rssBytes / MEGABYTE;
    await closeSockets(holders);
    return { placed, perSecond, settledMs, arrivals, rssMb };
  };
  const measured: { rate: number | undefined; seen: Watched[]; unwatched: number[] }[] = [];
  for (const rate of [STEADY_RATE, undefined]) {
    const [seen, unwatched]: [Watched[], number[]] = [[], []];
    const watch = async (): Promise<void> => {
      const { placed, perSecond, settledMs, arrivals, rssMb } = await settleWatchedBy(stage.raffleId, rate);
      const { deliveries, lags } = lagsOf(await reservedAfter(client, placed), arrivals, sockets);
      seen.push({ perSecond, deliveriesPerSecond: (deliveries / settledMs) * 1_000, lags, rssMb });
    };
    const watchOther = async (): Promise<void> => {
      unwatched.push((await settleWatchedBy(otherId, rate)).perSecond);
    };
    for (let round = 0; round < rounds; round++) {
      progress(`paid sale, ${rate ?? 'as many as it takes'} a second: round ${round + 1} of ${rounds}`);
      for (const phase of rotated([watch, watchOther], round)) await phase();
    }
    measured.push({ rate, seen, unwatched });
  }
  progress('');
  await server.process.stop();
  for (const { rate, seen, unwatched } of measured) {
    const watched = seen.map(({ perSecond }) => perSecond);
    const speed = rate ? `at ${rate} a second` : 'as fast as it goes';
    printGoals(`${payments} orders are paid ${speed} while ${sockets} sockets watch`, [
      { what: 'orders paid a second', values: watched, digits: 0 },
      {
        what: 'of those while they watch another raffle',
        values: ratios(watched, unwatched),
        atLeast: rate === undefined ? undefined : GOAL_SALE,
      },
      { what: 'deliveries a second', values: seen.map((one) => one.deliveriesPerSecond), digits: 0 },
      { what: 'lag p50, ms', values: seen.map(({ lags }) => percentileMs(lags, 0.5)), digits: 0 },
      { what: 'lag p99, ms', values: seen.map(({ lags }) => percentileMs(lags, 0.99)), digits: 0, below: GOAL_LAG_MS },
      { what: 'RSS, MB', values: seen.map(({ rssMb }) => rssMb), digits: 0 },
    ]);
  }
}

/** When each transaction of payments began, in ms of Unix time, and how many quotas were reserved after it; in order. */
async function reservedAfter(client: pg.Client, { firstId, count }: PlacedOrders): Promise<{ atMs: number; reserved: number }[]> {
  const { rows } = await client.query(
    `SELECT extract(epoch FROM created_at)::float8 * 1000 AS "atMs",
            sum(sum(quantity)) OVER (ORDER BY created_at DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)::int AS reserved
     FROM (SELECT p.created_at, o.quota_quantity AS quantity
           FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.id BETWEEN $1 AND $2) paid
     GROUP BY created_at ORDER BY created_at`,
    [firstId, firstId + count - 1],
  );
  return rows.map(({ atMs, reserved }) => ({ atMs, reserved: reserved ?? 0 }));
}

function lagsOf(
  changes: { atMs: number; reserved: number }[],
  seen: Arrivals[][],
  sockets: number,
): { deliveries: number; lags: Latencies } {
  const lags = noLatencies();
  let deliveries = 0;
  let last = 0;
  for (const { reserved, atMs } of seen.flat()) {
    deliveries += atMs.length;
    if (reserved === 0) last += atMs.length;
    // The first transaction that left no more than these is the newest that the value tells of.
    const change = changes.find((one) => one.reserved <= reserved);
    if (change) for (const at of atMs) record(lags, at - change.atMs);
  }
  if (last < sockets) throw new Error(`the last payments came to ${last} of ${sockets} sockets`);
  return { deliveries, lags };
}
