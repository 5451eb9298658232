import { median, percent, ratios, spreadOf } from '../figures.js';
import { percentileMs, sumLatencies } from '../latencies.js';
import { printTable } from '../table.js';
import { READ_GOALS } from './reads.js';
import type { Runs, Slice } from './run.js';

/** Rates, latencies and what they cost, a line a contender and read. */
export function reportRuns(all: Runs[]): void {
  const headings = [
    'read',
    'contender',
    'a second',
    'lowest',
    'highest',
    'p50 ms',
    'p99 ms',
    'errors',
    'CPU',
    'CPU µs each',
    'load CPU',
  ];
  printTable(
    headings,
    all.map(({ read, contender, slices }) => {
      const rates = ratesOf(slices);
      const latencies = sumLatencies(slices.map((slice) => slice.latencies));
      return [
        read,
        contender,
        median(rates).toFixed(0),
        Math.min(...rates).toFixed(0),
        Math.max(...rates).toFixed(0),
        percentileMs(latencies, 0.5).toFixed(1),
        percentileMs(latencies, 0.99).toFixed(1),
        errorsOf(slices),
        percent(median(slices.map(({ serverCpu }) => serverCpu))),
        median(slices.map(({ serverCpu, perSecond }) => (serverCpu / perSecond) * 1e6)).toFixed(0),
        percent(median(slices.map(({ loadCpu }) => loadCpu))),
      ];
    }),
  );
}

/** The gateways' shares of bare Fastify's rate, round by round, and whether they are what they are to be. */
export function reportGoals(all: Runs[], { gateways, bare }: { gateways: string[]; bare: string }): void {
  const rows = all
    .filter(({ contender }) => gateways.includes(contender))
    .map((runs) => {
      const shares = ratiosOf(runs, all, bare);
      const goal = READ_GOALS.get(runs.read) ?? 0;
      // Where bare Fastify answered nothing right, nothing is met.
      const share = median(shares);
      const holds = Number.isFinite(share) && share >= goal ? 'met' : 'missed';
      return [runs.read, runs.contender, ...spreadOf(shares), `>= ${goal}`, holds];
    });
  console.log();
  printTable(['read', `of ${bare}`, 'median', 'lowest', 'highest', 'goal', ''], rows);
}

export function refuseErrors(all: Runs[]): void {
  const wrong = all.filter(({ slices }) => errorsOf(slices) > 0);
  for (const { read, contender, slices } of wrong) {
    console.log(`\n${contender} answered ${read}, among others: ${slices.find(({ firstError }) => firstError)?.firstError}`);
  }
  if (wrong.length > 0) throw new Error('some answers were not the right ones');
}

/** A contender's rate over another's with the same read, a round each. */
export function ratiosOf({ read, slices }: Runs, all: Runs[], over: string): number[] {
  const others = ratesOf(all.find((runs) => runs.read === read && runs.contender === over)?.slices ?? []);
  return ratios(ratesOf(slices), others);
}

function ratesOf(slices: Slice[]): number[] {
  return slices.map(({ perSecond }) => perSecond);
}

function errorsOf(slices: Slice[]): number {
  return slices.reduce((sum, { errors }) => sum + errors, 0);
}
