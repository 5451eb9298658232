import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import type { Tracer } from './tracer.js';
import { createWakeUp, type WakeUp } from './wake-up.js';

export interface Periodic {
  wake(): void;
  stop(): Promise<void>;
}

interface Watchers {
  log: Log;
  metrics: Pick<Metrics, 'workerSucceeded'>;
  tracer: Tracer;
}

/** Never twice at once; at once when woken, or after a run that returned true. A failure is logged as `<name>.failed`. */
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
