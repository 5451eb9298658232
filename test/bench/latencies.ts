const BUCKET_MS = 0.05;
const BUCKETS = 40_000;

/** Latencies counted in steps of 0.05 ms up to 2 s; what is longer counts as 2 s, but `maxMs` is exact. They can be added up. */
export interface Latencies {
  counts: Uint32Array;
  count: number;
  maxMs: number;
}

export function noLatencies(): Latencies {
  return { counts: new Uint32Array(BUCKETS), count: 0, maxMs: 0 };
}

export function record(into: Latencies, ms: number): void {
  const bucket = Math.min(BUCKETS - 1, Math.floor(ms / BUCKET_MS));
  into.counts[bucket] = (into.counts[bucket] ?? 0) + 1;
  into.count += 1;
  if (ms > into.maxMs) into.maxMs = ms;
}

export function sumLatencies(all: Latencies[]): Latencies {
  const sum = noLatencies();
  for (const { counts, count, maxMs } of all) {
    for (const [i, n] of counts.entries()) sum.counts[i] = (sum.counts[i] ?? 0) + n;
    sum.count += count;
    sum.maxMs = Math.max(sum.maxMs, maxMs);
  }
  return sum;
}

/** The latency in ms that `share` of all do not exceed (0.99: the 99th percentile); 0 when there are none. */
export function percentileMs({ counts, count, maxMs }: Latencies, share: number): number {
  let below = 0;
  for (const [i, n] of counts.entries()) {
    below += n;
    if (n > 0 && below >= count * share) return Math.min(maxMs, (i + 1) * BUCKET_MS);
  }
  return maxMs;
}
