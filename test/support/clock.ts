import { vi } from 'vitest';

/**
 * Holds this process's timers still while `work` runs, and lets time pass only when it says so: waits of seconds cost none, and
 * are told to the millisecond. What waits on the network or the database goes on as ever, and so does `eventually`.
 */
export async function withHeldClock<Result>(work: (pass: (ms: number) => Promise<void>) => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    return await work(async (ms) => {
      await vi.advanceTimersByTimeAsync(ms);
    });
  } finally {
    vi.useRealTimers();
  }
}

let aheadMs = 0;

/** Makes what this process cached by `performance.now()` so much older, for good: that clock must not go back. Timers run as ever. */
export function ageCaches(ms: number): void {
  if (aheadMs === 0) {
    const now = performance.now.bind(performance);
    performance.now = () => now() + aheadMs;
  }
  aheadMs += ms;
}
