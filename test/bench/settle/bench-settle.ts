import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../../../src/platform/database/database.js';
import { startProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { median, percent, printGoals, ratios, spreadOf, type Goal } from '../figures.js';
import { ORDERS } from '../fill.js';
import { atGateway, BUILD, startGateway } from '../orders/contenders.js';
import { preparePgbench, type Pgbench } from '../orders/pgbench.js';
import { addRaffle, ALL_RULES, setStage, type Stage } from '../orders/stage.js';
import { rotated, progress } from '../rounds.js';
import { makeScratchDatabase } from '../scratch-database.js';
import { printTable } from '../table.js';
import { checkBooks } from './books.js';
import { settleOneAtATime } from './row-by-row.js';
import { BANK, placeOrders, settleByCallbacks, startBank, type SettledRound, type SettleStage } from './settling.js';

const GOAL_OF_ROW_BY_ROW = 3;
const GOAL_OF_RATE = 0.8;
const GOAL_OF_DATABASE = 1.3;
const WARM_UP_PAYMENTS = 1_000;

export const usage = `  settle   payments from the bank's callback over HTTP until every order is PAID, beside a transaction a payment of one
           raffle on one connection under pgbench
           --raffles 1,200    of so many raffles in turn
           --payments 4000    in a round, each of an order that was placed before and charged at a bank
           --in-flight 64     callbacks that the bank posts at once
           --bank-ms 0        how long the bank takes to say what it knows of a payment
           --rounds 3         how often the contenders take turns
           --profile <dir>    writes the gateway's CPU profile there`;

/** Payments settled from their callbacks on, beside their rows written one payment after the other, taking turns on this machine. */
export async function benchSettle(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      raffles: { type: 'string', default: '1,200' },
      payments: { type: 'string', default: '4000' },
      'in-flight': { type: 'string', default: '64' },
      'bank-ms': { type: 'string', default: '0' },
      rounds: { type: 'string', default: '3' },
      profile: { type: 'string' },
    },
  });
  const [payments, inFlight, rounds] = [Number(values.payments), Number(values['in-flight']), Number(values.rounds)];
  if (![payments, inFlight, rounds].every((n) => n > 0)) {
    throw new Error('--payments, --in-flight and --rounds are numbers above 0');
  }

  const counts = values.raffles.split(',').map(Number);
  if (!counts.every((n) => n > 0)) throw new Error('--raffles are numbers above 0');
  const bankMs = Number(values['bank-ms']);
  if (!(bankMs >= 0)) throw new Error('--bank-ms is a number');

  const database = await makeScratchDatabase(cleanup);
  const stage = await setStage(database.url, 'SELLING');
  const bank = await startBank(stage, cleanup);
  const gateway = await startGateway({ stage, name: 'gateway', build: BUILD, profileTo: values.profile }, cleanup);
  const load = startProcess({ module: fileURLToPath(new URL('../load-process.ts', import.meta.url)) });
  cleanup.add(() => load.stop());
  await load.says(/ready/);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  cleanup.add(() => client.end());
  const raffleIds = [stage.raffleId, ...(await addRaffles(stage, Math.max(...counts) - 1))];
  const stages = counts.map((count): SettleStage => {
    const ordering = { raffleIds: raffleIds.slice(0, count), hasKey: true };
    return {
      stage,
      raffleIds: ordering.raffleIds,
      gateway: atGateway(gateway, { stage, name: 'gateway', ordering }),
      bank,
      bankMs,
      load,
      client,
    };
  });
  const pgbench = await preparePgbench({ databaseUrl: database.url, sql: settleOneAtATime(stage, BANK), buyers: 1 }, cleanup);

  console.log(`${database.description}; Node ${process.version}`);
  console.log(`${availableParallelism()} cores for everything: Postgres, the contender and the bank, which is the load`);
  console.log(`row by row is ${pgbench?.version ?? 'left out: pgbench is not here'}, one connection`);
  console.log(
    `one raffle has ${ORDERS.toLocaleString('en')} earlier orders, nobody listens to its events; the bank answers in ${bankMs} ms`,
  );
  console.log(`${rounds} rounds of ${payments} payments, ${inFlight} callbacks at once; medians of the rounds\n`);

  progress('warming up');
  for (const settle of stages) await settleByCallbacks(settle, await placeOrders(settle, WARM_UP_PAYMENTS), inFlight);
  const settled = stages.map((): SettledRound[] => []);
  const rowByRow: number[] = [];
  const contenders = stages.map((settle, i) => async (): Promise<void> => {
    settled[i]!.push(await settleByCallbacks(settle, await placeOrders(settle, payments), inFlight));
  });
  if (pgbench)
    contenders.push(async () => {
      const one = { ...stages[0]!, raffleIds: [stage.raffleId], gateway };
      rowByRow.push(await settleRowByRow(one, pgbench, payments));
    });
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`);
    for (const contender of rotated(contenders, round)) await contender();
  }
  progress('');

  const runs = counts.map((raffles, i): SettledRuns => ({ raffles, settled: settled[i]! }));
  report(runs, rowByRow);
  for (const one of runs) printSteps(one, inFlight);
}

interface SettledRuns {
  raffles: number;
  /** A round each. */
  settled: SettledRound[];
}

async function addRaffles({ gatewayEnv, encryptionKey }: Stage, count: number): Promise<string[]> {
  const url = gatewayEnv.DATABASE_URL ?? '';
  const db = openDatabase({ url, poolSize: 1, preparedStatements: false, onError: (error) => console.error(error) });
  const ids: string[] = [];
  try {
    while (ids.length < count) ids.push(await addRaffle(db, encryptionKey, ALL_RULES));
  } finally {
    await db.close();
  }
  return ids;
}

async function settleRowByRow(settle: SettleStage, pgbench: Pgbench, payments: number): Promise<number> {
  const placed = await placeOrders(settle, payments);
  const variables = { id: placed.firstId - 1 };
  const { perSecond, failed } = await pgbench.measure({ clients: 1, transactions: payments, variables });
  if (failed > 0) throw new Error(`${failed} transactions failed row by row`);
  await checkBooks(settle.client, { raffleIds: settle.raffleIds, quotaQuantity: settle.stage.quotaQuantity }, placed);
  return perSecond;
}

const nameOf = (raffles: number): string => (raffles === 1 ? 'one raffle' : `${raffles} raffles`);
const ratesOf = ({ settled }: SettledRuns): number[] => settled.map(({ perSecond }) => perSecond);
const databaseOf = ({ settled }: SettledRuns): number[] => settled.map(({ databaseMicroseconds }) => databaseMicroseconds);

function report(runs: SettledRuns[], rowByRow: number[]): void {
  const rows = runs.map((one) => {
    const of = (pick: (round: SettledRound) => number): number => median(one.settled.map(pick));
    return [
      `gateway, ${nameOf(one.raffles)}`,
      ...spreadOf(ratesOf(one), 0),
      percent(of(({ gatewayCpu }) => gatewayCpu)),
      of(({ cpuMicroseconds }) => cpuMicroseconds).toFixed(0),
      median(databaseOf(one)).toFixed(0),
      percent(of(({ bankCpu }) => bankCpu)),
    ];
  });
  if (rowByRow.length > 0) rows.push(['row by row, one connection', ...spreadOf(rowByRow, 0), '', '', '', '']);
  printTable(['contender', 'payments/s', 'lowest', 'highest', 'CPU', 'CPU µs each', "database's", 'bank CPU'], rows);
  const one = runs.find(({ raffles }) => raffles === 1);
  if (one) {
    printGoals('the gateway, one raffle', [
      { what: 'of row by row', values: ratios(ratesOf(one), rowByRow), atLeast: GOAL_OF_ROW_BY_ROW },
    ]);
    const goals = runs
      .filter((other) => other !== one)
      .flatMap((other): Goal[] => [
        { what: `payments/s: ${nameOf(other.raffles)}`, values: ratios(ratesOf(other), ratesOf(one)), atLeast: GOAL_OF_RATE },
        {
          what: `database CPU a payment: ${nameOf(other.raffles)}`,
          values: ratios(databaseOf(other), databaseOf(one)),
          below: GOAL_OF_DATABASE,
        },
      ]);
    if (goals.length > 0) printGoals('of one raffle', goals);
  }
  console.log('After each round the books agreed: orders, payments, charges, blocks, counters, buyers and callbacks.');
}

/** A worker claims when it is done with what it claimed before. */
function msAClaim({ settledMs, perSecond, callbacksAClaim }: SettledRound): number {
  const payments = (perSecond * settledMs) / 1000;
  return settledMs / (payments / callbacksAClaim);
}

/** What the gateway's time went to, as far as its rows and the bank tell. */
function printSteps({ raffles, settled }: SettledRuns, inFlight: number): void {
  const of = (pick: (round: SettledRound) => number, digits = 0): string => median(settled.map(pick)).toFixed(digits);
  console.log(`
How the gateway settled ${nameOf(raffles)}:
  The last callback was answered after ${of(({ takenMs }) => takenMs)} ms, the last order PAID after ${of(({ settledMs }) => settledMs)} ms.
  ${of(({ callbacksAClaim }) => callbacksAClaim, 1)} callbacks a claim, with up to ${inFlight} arriving meanwhile; ${of(msAClaim)} ms from a claim to the next.
  ${of(({ consultsAPayment }) => consultsAPayment, 2)} questions to the bank a payment, at most ${of(({ mostConsultsAtOnce }) => mostConsultsAtOnce)} at once.
  ${of(({ paymentsATransaction }) => paymentsATransaction, 1)} payments a transaction; ${of(({ commitsAPayment }) => commitsAPayment, 2)} transactions a payment in all, the callback's own among them.
  ${percent(median(settled.map(({ foundByReconciliation }) => foundByReconciliation)))} of the payments were found by reconciliation.`);
}
