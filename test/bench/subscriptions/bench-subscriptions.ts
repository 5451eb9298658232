import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { BUILD, startGateway } from '../orders/contenders.js';
import { addRaffle, setStage } from '../orders/stage.js';
import { rotated, progress } from '../rounds.js';
import { makeScratchDatabase } from '../scratch-database.js';
import { startBareWrites } from './bare-writes.js';
import { fanOutOf, type FanOut } from './fan-out.js';
import { closeSockets, collect, openSockets, startHolder } from './holders.js';
import { benchPaidSale } from './paid-sale.js';
import { report, type Measured } from './report.js';
import { SLOW_SOCKETS, trySlowReaders } from './slow-readers.js';
import { placeSteadily, type OrderDesk } from './steady-orders.js';

/** Until what was ordered last has come to everybody. */
const AFTER_MS = 1_000;
const MOST_SOCKETS = 18_000;

export const usage = `  subscriptions  the bar of one raffle to many WebSockets (graphql-transport-ws) while orders are placed at a steady rate
           --sockets 5000     each with one subscription
           --processes 2      that hold them
           --orders 20        placed in a second, one after the other
           --rounds 3         each with orders of the raffle that is watched, and as many of another that nobody watches
           --seconds 12       of each; a gateway pings every socket once in twelve seconds
           --payments 6000    then paid at 1,000 a second and as fast as it goes, while the sockets watch and while they watch another raffle
           --against <dir>    another build of the gateway, measured in turn with this one; may be given several times
           --profile <dir>    writes the gateway's CPU profile there`;

/** One raffle's bar to thousands of subscribers: what a delivery costs, how late it comes, and what the sockets weigh. */
export async function benchSubscriptions(args: string[], cleanup: Cleanup): Promise<void> {
  const options = readOptions(args);
  const { sockets, rounds, seconds, orders: perSecond } = options;
  const database = await makeScratchDatabase(cleanup);
  const stage = await setStage(database.url, 'NEW');
  const db = openDatabase({
    url: database.url,
    poolSize: 1,
    preparedStatements: false,
    onError: (error) => console.error(error),
  });
  const unwatchedId = await addRaffle(db, stage.encryptionKey, []);
  const gatewayEnv = { ...stage.gatewayEnv, SUBSCRIPTIONS_PER_ADDRESS: '20000' };
  const builds = [['gateway', BUILD], ...options.against.map((dir) => [dir, dir])] as [name: string, build: string][];
  const startHolders = () => pMap(Array.from({ length: options.processes }), () => startHolder(cleanup));
  const watchers: Watcher[] = [];
  for (const [n, [name, build]] of builds.entries()) {
    const { process, host, port } = await startGateway(
      { stage: { ...stage, gatewayEnv }, name, build, profileTo: n === 0 ? options.profile : undefined },
      cleanup,
    );
    const raffleId = n === 0 ? stage.raffleId : await addRaffle(db, stage.encryptionKey, []);
    watchers.push({ name, gateway: process, host: `${host}:${port}`, raffleId, holders: await startHolders(), reserved: 0 });
  }
  await db.close();

  console.log(`${database.description}; Node ${process.version}`);
  console.log(`${availableParallelism()} cores for everything: Postgres, the gateway, the sockets and who orders`);
  console.log(
    `${sockets} sockets in ${options.processes} processes; ${perSecond} orders a second; ${rounds} rounds of twice ${seconds} s\n`,
  );

  const tokens = stage.buyers.map(({ token }) => token);
  const order = (host: string, raffleId: string, reservedBefore: number, forSeconds: number) => {
    const desk: OrderDesk = { url: `http://${host}/graphql`, quotaQuantity: stage.quotaQuantity, tokens };
    return placeSteadily(desk, { raffleId, reservedBefore, perSecond, seconds: forSeconds });
  };
  const orderWatched = async (watcher: Watcher, forSeconds: number) => {
    const changes = await order(watcher.host, watcher.raffleId, watcher.reserved, forSeconds);
    watcher.reserved = changes.at(-1)?.reserved ?? watcher.reserved;
    return changes;
  };

  const measured = new Map<Watcher, Measured>();
  for (const watcher of watchers) {
    const { gateway, host, raffleId, holders } = watcher;
    progress('warming up');
    await orderWatched(watcher, seconds / 2);
    const heapBefore = await gateway.heap();
    const rssBefore = (await gateway.usage()).rssBytes;
    progress('opening sockets');
    await openSockets(holders, { url: `ws://${host}/graphql`, raffleId, sockets });
    const rssOpen = (await gateway.usage()).rssBytes;
    measured.set(watcher, { sockets, rssBefore, rssOpen, heapAdded: (await gateway.heap()) - heapBefore, rounds: [] });
    await orderWatched(watcher, 2);
    await sleep(AFTER_MS);
  }
  const bare = await startBareWrites({ holders: await startHolders(), sockets, seconds: seconds / 2 }, cleanup);

  const measure = async (watcher: Watcher, round: number): Promise<void> => {
    const { gateway, holders } = watcher;
    let seen: FanOut | undefined;
    const watched = async (): Promise<void> => {
      const changes = await orderWatched(watcher, seconds);
      await sleep(AFTER_MS);
      seen = fanOutOf(
        changes,
        (await collect(holders)).map(({ arrivals }) => arrivals),
        sockets,
      );
    };
    const unwatched = async (): Promise<void> => {
      await order(watcher.host, unwatchedId, 0, seconds);
      await sleep(AFTER_MS);
    };
    await collect(holders);
    const costs = new Map<() => Promise<void>, { cpuMs: number; elapsedMs: number; socketsCpuMs: number }>();
    for (const phase of rotated([watched, unwatched], round)) costs.set(phase, await costOf(gateway, holders, phase));
    measured.get(watcher)!.rounds.push({
      ...seen!,
      watched: costs.get(watched)!,
      unwatched: costs.get(unwatched)!,
      rssBytes: (await gateway.usage()).rssBytes,
    });
  };
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`);
    const inTurn = [...watchers.map((watcher) => () => measure(watcher, round)), () => bare.round()];
    for (const one of rotated(inTurn, round)) await one();
  }
  await bare.stop();

  for (const watcher of watchers) {
    const { gateway, host, raffleId, holders, name } = watcher;
    progress(`${SLOW_SOCKETS} slow readers`);
    const slow = await trySlowReaders(
      { gateway, holder: await startHolder(cleanup), url: `ws://${host}/graphql`, raffleId },
      () => orderWatched(watcher, seconds / 2),
    );
    await closeSockets(holders);
    await gateway.stop();
    progress('');
    report(name, measured.get(watcher)!, slow, bare.measured);
  }
  await benchPaidSale({ holders: watchers[0]!.holders, sockets, payments: options.payments, rounds }, cleanup);
}

/** A build of the gateway, and the sockets that watch a raffle of their own there. */
interface Watcher {
  name: string;
  gateway: BenchProcess;
  host: string;
  raffleId: string;
  holders: BenchProcess[];
  reserved: number;
}

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      sockets: { type: 'string', default: '5000' },
      processes: { type: 'string', default: '2' },
      orders: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '3' },
      payments: { type: 'string', default: '6000' },
      seconds: { type: 'string', default: '12' },
      against: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
    },
  });
  const number = (name: 'sockets' | 'processes' | 'orders' | 'rounds' | 'payments' | 'seconds'): number => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new Error(`--${name} is a number above 0`);
    return value;
  };
  const sockets = number('sockets');
  if (sockets > MOST_SOCKETS)
    throw new Error(`--sockets are at most ${MOST_SOCKETS}: the gateway takes no more from one address`);
  const processes = Math.min(number('processes'), sockets);
  return {
    sockets,
    processes,
    orders: number('orders'),
    rounds: number('rounds'),
    payments: number('payments'),
    seconds: number('seconds'),
    against: values.against,
    profile: values.profile,
  };
}

/** The processor time that the gateway and the sockets' processes take while something is done. */
async function costOf(
  gateway: BenchProcess,
  holders: BenchProcess[],
  phase: () => Promise<void>,
): Promise<{ cpuMs: number; elapsedMs: number; socketsCpuMs: number }> {
  const ofHolders = async (): Promise<number> =>
    (await Promise.all(holders.map((holder) => holder.usage()))).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const [before, socketsBefore] = [await gateway.usage(), await ofHolders()];
  await phase();
  const [after, socketsAfter] = [await gateway.usage(), await ofHolders()];
  return {
    cpuMs: after.cpuMs - before.cpuMs,
    elapsedMs: after.atMs - before.atMs,
    socketsCpuMs: socketsAfter - socketsBefore,
  };
}
