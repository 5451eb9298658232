import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type * as AppModule from '../../../src/app.js';
import type * as PublisherModule from '../../../src/book/publisher.js';
import type * as ConfigModule from '../../../src/config.js';
import type * as SignModule from '../../../src/development/beacon/sign-round.js';
import type * as ServiceModule from '../../../src/draws/draw.service.js';
import type * as SqlModule from '../../../src/draws/draw.sql.js';
import type * as WorkerModule from '../../../src/draws/draw-worker.js';
import type * as LogModule from '../../../src/platform/log.js';
import type * as SettleModule from '../../../src/payments/settle.js';
import type * as ChangeModule from '../../../src/raffles/raffle-change.service.js';
import type * as QuotasModule from '../../../src/quotas/locked-quotas.js';

/*
 * A process of the service without its server: it pays orders, freezes their raffle and draws it, by the modules of a build, as it is
 * told.
 */

export type DrawTask =
  | {
      task: 'pay';
      raffleId: string;
      firstOrder: number;
      orders: number;
      atOnce: number;
      refundOneIn: number;
      provider: string;
      amount: bigint;
    }
  | { task: 'freeze'; raffleId: string; token: string }
  | { task: 'draw'; raffleId: string }
  | { task: 'proof'; raffleId: string; file: string };

export interface DrawTaskResult {
  elapsedMs: number;
  peakRssBytes: number;
  /** The longest that nothing else could run meanwhile. */
  blockedMs: number;
}

/** As many as a raffle that is called off refunds in a transaction. */
const REFUNDED_AT_ONCE = 500;

const dist = process.env.BENCH_DIST ?? '';
const built = <Module>(module: string): Promise<Module> => import(new URL(module, dist).href) as Promise<Module>;
const { createApp } = await built<typeof AppModule>('app.js');
const { publishBooks } = await built<typeof PublisherModule>('book/publisher.js');
const { readConfig } = await built<typeof ConfigModule>('config.js');
const { createLog } = await built<typeof LogModule>('platform/log.js');
const { settle } = await built<typeof SettleModule>('payments/settle.js');
const { lockQuotas } = await built<typeof QuotasModule>('quotas/locked-quotas.js');
const { createWinner } = await built<typeof ServiceModule>('draws/draw.service.js');
const { updateRaffle } = await built<typeof ChangeModule>('raffles/raffle-change.service.js');
const { selectDraw } = await built<typeof SqlModule>('draws/draw.sql.js');
const { drawByRound, makeProof } = await built<typeof WorkerModule>('draws/draw-worker.js');
const { signRound } = await built<typeof SignModule>('development/beacon/sign-round.js');

const config = readConfig();
const { app, close } = createApp({ ...config, databaseUrl: config.databaseUrl ?? '' }, createLog(config));
// The round is there at once: that of the development beacon, whenever it is due.
Object.assign(app.beacon, { roundOf: async (round: number) => signRound(round) });

const contextOf = (token: string) =>
  app.contextFor({ authorization: `Bearer ${token}`, requestId: 'bench', clientAddress: '127.0.0.1', idempotencyKey: undefined });

/** Of the service's worker. */
const PUBLISHED_EACH_MS = 1_000;

/**
 * As payments settle that callbacks bring, so many under way at once; then every so many-th order is refunded. The book is published
 * meanwhile, and at the end what is left of it.
 */
async function pay({
  raffleId,
  firstOrder,
  orders,
  atOnce,
  refundOneIn,
  provider,
  amount,
}: DrawTask & { task: 'pay' }): Promise<void> {
  let next = firstOrder;
  const loop = async (): Promise<void> => {
    for (let id = next++; id < firstOrder + orders; id = next++) {
      const money = { txid: `bench${id}`, endToEndId: `E${id}`, amount, paidAt: new Date() };
      const settlement = await settle(app, { source: 'CALLBACK', providerName: provider, ...money });
      if (settlement !== 'PAID') throw new Error(`order ${id} was not paid but ${settlement}`);
    }
  };
  const publishing = setInterval(() => void publishBooks(app, app.bookBackoff), PUBLISHED_EACH_MS);
  await Promise.all(Array.from({ length: atOnce }, loop));
  const refunded = Array.from({ length: Math.floor(orders / refundOneIn) }, (_, i) => String(firstOrder + i * refundOneIn));
  for (let at = 0; at < refunded.length; at += REFUNDED_AT_ONCE)
    await app.db.transaction(async (tx) =>
      (await lockQuotas(app, tx, [raffleId])).void(refunded.slice(at, at + REFUNDED_AT_ONCE)),
    );
  clearInterval(publishing);
  await setTimeout(PUBLISHED_EACH_MS);
  await publishBooks(app, app.bookBackoff);
}

async function run(task: DrawTask): Promise<void> {
  if (task.task === 'pay') return pay(task);
  if (task.task === 'freeze') {
    const context = await contextOf(task.token);
    // Refunds put quotas on sale again, and the sale is over.
    await updateRaffle(context, task.raffleId, { status: 'CLOSED' });
    return void (await createWinner(context, task.raffleId, {}));
  }
  if (task.task === 'draw') {
    const [frozen] = await app.db.query(selectDraw, [task.raffleId]);
    if (!frozen || !(await drawByRound(app, frozen, null))) throw new Error('it was not drawn');
    return undefined;
  }
  await makeProof(app, task.raffleId);
  const proof = await app.proofFiles.find(task.raffleId);
  if (!proof) throw new Error('there is no proof');
  return pipeline(proof.slices, createGunzip(), createWriteStream(task.file));
}

process.on('message', (message: DrawTask | 'usage') => {
  if (message === 'usage') return;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAtMs = performance.now();
  void run(message).then(() => {
    const elapsedMs = performance.now() - startedAtMs;
    delay.disable();
    const peakRssBytes = process.resourceUsage().maxRSS * 1024;
    process.send?.({ elapsedMs, peakRssBytes, blockedMs: delay.max / 1e6 } satisfies DrawTaskResult);
  });
});
process.once('SIGTERM', () => {
  void close().then(() => process.exit(0));
});
console.log('ready');
