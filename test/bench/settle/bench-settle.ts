import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { median, percent, printGoals, ratios, spreadOf } from '../figures.js';
import { ORDERS } from '../fill.js';
import { BUILD, startGateway } from '../orders/contenders.js';
import { preparePgbench, type Pgbench } from '../orders/pgbench.js';
import { setStage } from '../orders/stage.js';
import { rotated, progress } from '../rounds.js';
import { makeScratchDatabase } from '../scratch-database.js';
import { printTable } from '../table.js';
import { checkBooks } from './books.js';
import { settleOneAtATime } from './row-by-row.js';
import { BANK, placeOrders, settleByCallbacks, startBank, type SettledRound, type SettleStage } from './settling.js';

const GOAL_OF_ROW_BY_ROW = 3;
const WARM_UP_PAYMENTS = 1_000;

export const usage = `  settle   payments of one raffle from the bank's callback over HTTP until every order is PAID, beside a transaction
           a payment on one connection under pgbench
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
  const settle: SettleStage = { stage, gateway, bank, bankMs, load, client };
  const pgbench = await preparePgbench({ databaseUrl: database.url, sql: settleOneAtATime(stage, BANK), buyers: 1 }, cleanup);

  console.log(`${database.description}; Node ${process.version}`);
  console.log(`${availableParallelism()} cores for everything: Postgres, the contender and the bank, which is the load`);
  console.log(`row by row is ${pgbench?.version ?? 'left out: pgbench is not here'}, one connection`);
  console.log(
    `one raffle with ${ORDERS.toLocaleString('en')} earlier orders, nobody listens to its events; the bank answers in ${bankMs} ms`,
  );
  console.log(`${rounds} rounds of ${payments} payments, ${inFlight} callbacks at once; medians of the rounds\n`);

  progress('warming up');
  await settleByCallbacks(settle, await placeOrders(settle, WARM_UP_PAYMENTS), inFlight);
  const settled: SettledRound[] = [];
  const rowByRow: number[] = [];
  const byCallbacks = async (): Promise<void> => {
    settled.push(await settleByCallbacks(settle, await placeOrders(settle, payments), inFlight));
  };
  const byRows = async (): Promise<void> => {
    rowByRow.push(await settleRowByRow(settle, pgbench!, payments));
  };
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`);
    for (const contender of rotated(pgbench ? [byCallbacks, byRows] : [byCallbacks], round)) await contender();
  }
  progress('');

  report(settled, rowByRow);
  printSteps(settled, inFlight);
}

async function settleRowByRow(settle: SettleStage, pgbench: Pgbench, payments: number): Promise<number> {
  const placed = await placeOrders(settle, payments);
  const variables = { id: placed.firstId - 1 };
  const { perSecond, failed } = await pgbench.measure({ clients: 1, transactions: payments, variables });
  if (failed > 0) throw new Error(`${failed} transactions failed row by row`);
  await checkBooks(settle.client, settle.stage, placed);
  return perSecond;
}

function report(settled: SettledRound[], rowByRow: number[]): void {
  const rates = settled.map(({ perSecond }) => perSecond);
  const of = (pick: (round: SettledRound) => number): number => median(settled.map(pick));
  printTable(
    ['contender', 'payments/s', 'lowest', 'highest', 'CPU', 'CPU µs each', 'bank CPU'],
    [
      [
        'gateway, from the callback to PAID',
        ...spreadOf(rates, 0),
        percent(of(({ gatewayCpu }) => gatewayCpu)),
        of(({ cpuMicroseconds }) => cpuMicroseconds).toFixed(0),
        percent(of(({ bankCpu }) => bankCpu)),
      ],
      ...(rowByRow.length > 0 ? [['row by row, one connection', ...spreadOf(rowByRow, 0), '', '', '']] : []),
    ],
  );
  printGoals('the gateway', [{ what: 'of row by row', values: ratios(rates, rowByRow), atLeast: GOAL_OF_ROW_BY_ROW }]);
  console.log('After each round the books agreed: orders, payments, charges, blocks, the counter, buyers and callbacks.');
}

/** A worker claims when it is done with what it claimed before. */
function msAClaim({ settledMs, perSecond, callbacksAClaim }: SettledRound): number {
  const payments = (perSecond * settledMs) / 1000;
  return settledMs / (payments / callbacksAClaim);
}

/** What the gateway's time went to, as far as its rows and the bank tell. */
function printSteps(settled: SettledRound[], inFlight: number): void {
  const of = (pick: (round: SettledRound) => number, digits = 0): string => median(settled.map(pick)).toFixed(digits);
  console.log(`
How the gateway settled:
  The last callback was answered after ${of(({ takenMs }) => takenMs)} ms, the last order PAID after ${of(({ settledMs }) => settledMs)} ms.
  ${of(({ callbacksAClaim }) => callbacksAClaim, 1)} callbacks a claim, with up to ${inFlight} arriving meanwhile; ${of(msAClaim)} ms from a claim to the next.
  ${of(({ consultsAPayment }) => consultsAPayment, 2)} questions to the bank a payment, at most ${of(({ mostConsultsAtOnce }) => mostConsultsAtOnce)} at once.
  ${of(({ paymentsATransaction }) => paymentsATransaction, 1)} payments a transaction; ${of(({ commitsAPayment }) => commitsAPayment, 2)} transactions a payment in all, the callback's own among them.
  ${percent(median(settled.map(({ foundByReconciliation }) => foundByReconciliation)))} of the payments were found by reconciliation.`);
}
