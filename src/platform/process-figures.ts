import { collectDefaultMetrics, Registry } from 'prom-client';

/** Of the process, not of a server in it: made when first asked for, once, for what observes the event loop and the collector stays. */
let registry: Registry | undefined;

/** The figures of this process and of Node: CPU, memory, garbage collection, the event loop. */
export function processFigures(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
