import { median, percent, printGoals, ratios } from '../figures.js';
import { percentileMs } from '../latencies.js';
import { printTable } from '../table.js';
import type { BareWrites } from './bare-writes.js';
import type { FanOut } from './fan-out.js';
import { SLOW_SOCKETS, type SlowReaders } from './slow-readers.js';

const GOAL_MICROSECONDS = 10;
const GOAL_OVER_BARE = 1.15;
const GOAL_FAN_OUT_MS = 60;
const GOAL_LAG_P99_MS = 600;
const GOAL_RSS_MB = 200;
const GOAL_ADDED_MB = 80;
/** Of a client that does not read the gateway keeps 1 MB of answers: three times that, for their texts and what they answer. */
const SLOW_BOUND_MB = SLOW_SOCKETS * 3;
const MEGABYTE = 1024 * 1024;

interface Cost {
  cpuMs: number;
  elapsedMs: number;
  socketsCpuMs: number;
}

/** What was seen. RSS is the gateway's, in bytes. */
export interface Measured {
  sockets: number;
  rssBefore: number;
  rssOpen: number;
  /** What the sockets added to the heap that is in use, after a collection of garbage. */
  heapAdded: number;
  rounds: (FanOut & { watched: Cost; unwatched: Cost; rssBytes: number })[];
}

export function report(
  name: string,
  { sockets, rssBefore, rssOpen, heapAdded, rounds }: Measured,
  slow: SlowReaders,
  bare: BareWrites,
): void {
  const share = ({ cpuMs, elapsedMs }: Cost): string => percent(cpuMs / elapsedMs);
  printTable(
    [
      'round',
      'deliveries',
      'values',
      'not to all',
      'CPU',
      'CPU unwatched',
      'sockets CPU',
      'fan-out ms',
      'lag p50 ms',
      'p99 ms',
      'max ms',
      'MB',
    ],
    rounds.map(({ deliveries, fanOutsMs, incomplete, lags, watched, unwatched, rssBytes }, round) => [
      round + 1,
      deliveries,
      fanOutsMs.length + incomplete,
      incomplete,
      share(watched),
      share(unwatched),
      percent(watched.socketsCpuMs / watched.elapsedMs),
      median(fanOutsMs).toFixed(1),
      percentileMs(lags, 0.5).toFixed(0),
      percentileMs(lags, 0.99).toFixed(0),
      lags.maxMs.toFixed(0),
      (rssBytes / MEGABYTE).toFixed(0),
    ]),
  );
  console.log(`
CPU of a delivery is what the gateway uses while orders change the watched raffle, less what as many orders of another raffle
use with the same sockets open and nothing to tell them: their orders and heartbeats cost the same.
Fan-out is from the first socket to the last of one value. Lag is from when an order was made, its commit and the 500 ms in which
changes become one value included, to its arrival at each socket.
A bare write is what Node and this machine take at least: one frame, made once, in a loop over the sockets of a process that does
nothing else.`);
  const each = rounds.map(({ watched, unwatched, deliveries }) => {
    const orders = (unwatched.cpuMs / unwatched.elapsedMs) * watched.elapsedMs;
    return ((watched.cpuMs - orders) / deliveries) * 1000;
  });
  const mostMb = Math.max(rssOpen, ...rounds.map(({ rssBytes }) => rssBytes)) / MEGABYTE;
  const openMb = (rssOpen - rssBefore) / MEGABYTE;
  printGoals(name, [
    { what: 'CPU µs a delivery', values: each, digits: 1, below: GOAL_MICROSECONDS },
    {
      what: `fan-out of one value to ${sockets} sockets, ms`,
      values: rounds.flatMap(({ fanOutsMs }) => fanOutsMs),
      digits: 1,
      below: GOAL_FAN_OUT_MS,
    },
    { what: 'CPU µs of a bare write of the same frame to the same sockets', values: bare.microseconds, digits: 1 },
    {
      what: 'CPU of a delivery over that of a bare write, in the same round',
      values: ratios(each, bare.microseconds),
      digits: 2,
      below: GOAL_OVER_BARE,
    },
    { what: `fan-out of bare writes to ${sockets} sockets, ms`, values: bare.fanOutsMs, digits: 1 },
    { what: 'lag p50, ms', values: rounds.map(({ lags }) => percentileMs(lags, 0.5)), digits: 0 },
    { what: 'lag p99, ms', values: rounds.map(({ lags }) => percentileMs(lags, 0.99)), digits: 0, below: GOAL_LAG_P99_MS },
    { what: 'RSS before the sockets, MB', values: [rssBefore / MEGABYTE], digits: 0 },
    { what: `what ${sockets} sockets add, MB`, values: [openMb], digits: 0, below: GOAL_ADDED_MB },
    { what: 'of that in the heap, after a collection of garbage, MB', values: [heapAdded / MEGABYTE], digits: 0 },
    { what: 'RSS with all sockets, the most, MB', values: [mostMb], digits: 0, below: GOAL_RSS_MB },
    {
      what: `what ${SLOW_SOCKETS} sockets that do not read add to those that do, MB`,
      values: [(slow.slowRss - slow.readingRss) / MEGABYTE],
      digits: 0,
      below: SLOW_BOUND_MB,
    },
  ]);
  console.log(`Of the ${SLOW_SOCKETS} sockets that did not read the gateway closed ${slow.closed}.`);
}
