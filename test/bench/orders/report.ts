import { median, percent, printGoals, ratios, type Goal } from '../figures.js';
import { percentileMs, sumLatencies } from '../latencies.js';
import { printTable } from '../table.js';
import type { DriverLoopResult } from './driver-loop.js';
import type { Slice } from './measure.js';

const GOAL_OF_BARE = 0.85;
/** In milliseconds, at half of the rate. */
const GOAL_P99_AT_HALF_MS = 15;
/** Over the single statement at its best, by the gateway's clients. */
const GOALS_OVER_STATEMENT = new Map([
  [64, 2.5],
  [256, 3.5],
]);
/** In milliseconds, by the clients. */
const GOALS_P99_MS = new Map([
  [64, 40],
  [256, 80],
]);
/** The heap of a young process still moves; a leak of one order's objects would be hundreds of megabytes by then. */
const GOAL_FLAT = 1.2;
const MEGABYTE = 1024 * 1024;

export interface HttpRuns extends Runs {
  /** At half of the rate that it reached: orders that come when it is time for them, not once others are answered. */
  atHalf: Slice[];
}

interface Runs {
  name: string;
  clients: number;
  slices: Slice[];
}

export interface StatementRuns {
  name: string;
  clients: number;
  results: DriverLoopResult[];
}

/** Prints what was measured, the ratios round by round, whether the goals are met, and what limits the gateway. */
export function report(measured: { gateway: string; bare: string; http: HttpRuns[]; statements: StatementRuns[] }): void {
  const { http, statements } = measured;
  reportHttp(http);
  reportStatements(statements);
  console.log();
  reportHttp(http.map(({ name, clients, atHalf }) => ({ name: `${name}, at half its rate`, clients, slices: atHalf })));
  printGoals('the gateway', [...goalsOf(measured)]);
  printLimits(http.filter(({ name }) => name === measured.gateway));
}

export function reportStatements(statements: StatementRuns[]): void {
  if (statements.length === 0) return;
  console.log();
  printTable(['connections', 'contender', 'orders/s', 'lowest', 'highest', 'mean ms', 'errors'], statements.map(statementRow));
}

/** On as many connections as serve it best. */
export function bestOf(statements: StatementRuns[]): StatementRuns | undefined {
  const rateOf = ({ results }: StatementRuns): number => median(results.map(({ perSecond }) => perSecond));
  return statements.filter(({ results }) => results.length > 0).toSorted((a, b) => rateOf(b) - rateOf(a))[0];
}

/** Rates, latencies and what they cost, a line a contender and number of clients. */
export function reportHttp(http: Runs[]): void {
  const rates = ['orders/s', 'lowest', 'highest'];
  const costs = ['errors', 'CPU', 'CPU µs/order', 'database CPU µs/order', 'load CPU', 'orders a batch', 'MB first/middle/last'];
  printTable(['clients', 'contender', ...rates, 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', ...costs], http.map(httpRow));
}

export function refuseErrors(http: HttpRuns[], statements: StatementRuns[] = []): void {
  const wrong = http.filter(({ slices }) => slices.some(({ errors }) => errors > 0));
  for (const { name, slices } of wrong) {
    console.log(`\n${name} answered, among others: ${slices.find(({ firstError }) => firstError)?.firstError}`);
  }
  const failed = statements.some(({ results }) => results.some((result) => result.failed > 0));
  if (wrong.length > 0 || failed) throw new Error('some orders failed');
}

function httpRow({ name, clients, slices }: Runs): (string | number)[] {
  const latencies = sumLatencies(slices.map((slice) => slice.latencies));
  const percentile = (share: number): string => percentileMs(latencies, share).toFixed(1);
  const rates = ratesOf(slices);
  return [
    clients,
    name,
    ...[median(rates), Math.min(...rates), Math.max(...rates)].map((rate) => rate.toFixed(0)),
    percentile(0.5),
    percentile(0.95),
    percentile(0.99),
    latencies.maxMs.toFixed(0),
    slices.reduce((sum, { errors }) => sum + errors, 0),
    percent(median(slices.map(({ serverCpu }) => serverCpu))),
    cpuMicroseconds(slices).toFixed(0),
    median(databaseMicroseconds(slices)).toFixed(0),
    percent(median(slices.map(({ loadCpu }) => loadCpu))),
    median(slices.map(({ ordersPerBatch }) => ordersPerBatch)).toFixed(0),
    memory(slices).map(megabytes).join(' / '),
  ];
}

function statementRow({ name, clients, results }: StatementRuns): (string | number)[] {
  if (results.length === 0) return [clients, name, '', '', '', 'more than the server takes'];
  const rates = results.map((result) => result.perSecond);
  return [
    clients,
    name,
    ...[median(rates), Math.min(...rates), Math.max(...rates)].map((rate) => rate.toFixed(0)),
    median(results.map(({ meanMs }) => meanMs)).toFixed(1),
    results.reduce((sum, { failed }) => sum + failed, 0),
  ];
}

function* goalsOf({ gateway, bare, http, statements }: Parameters<typeof report>[0]): Iterable<Goal> {
  const best = bestOf(statements);
  for (const { clients, slices, atHalf } of http.filter(({ name }) => name === gateway)) {
    const rates = ratesOf(slices);
    const at = `${clients} clients`;
    for (const other of http.filter((runs) => runs.clients === clients && runs.name !== gateway)) {
      const values = ratios(rates, ratesOf(other.slices));
      yield { what: `of ${other.name}, ${at}`, values, ...(other.name === bare && { atLeast: GOAL_OF_BARE }) };
    }
    if (best) {
      const atLeast = GOALS_OVER_STATEMENT.get(clients);
      const over = best.results.map(({ perSecond }) => perSecond);
      const values = ratios(rates, over);
      yield { what: `of ${best.name}, ${best.clients} connections, ${at}`, values, ...(atLeast !== undefined && { atLeast }) };
    }
    const below = GOALS_P99_MS.get(clients);
    const p99s = slices.map(({ latencies }) => percentileMs(latencies, 0.99));
    yield { what: `p99 in ms, ${at}`, values: p99s, digits: 1, ...(below !== undefined && { below }) };
    const p99sAtHalf = atHalf.map(({ latencies }) => percentileMs(latencies, 0.99));
    const goalAtHalf = { values: p99sAtHalf, digits: 1, below: GOAL_P99_AT_HALF_MS };
    yield { what: `p99 in ms at half its rate, ${at}`, ...goalAtHalf };
    const [, middle = 0, last = 0] = memory(slices);
    yield { what: `memory, last to middle, ${at}`, values: [last / middle], below: GOAL_FLAT };
  }
}

function printLimits(gateways: HttpRuns[]): void {
  console.log('\nWhat limits the gateway:');
  for (const { clients, slices } of gateways) {
    const of = (pick: (slice: Slice) => number): number => Math.round(median(slices.map(pick)) * 100);
    const queue = { computing: of((slice) => slice.queue.computing), waiting: of((slice) => slice.queue.waiting) };
    const cpu = of(({ serverCpu }) => serverCpu);
    const busy = queue.computing + queue.waiting;
    console.log(`  ${clients} clients: ${limitOf(cpu, busy)}.`);
    console.log(`    The process uses ${cpu} % of a core, ${cpuMicroseconds(slices).toFixed(0)} µs an order.`);
    console.log(
      `    A batch is in Postgres ${busy} % of the time: computing ${queue.computing} %, waiting for the disk ${queue.waiting} %.`,
    );
    console.log(`    The load takes ${of(({ loadCpu }) => loadCpu)} % of a core.`);
  }
}

function limitOf(cpuPercent: number, queuePercent: number): string {
  if (cpuPercent >= 90) return 'its one JavaScript thread';
  if (queuePercent >= 85) return "the queue's one connection to Postgres";
  return 'the machine: neither its thread nor its queue gets all it could use';
}

export function ratesOf(slices: Slice[]): number[] {
  return slices.map(({ perSecond }) => perSecond);
}

/** Processor time of an order, which says more than its rate when others use the machine too. */
function cpuMicroseconds(slices: Slice[]): number {
  return median(slices.map(({ serverCpu, perSecond }) => (serverCpu / perSecond) * 1e6));
}

/** A round each. */
export function databaseMicroseconds(slices: Slice[]): number[] {
  return slices.map(({ databaseCpu, perSecond }) => (databaseCpu / perSecond) * 1e6);
}

function memory(slices: Slice[]): number[] {
  const all = slices.flatMap(({ rssBytes }) => rssBytes);
  return [all[0] ?? 0, all[Math.floor(all.length / 2)] ?? 0, all.at(-1) ?? 0];
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(0);
}
