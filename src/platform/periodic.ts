import type { Log } from './log.js';

/** Work that recurs until it is stopped. */
export interface Periodic {
  /** Run as soon as possible rather than at the next interval. */
  now(): void;
  /** Waits for the run under way. */
  stop(): Promise<void>;
}

/**
 * Runs `work` every so often, never twice at once. A run that says it found a full batch (true) is followed by another at
 * once. A failure is logged and the next run comes as usual.
 */
export function every(intervalMs: number, name: string, log: Log, work: () => Promise<boolean>): Periodic {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  const run = async (): Promise<void> => {
    again = false;
    try {
      again = (await work()) || again;
    } catch (error) {
      log.error({ err: error }, `${name} failed`);
    }
  };
  const start = (): void => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    clearTimeout(timer);
    running = run().then(() => {
      running = undefined;
      if (stopped) return;
      timer = setTimeout(start, again ? 0 : intervalMs);
    });
  };
  timer = setTimeout(start, intervalMs);
  return {
    now: start,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
