import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `probe` gives something, asking every 10 ms, for five seconds unless told otherwise. */
export async function eventually<T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  { timeoutMs = 5_000, everyMs = 10 } = {},
): Promise<T> {
  const endsAtMs = performance.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > endsAtMs) throw new Error(`waited ${timeoutMs / 1_000} seconds in vain`);
    await sleep(everyMs);
  }
}
