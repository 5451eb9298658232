import { median, percent, ratios, spreadOf } from '../figures.js';
import { percentileMs, sumLatencies } from '../latencies.js';
import { printTable } from '../table.js';
import type { ReadName } from './reads.js';
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
        median(slices.map((slice) => cpuOf(slice) * 1e6)).toFixed(0),
        percent(median(slices.map(({ loadCpu }) => loadCpu))),
      ];
    }),
  );
}

/**
 * The gateways' shares of the rate of `bare`, and what `bare` takes of CPU for one answer over what the gateway takes, round by round,
 * and whether they are what they are to be. A noisy machine moves the rate more than the CPU.
 */
export function reportGoals(
  all: Runs[],
  { gateways, bare, goals }: { gateways: string[]; bare: string; goals: ReadonlyMap<ReadName, number> },
): void {
  const rows = all
    .filter(({ read, contender }) => gateways.includes(contender) && goals.has(read))
    .flatMap((runs) => {
      const goal = goals.get(runs.read) ?? 0;
      const other = all.find(({ read, contender }) => read === runs.read && contender === bare)?.slices ?? [];
      const shares = { rate: ratiosOf(runs, all, bare), CPU: ratios(other.map(cpuOf), runs.slices.map(cpuOf)) };
      return Object.entries(shares).map(([by, values]) => {
        const share = median(values);
        // Where bare Fastify answered nothing right, nothing is met.
        const holds = Number.isFinite(share) && share >= goal ? 'met' : 'missed';
        return [runs.read, runs.contender, by, ...spreadOf(values), `>= ${goal}`, holds];
      });
    });
  console.log();
  printTable(['read', `of ${bare}`, 'by', 'median', 'lowest', 'highest', 'goal', ''], rows);
}

/** Of one answer, in seconds. */
function cpuOf({ serverCpu, perSecond }: Slice): number {
  return serverCpu / perSecond;
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
