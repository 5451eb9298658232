import { collectDefaultMetrics, Registry } from 'prom-client';

/** Sums of others that are there, under names that Prometheus keeps for what only grows. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Of the process, not of a server in it: made when first asked for, once, for what observes the event loop and the collector stays. */
let registry: Registry | undefined;

/** The figures of this process and of Node: CPU, memory, garbage collection, the event loop. */
export function processFigures(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
  }
  return registry;
}
