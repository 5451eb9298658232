import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { sealCredentials } from '../../../src/payment-providers/providers.js';
import { seal } from '../../../src/platform/crypto.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { watchDatabaseCpu } from '../database-cpu.js';
import type { Load, LoadResult } from '../load-process.js';
import { ordersAt, type Contender } from '../orders/contenders.js';
import type { Stage } from '../orders/stage.js';
import type { Consults, PayResult, PayTask, ResetTask } from './bank-process.js';
import { checkBooks, openCallbacks, readSteps, type PlacedOrders, type SettlingSteps } from './books.js';

/** The provider that orders are charged through. */
export const BANK = 'bank';
const CALLBACK_SECRET = 'the-secret-in-the-address';
const PLACED_AT_ONCE = 64;
const POLL_MS = 20;
/** Longer than anything measured here takes. */
const DEADLINE_MS = 120_000;

/** Who is there: the gateway, its bank, who places orders and who looks into the database. */
export interface SettleStage {
  stage: Stage;
  /** That orders are placed of, in turn. */
  raffleIds: readonly string[];
  gateway: Contender;
  bank: BenchProcess;
  /** How long the bank takes to answer a question about a payment. */
  bankMs: number;
  load: BenchProcess;
  client: pg.Client;
}

/** One round of payments that arrived by callbacks. */
export interface SettledRound extends SettlingSteps {
  perSecond: number;
  takenMs: number;
  settledMs: number;
  consultsAPayment: number;
  mostConsultsAtOnce: number;
  commitsAPayment: number;
  gatewayCpu: number;
  bankCpu: number;
  cpuMicroseconds: number;
  databaseMicroseconds: number;
}

/** Before the gateway. Starts a bank and makes it the provider that orders are charged through unless they name another. */
export async function startBank({ gatewayEnv, encryptionKey }: Stage, cleanup: Cleanup): Promise<BenchProcess> {
  const bank = startProcess({ module: fileURLToPath(new URL('bank-process.ts', import.meta.url)) });
  cleanup.add(() => bank.stop());
  const baseUrl = await bank.says(/bank at (http:\S+)/);
  gatewayEnv.PROVIDER_ORIGINS = new URL(baseUrl).origin;
  const url = gatewayEnv.DATABASE_URL ?? '';
  const db = openDatabase({ url, poolSize: 1, preparedStatements: false, onError: (error) => console.error(error) });
  try {
    await db.prisma.paymentProvider.create({
      data: {
        name: BANK,
        adapter: 'bacen',
        priority: 1,
        pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
        merchantName: 'Rifa Legal',
        merchantCity: 'SAO PAULO',
        baseUrl,
        sealedCredentials: sealCredentials([encryptionKey], { clientId: 'bench', clientSecret: 'bench-secret' }),
        sealedCallbackSecret: seal([encryptionKey], Buffer.from(CALLBACK_SECRET)),
      },
    });
  } finally {
    await db.close();
  }
  return bank;
}

/** Places orders through the gateway, each charged at the bank. Throws when one is refused. */
export async function placeOrders({ gateway, bank, bankMs, load, client }: SettleStage, count: number): Promise<PlacedOrders> {
  await bank.ask({ task: 'reset', answerMs: bankMs } satisfies ResetTask);
  const last = await lastOrder(client);
  const times = { warmUpMs: 0, measureMs: DEADLINE_MS };
  const placing: Load = { ...ordersAt(gateway), clients: PLACED_AT_ONCE, ...times, most: count };
  const { errors, firstError, measuredMs } = await load.ask<LoadResult>(placing);
  if (errors > 0) throw new Error(`${errors} orders failed, among others: ${firstError}`);
  const placed = (await lastOrder(client)) - last;
  if (placed !== count) throw new Error(`${count} orders took ${placed} ids`);
  // Whoever settles next has the same to begin with.
  await client.query(
    'VACUUM ANALYZE orders, charges, payments, raffle_buyers, raffle_counters, quota_allocations, payment_callbacks',
  );
  return { firstId: last + 1, count, perSecond: (count / measuredMs) * 1000 };
}

async function lastOrder(client: pg.Client): Promise<number> {
  return (await client.query('SELECT max(id)::int AS id FROM orders')).rows[0].id;
}

/**
 * The bank posts its callbacks, as fast as they are answered or so many a second; from the first of them until every order is PAID.
 * Throws unless the books agree afterwards.
 */
export async function settleByCallbacks(
  { stage: { quotaQuantity }, raffleIds, gateway, bank, client }: SettleStage,
  placed: PlacedOrders,
  inFlight: number,
  perSecond?: number,
): Promise<SettledRound> {
  const { host, port, process: server } = gateway;
  const route = `/v1/payments/callbacks/${BANK}?hmac=${CALLBACK_SECRET}&ignorar=/pix`;
  const commitsBefore = await commits(client);
  const goal = (await allocated(client, raffleIds)) + placed.count * quotaQuantity;
  const since = new Date();
  const databaseCpuMs = await watchDatabaseCpu(client);
  const [gatewayBefore, bankBefore] = [await server.usage(), await bank.usage()];

  const startedAtMs = performance.now();
  const task: PayTask = { task: 'pay', payments: placed.count, inFlight, perSecond, host, port, route };
  const paying = bank.ask<PayResult>(task);
  // What is thrown below is said first.
  paying.catch(() => undefined);
  await until('every order is PAID', async () => (await allocated(client, raffleIds)) >= goal);
  const settledMs = performance.now() - startedAtMs;
  const [gatewayAfter, databaseMs] = [await server.usage(), await databaseCpuMs()];
  const { posted, errors, firstError, elapsedMs } = await paying;
  if (errors > 0 || posted !== placed.count) throw new Error(`${errors} callbacks of ${placed.count} failed: ${firstError}`);
  const bankAfter = await bank.usage();

  await until('every callback is worked off', async () => (await openCallbacks(client)) === 0);
  const { consults, mostAtOnce } = await bank.ask<Consults>({ task: 'consults' });
  const commitsAPayment = ((await commits(client)) - commitsBefore) / placed.count;
  await checkBooks(client, { raffleIds, quotaQuantity }, placed);
  const cpuMs = gatewayAfter.cpuMs - gatewayBefore.cpuMs;
  return {
    ...(await readSteps(client, placed, since)),
    perSecond: (placed.count / settledMs) * 1000,
    takenMs: elapsedMs,
    settledMs,
    consultsAPayment: consults / placed.count,
    mostConsultsAtOnce: mostAtOnce,
    commitsAPayment,
    gatewayCpu: cpuMs / (gatewayAfter.atMs - gatewayBefore.atMs),
    bankCpu: (bankAfter.cpuMs - bankBefore.cpuMs) / (bankAfter.atMs - bankBefore.atMs),
    cpuMicroseconds: (cpuMs / placed.count) * 1000,
    databaseMicroseconds: (databaseMs / placed.count) * 1000,
  };
}

/** Transactions of the database so far. A session tells of its own within a second. */
async function commits(client: pg.Client): Promise<number> {
  await sleep(1_100);
  const { rows } = await client.query(
    'SELECT xact_commit::int AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].commits;
}

async function allocated(client: pg.Client, raffleIds: readonly string[]): Promise<number> {
  const { rows } = await client.query({
    name: 'allocated',
    text: 'SELECT sum(allocated)::int AS allocated FROM raffle_counters WHERE raffle_id = ANY ($1::uuid[])',
    values: [raffleIds],
  });
  return rows[0].allocated;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const endsAtMs = performance.now() + DEADLINE_MS;
  while (!(await holds())) {
    if (performance.now() > endsAtMs) throw new Error(`it was not so in ${DEADLINE_MS / 1000} s: ${what}`);
    await sleep(POLL_MS);
  }
}
