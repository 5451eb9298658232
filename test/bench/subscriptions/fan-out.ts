import { noLatencies, record, type Latencies } from '../latencies.js';
import type { Arrivals } from './sockets-process.js';
import type { Change } from './steady-orders.js';

export interface FanOut {
  deliveries: number;
  /** From the first socket to the last, of each value that was sent. */
  fanOutsMs: number[];
  /** From a change to its arrival at a socket, for each of both. */
  lags: Latencies;
  /** Values that did not come to every socket, though a later one did. */
  incomplete: number;
}

/** Puts together what the processes saw. Throws when the last change did not come to every socket. */
export function fanOutOf(changes: Change[], seen: Arrivals[][], sockets: number): FanOut {
  const byValue = new Map<number, Float64Array[]>();
  for (const { reserved, atMs } of seen.flat()) byValue.set(reserved, [...(byValue.get(reserved) ?? []), atMs]);
  const values = [...byValue].toSorted(([a], [b]) => a - b);
  const lags = noLatencies();
  const fanOutsMs: number[] = [];
  let [deliveries, incomplete, next] = [0, 0, 0];
  for (const [reserved, parts] of values) {
    let [first, last, count] = [Infinity, -Infinity, 0];
    const covered: number[] = [];
    // Changes that were made in one go come as one value.
    for (let change = changes[next]; change && change.reserved <= reserved; change = changes[++next])
      covered.push(change.madeAtMs);
    for (const atMs of parts) {
      count += atMs.length;
      for (const at of atMs) {
        first = Math.min(first, at);
        last = Math.max(last, at);
        for (const madeAtMs of covered) record(lags, at - madeAtMs);
      }
    }
    deliveries += count;
    if (count === sockets) fanOutsMs.push(last - first);
    else incomplete += 1;
  }
  const [, lastParts = []] = values.at(-1) ?? [];
  const reached = lastParts.reduce((sum, { length }) => sum + length, 0);
  if (next < changes.length || reached !== sockets) {
    throw new Error(`the last change came to ${next < changes.length ? 0 : reached} of ${sockets} sockets`);
  }
  return { deliveries, fanOutsMs, lags, incomplete };
}
