import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** So that a file ends even in a process that never rests. */
const LONGEST_REST_MS = 250;
const BUSIEST = 0.95;

/** Answers how much of the time since the last call the event loop was at work. */
function eventLoopShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/**
 * Reads page after page for a large file, and rests after each as long as it took, or longer: the file gets the part of the time that
 * the rest of the process leaves, so that a sale beside it keeps its speed. A reader who is slow is a rest already.
 */
export async function* pacedPages<Page>(
  read: (last: Page | undefined) => Promise<Page>,
  hasMore: (page: Page) => boolean,
  busyShare: () => number = eventLoopShare(),
): AsyncGenerator<Page, void> {
  for (let last: Page | undefined; ;) {
    const beganAtMs = performance.now();
    last = await read(last);
    const readAtMs = performance.now();
    yield last;
    if (!hasMore(last)) return;
    const busy = Math.min(BUSIEST, busyShare());
    const restMs = (readAtMs - beganAtMs) * Math.max(1, busy / (1 - busy));
    await sleep(Math.max(0, Math.min(LONGEST_REST_MS, restMs) - (performance.now() - readAtMs)));
  }
}
