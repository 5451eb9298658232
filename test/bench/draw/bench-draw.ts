import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { printGoals } from '../figures.js';
import { BUILD, startGateway } from '../orders/contenders.js';
import { setStage } from '../orders/stage.js';
import { addOrders, type MoneyStage } from '../webhooks/stage.js';
import { addPrizes, operatorOf } from '../prizes/prized-raffles.js';
import { progress } from '../rounds.js';
import { makeScratchDatabase } from '../scratch-database.js';
import { printTable } from '../table.js';
import { createTokens } from '../../../src/platform/tokens.js';
import type { DrawTask, DrawTaskResult } from './draw-process.js';

const QUOTAS = 10_000_000;
const GOAL_SECONDS = 5;
const GOAL_MEGABYTES = 512;
/** Two SHA-256 in JavaScript for each of 505,000 leaves. */
const GOAL_VERIFY_SECONDS = 4;
/** At R$ 50 each a tenth of what the raffle takes. A million boxes do not use them up: each box is rolled. */
const PRIZES_OF_BOXES = { units: 10_000, percentages: [0.1, 0.2, 0.3] };
const PAID_AT_ONCE = 1_000;
const REFUND_ONE_IN = 100;

export const usage = `  draw     freezing and drawing a raffle of 10,000,000 quotas, all of them paid, and verifying the proof
           --orders 500000    of as many quotas each as make them all
           --boxes 0          for each order, of both modes, and 10,000 quota prizes; without them none of either`;

/** A raffle that was sold out by the code that sells, from its freeze to its proof, each step in the one process that does it. */
export async function benchDraw(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { orders: { type: 'string', default: '500000' }, boxes: { type: 'string', default: '0' } },
  });
  const [orders, boxes] = [Number(values.orders), Number(values.boxes)];
  if (!(orders > 0) || QUOTAS % orders !== 0) throw new Error('--orders is a number that divides 10,000,000');
  if (!(boxes >= 0 && boxes <= 1_000)) throw new Error('--boxes is a number from 0 to 1,000');

  const database = await makeScratchDatabase(cleanup);
  const folder = await mkdtemp(path.join(tmpdir(), `raffle-bench-${process.pid}-`));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const stage = { ...(await setStage(database.url, 'NEW')), quotaQuantity: QUOTAS / orders };
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  cleanup.add(() => pool.end());
  const { raffleId, gatewayEnv, encryptionKey } = stage;
  const operator = uuidv7();
  await pool.query(`INSERT INTO users (id, role, name, email) VALUES ($1, 'ADMIN', 'Bench', 'operator@bench.example')`, [
    operator,
  ]);
  const { accessToken: token } = createTokens(gatewayEnv.JWT_SECRET ?? '').issue('ADMIN', operator);

  // The development beacon stands in for drand's: it signs at once. All else is as in production.
  const env = { ...gatewayEnv, NODE_ENV: 'development', DATA_DIR: folder, BENCH_DIST: `${pathToFileURL(BUILD).href}/` };
  const start = async (): Promise<BenchProcess> => {
    const started = startProcess({ module: fileURLToPath(new URL('draw-process.ts', import.meta.url)), env });
    cleanup.add(() => started.stop());
    await started.says(/ready/);
    return started;
  };

  if (boxes > 0) {
    progress('adding prizes');
    await pool.query('UPDATE raffles SET enable_quota_prizes = true, automatic_quota_prize_distribution = true');
    const gateway = await startGateway({ stage, name: 'gateway', build: BUILD }, cleanup);
    await addPrizes(await operatorOf(gateway, stage), raffleId, { boxes, ...PRIZES_OF_BOXES });
    await gateway.process.stop();
  }

  progress(`placing and paying ${orders} orders`);
  const money: MoneyStage = { orders: stage, encryptionKey, endpointIds: [], pool, close: async () => undefined };
  const firstOrder = await addOrders(money, orders);
  const payer = await start();
  await payer.ask<DrawTaskResult>({
    task: 'pay',
    raffleId,
    firstOrder,
    orders,
    atOnce: PAID_AT_ONCE,
    refundOneIn: REFUND_ONE_IN,
    provider: stage.provider.name,
    amount: stage.quotaPriceCentavos * BigInt(stage.quotaQuantity),
  } satisfies DrawTask);
  await payer.stop();
  await pool.query('VACUUM ANALYZE');

  progress('freezing and drawing');
  const drawer = await start();
  const rest = (await drawer.usage()).rssBytes;
  const file = path.join(folder, 'proof.json');
  const freezing = await drawer.ask<DrawTaskResult>({ task: 'freeze', raffleId, token } satisfies DrawTask);
  const drawing = await drawer.ask<DrawTaskResult>({ task: 'draw', raffleId } satisfies DrawTask);
  const proving = await drawer.ask<DrawTaskResult>({ task: 'proof', raffleId, file } satisfies DrawTask);
  progress('verifying');
  const startedAtMs = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(BUILD, 'commands', 'verify-draw.js'), file]);
  const verifyMs = performance.now() - startedAtMs;
  progress('');

  console.log(`${database.description}; Node ${process.version}; ${availableParallelism()} cores`);
  console.log(`${orders.toLocaleString('en')} orders of ${QUOTAS / orders} quotas, every ${REFUND_ONE_IN}th of them refunded`);
  if (boxes > 0) console.log(`${boxes} boxes with each of them, of both modes, and 10,000 quota prizes`);
  console.log(`${stdout.trim().split('\n').at(-1)}\n`);
  const row = (what: string, { elapsedMs, blockedMs, peakRssBytes }: DrawTaskResult) => [
    what,
    elapsedMs.toFixed(0),
    blockedMs.toFixed(0),
    (peakRssBytes / 1e6).toFixed(0),
  ];
  printTable(
    ['step', 'ms', 'longest block, ms', 'memory so far, MB'],
    [row('freeze, until the manifest is public', freezing), row('draw', drawing), row('proof', proving)],
  );
  printGoals('the draw', [
    { what: 'freeze and draw, s', values: [(freezing.elapsedMs + drawing.elapsedMs) / 1000], below: GOAL_SECONDS },
    { what: 'memory before, MB', values: [rest / 1e6], digits: 0 },
    { what: 'memory at the most, MB', values: [drawing.peakRssBytes / 1e6], digits: 0, below: GOAL_MEGABYTES },
    { what: 'with the proof, MB', values: [proving.peakRssBytes / 1e6], digits: 0 },
    { what: 'verify-draw, s', values: [verifyMs / 1000], below: GOAL_VERIFY_SECONDS },
  ]);
}
