import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { BUILD } from '../orders/contenders.js';
import { preparePgbench, type Pgbench } from '../orders/pgbench.js';
import { makeScratchDatabase } from '../scratch-database.js';
import { printTable } from '../table.js';
import type { GatewaySettings, Task, TaskResult } from './gateway-process.js';
import { deliverOneSql, settleOneSql } from './row-by-row.js';
import { addOrders, clearBacklog, NEXT_ORDER, setBacklog, setMoneyStage, type MoneyStage } from './stage.js';

const WARM_UP_MS = 1_000;
/** More than any of the contenders pays or sends in a second: none may run out of work. */
const ORDERS_A_SECOND = 12_000;
const DELIVERIES_A_SECOND = 10_000;
const SENDS_AT_ONCE = 8;

export const usage = `  webhooks payments settled on one raffle, and webhooks delivered, each beside its rows one by one under pgbench
           --clients 64       payments that arrive at once
           --receivers 1,8    receivers of webhooks, each number a measurement
           --rounds 3         how often the contenders take turns
           --seconds 4        how long each is measured in a round`;

interface Runs {
  what: string;
  rates: number[];
  /** What it is compared with; itself the thing measured when there is none. */
  limitOf?: string;
}

/** Money in and news out, beside their limits, taking turns on this machine: read the ratios. */
export async function benchWebhooks(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '64' },
      receivers: { type: 'string', default: '1,8' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
    },
  });
  const receiverCounts = values.receivers.split(',').map(Number);
  const [clients, rounds, seconds] = [Number(values.clients), Number(values.rounds), Number(values.seconds)];
  if (![clients, rounds, seconds, ...receiverCounts].every((n) => n > 0)) {
    throw new Error('--clients, --receivers, --rounds and --seconds are numbers above 0');
  }

  const database = await makeScratchDatabase(cleanup);
  const receiver = start('receiver-process.ts', {}, cleanup);
  const receiverUrl = await receiver.says(/receiving on (http:\S+)/);
  const stage = await setMoneyStage(database.url, { receivers: Math.max(...receiverCounts), receiverUrl });
  cleanup.add(() => stage.close());
  const gateway = await startGateway(database.url, stage, cleanup);
  const rowByRow = (sql: string) => preparePgbench({ databaseUrl: database.url, sql, buyers: 1 }, cleanup);
  const pgbench = {
    settle: await rowByRow(settleOneSql(stage.orders)),
    deliver: await rowByRow(deliverOneSql(stage.endpointIds[0] ?? 0)),
  };
  console.log(`${database.description}; Node ${process.version}; ${availableParallelism()} cores for everything`);
  const limits = pgbench.settle ? `row by row is ${pgbench.settle.version}` : 'pgbench is not here: row by row is left out';
  console.log(`${rounds} rounds of ${seconds} s each; ${limits}\n`);

  const all: Runs[] = [];
  const note = (what: string, rate: number, limitOf?: string): void => {
    const runs = all.find((known) => known.what === what);
    if (runs) runs.rates.push(rate);
    else all.push({ what, rates: [rate], ...(limitOf !== undefined && { limitOf }) });
  };
  for (let round = 1; round <= rounds; round++) {
    const settling = `payments settled, ${clients} at once`;
    note(settling, await settled(gateway, stage, { clients, seconds }));
    for (const connections of pgbench.settle ? [1, clients] : []) {
      const rate = await settledRowByRow(pgbench.settle!, stage, { connections, seconds });
      note(`the same row by row, connections: ${connections}`, rate, settling);
    }
    for (const receivers of receiverCounts) {
      const delivering = `webhooks delivered, receivers: ${receivers}`;
      note(delivering, await delivered(gateway, receiver, stage, { receivers, seconds }));
      if (receivers !== receiverCounts[0]) continue;
      const sent = await perform(gateway, { task: 'send', url: receiverUrl, atOnce: SENDS_AT_ONCE, seconds });
      note(`only signed and sent, ${SENDS_AT_ONCE} at once`, rateOf(sent), delivering);
      for (const connections of pgbench.deliver ? [1, SENDS_AT_ONCE] : []) {
        await setBacklog(stage, { count: seconds * DELIVERIES_A_SECOND, receivers: 1 });
        const { perSecond } = await pgbench.deliver!.measure({ clients: connections, seconds });
        note(`only claimed and ended row by row, connections: ${connections}`, perSecond, delivering);
      }
    }
    await clearBacklog(stage);
  }
  report(all);
}

function report(all: Runs[]): void {
  const mean = (what: string | undefined): number => {
    const rates = all.find((runs) => runs.what === what)?.rates ?? [];
    return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  };
  printTable(
    ['what', 'a second', 'lowest', 'highest', 'the gateway is'],
    all.map(({ what, rates, limitOf }) => [
      what,
      mean(what).toFixed(0),
      Math.min(...rates).toFixed(0),
      Math.max(...rates).toFixed(0),
      limitOf === undefined ? '' : `${(mean(limitOf) / mean(what)).toFixed(2)} of it`,
    ]),
  );
}

function perform(gateway: BenchProcess, task: Task): Promise<TaskResult> {
  return gateway.ask(task);
}

async function settled(gateway: BenchProcess, stage: MoneyStage, load: { clients: number; seconds: number }): Promise<number> {
  const orders = load.seconds * ORDERS_A_SECOND;
  const { quotaPriceCentavos, quotaQuantity, provider } = stage.orders;
  const firstOrder = await addOrders(stage, orders);
  const amountCentavos = quotaPriceCentavos * BigInt(quotaQuantity);
  const task = { task: 'settle', firstOrder, orders, ...load, providerName: provider.name, amountCentavos } as const;
  return rateOf(await perform(gateway, task));
}

async function settledRowByRow(
  pgbench: Pgbench,
  stage: MoneyStage,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const firstOrder = await addOrders(stage, seconds * ORDERS_A_SECOND);
  await stage.pool.query(`ALTER SEQUENCE ${NEXT_ORDER} RESTART WITH ${firstOrder}`);
  return (await pgbench.measure({ clients: connections, seconds })).perSecond;
}

async function delivered(
  gateway: BenchProcess,
  receiver: BenchProcess,
  stage: MoneyStage,
  { receivers, seconds }: { receivers: number; seconds: number },
): Promise<number> {
  const taken = async (): Promise<number> => (await receiver.ask<{ taken: number }>({})).taken;
  await setBacklog(stage, { count: (seconds + WARM_UP_MS / 1_000) * DELIVERIES_A_SECOND, receivers });
  await perform(gateway, { task: 'deliver' });
  await sleep(WARM_UP_MS);
  const before = await taken();
  const startedAtMs = performance.now();
  await sleep(seconds * 1_000);
  const rate = rateOf({ done: (await taken()) - before, elapsedMs: performance.now() - startedAtMs });
  await perform(gateway, { task: 'rest' });
  return rate;
}

function rateOf({ done, elapsedMs }: TaskResult): number {
  return (done / elapsedMs) * 1_000;
}

async function startGateway(databaseUrl: string, stage: MoneyStage, cleanup: Cleanup): Promise<BenchProcess> {
  const settings: GatewaySettings = {
    databaseUrl,
    encryptionKey: stage.encryptionKey.toString('base64'),
    jwtSecret: stage.orders.gatewayEnv.JWT_SECRET ?? '',
    dist: pathToFileURL(`${BUILD}/`).href,
  };
  const gateway = start('gateway-process.ts', { NODE_ENV: 'production', BENCH_GATEWAY: JSON.stringify(settings) }, cleanup);
  await gateway.says(/ready/);
  return gateway;
}

function start(module: string, env: Record<string, string>, cleanup: Cleanup): BenchProcess {
  const started = startProcess({ module: fileURLToPath(new URL(module, import.meta.url)), env });
  cleanup.add(() => started.stop());
  return started;
}
