import type { Log } from '../log.js';
import type { Tracing } from './start-tracing.js';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** The log, its lines with the trace of what is under way. */
export function withTraceIds(log: Log, { logFields }: Tracing): Log {
  const traced =
    (write: Log['info']): Log['info'] =>
    (...args: unknown[]) => {
      const fields = logFields();
      const [first, ...others] = args;
      const isFields = typeof first === 'object' && first !== null && !(first instanceof Error);
      const all = !fields ? args : isFields ? [{ ...fields, ...first }, ...others] : [fields, ...args];
      write.apply(log, all as [object]);
    };
  const levels = Object.fromEntries(LEVELS.map((level) => [level, traced(log[level])]));
  return Object.assign(Object.create(log) as Log, levels);
}
