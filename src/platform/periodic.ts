import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import type { Tracer } from './tracer.js';
import { createWakeUp, type WakeUp } from './wake-up.js';

/** Work that recurs until it is stopped. */
export interface Periodic {
  /** Run as soon as possible rather than at the next interval. */
  wake(): void;
  /** Waits for the run under way. */
  stop(): Promise<void>;
}

/** Who is told how rounds ended. */
interface Watchers {
  log: Log;
  metrics: Pick<Metrics, 'workerSucceeded'>;
  tracer: Tracer;
}

/**
 * Runs `work` every so often, never twice at once, and at once when it is woken. A run that says it found a full batch (true) is
 * followed by another at once. A failure is logged as `<name>.failed`, and the next run comes as usual.
 */
export function every(
  intervalMs: number,
  name: string,
  { log, metrics, tracer }: Watchers,
  work: () => Promise<boolean>,
  wakeUp: WakeUp = createWakeUp(),
): Periodic {
  let stopped = false;
  const loop = async (): Promise<void> => {
    for (let again = false; ;) {
      await wakeUp.wait(again ? 0 : intervalMs);
      if (stopped) return;
      try {
        again = await tracer.root(name, {}, work);
        metrics.workerSucceeded(name);
      } catch (error) {
        again = false;
        log.error({ err: error, event: `${name}.failed` }, `recurring work failed: ${name}`);
      }
    }
  };
  const looping = loop();
  return {
    wake: () => wakeUp.wake(),
    async stop() {
      stopped = true;
      wakeUp.wake();
      await looping;
    },
  };
}
