import { percentileMs, sumLatencies } from '../latencies.js';
import { printTable } from '../table.js';
import type { DriverLoopResult } from './driver-loop.js';
import type { Slice } from './measure.js';

const GOAL_OVER_STATEMENT = 5;
const GOAL_OF_BARE = 0.5;
const GOAL_P99_MS = 100;
const GOAL_P99_CLIENTS = 256;
/** The heap of a young process still moves; a leak of one order's objects would be hundreds of megabytes by then. */
const FLAT = 1.2;
const MEGABYTE = 1024 * 1024;

const LATENCY_HEADINGS = ['p50 ms', 'p95 ms', 'p99 ms', 'max ms'];
const COST_HEADINGS = ['CPU', 'CPU µs/order', 'orders a batch', 'MB first/middle/last'];
const HEADINGS = ['clients', 'contender', 'orders/s', ...LATENCY_HEADINGS, 'errors', ...COST_HEADINGS];

/** Every round of one contender with one number of clients. */
export interface HttpRuns {
  name: string;
  clients: number;
  slices: Slice[];
}

/** The same of the single statement; empty when the server takes too few connections. */
export interface StatementRuns {
  name: string;
  clients: number;
  results: DriverLoopResult[];
}

/** Prints what was measured, the ratios, whether the goals hold, and what limits the gateway. */
export function report(measured: { gateway: string; bare: string; http: HttpRuns[]; statements: StatementRuns[] }): void {
  const { http, statements } = measured;
  printTable(HEADINGS, [...http.map(httpRow), ...statements.map(statementRow)]);
  for (const { name, slices } of http) {
    const error = slices.find(({ firstError }) => firstError)?.firstError;
    if (error) console.log(`\n${name} answered, among others: ${error}`);
  }
  printGoals(measured);
  printLimits(http.filter(({ name }) => name === measured.gateway));
}

function httpRow({ name, clients, slices }: HttpRuns): (string | number)[] {
  const latencies = sumLatencies(slices.map((slice) => slice.latencies));
  const percentile = (share: number): string => percentileMs(latencies, share).toFixed(1);
  return [
    clients,
    name,
    perSecond(slices).toFixed(0),
    percentile(0.5),
    percentile(0.95),
    percentile(0.99),
    latencies.maxMs.toFixed(0),
    slices.reduce((sum, { errors }) => sum + errors, 0),
    `${(mean(slices.map(({ serverCpu }) => serverCpu)) * 100).toFixed(0)} %`,
    cpuMicroseconds(slices).toFixed(0),
    mean(slices.map(({ ordersPerBatch }) => ordersPerBatch)).toFixed(0),
    memory(slices).map(megabytes).join(' / '),
  ];
}

function statementRow({ name, clients, results }: StatementRuns): (string | number)[] {
  if (results.length === 0) return [clients, name, '', 'more than the server takes'];
  return [
    clients,
    name,
    mean(results.map((result) => result.perSecond)).toFixed(0),
    `mean ${mean(results.map(({ meanMs }) => meanMs)).toFixed(1)}`,
    '',
    '',
    '',
    results.reduce((sum, { failed }) => sum + failed, 0),
  ];
}

function printGoals({ gateway, bare, http, statements }: Parameters<typeof report>[0]): void {
  const gateways = http.filter(({ name }) => name === gateway);
  const rows = http
    .filter(({ name }) => name !== gateway)
    .map(({ name, clients, slices }) => {
      const ratio = ratioOf(gateways, clients, perSecond(slices));
      if (name !== bare) return goalRow(`to ${name}`, clients, ratio);
      return goalRow(`of ${name}`, clients, ratio, ratio >= GOAL_OF_BARE, `>= ${GOAL_OF_BARE}`);
    });
  for (const { name, clients, results } of statements) {
    if (results.length === 0) continue;
    const rate = mean(results.map((result) => result.perSecond));
    if (clients === 1) {
      const toOne = `to ${name} on one connection`;
      for (const { clients: many } of gateways) rows.push(goalRow(toOne, many, ratioOf(gateways, many, rate)));
      continue;
    }
    const ratio = ratioOf(gateways, clients, rate);
    rows.push(goalRow(`to ${name}`, clients, ratio, ratio >= GOAL_OVER_STATEMENT, `>= ${GOAL_OVER_STATEMENT}`));
  }
  for (const { clients, slices } of gateways) {
    const p99Ms = percentileMs(sumLatencies(slices.map(({ latencies }) => latencies)), 0.99);
    if (clients === GOAL_P99_CLIENTS) rows.push(goalRow('p99, ms', clients, p99Ms, p99Ms < GOAL_P99_MS, `< ${GOAL_P99_MS}`));
    const [, middle = 0, last = 0] = memory(slices);
    rows.push(goalRow('memory, last to middle', clients, last / middle, last / middle <= FLAT, `<= ${FLAT}`));
  }
  console.log();
  printTable(['clients', 'the gateway', 'is', 'goal', 'holds'], rows);
}

function goalRow(what: string, clients: number, value: number, holds?: boolean, goal = ''): (string | number)[] {
  return [clients, what, value.toFixed(2), goal, holds === undefined ? '' : holds ? 'yes' : 'NO'];
}

function ratioOf(gateways: HttpRuns[], clients: number, rate: number): number {
  const own = gateways.find((runs) => runs.clients === clients);
  return own ? perSecond(own.slices) / rate : Number.NaN;
}

/** Where the time goes, from what was measured: the gateway's thread, Postgres, or neither. */
function printLimits(gateways: HttpRuns[]): void {
  console.log('\nWhat limits the gateway:');
  for (const { clients, slices } of gateways) {
    const of = (pick: (slice: Slice) => number): number => Math.round(mean(slices.map(pick)) * 100);
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

function perSecond(slices: Slice[]): number {
  const orders = slices.reduce((sum, slice) => sum + slice.orders, 0);
  const ms = slices.reduce((sum, slice) => sum + slice.measuredMs, 0);
  return (orders / ms) * 1000;
}

/** Processor time of an order, which says more than its rate when others use the machine too. */
function cpuMicroseconds(slices: Slice[]): number {
  const cpuMs = slices.reduce((sum, { serverCpu, measuredMs }) => sum + serverCpu * measuredMs, 0);
  return (cpuMs / slices.reduce((sum, { orders }) => sum + orders, 0)) * 1000;
}

/** First, middle and last of all that was seen. */
function memory(slices: Slice[]): number[] {
  const all = slices.flatMap(({ rssBytes }) => rssBytes);
  return [all[0] ?? 0, all[Math.floor(all.length / 2)] ?? 0, all.at(-1) ?? 0];
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(0);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
