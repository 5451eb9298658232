import type { FastifyInstance, FastifyRequest } from 'fastify';
import { header } from '../http/request-info.js';
import type { Log } from '../log.js';
import type { FollowedRequest, Tracing } from './start-tracing.js';

const NOT_FOLLOWED = new Set(['/healthz', '/readyz', '/metrics']);

/** Traces each request under its route, without its address. */
export function mountRequestTraces(fastify: FastifyInstance, tracing: Tracing): void {
  const followed = new WeakMap<FastifyRequest, FollowedRequest>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const { url: route = 'unknown' } = routeOptions;
    const attributes = { 'http.request.method': method, 'http.route': route };
    const one = NOT_FOLLOWED.has(route)
      ? undefined
      : tracing.received(`${method} ${route}`, attributes, header(request, 'traceparent'));
    if (!one) return done();
    followed.set(request, one);
    one.run(done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    followed.get(request)?.ended(reply.statusCode);
    done();
  });
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Adds the current trace to log lines. */
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
