import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../context.js';

/** Seconds. A read from a snapshot takes a millisecond, a charge at a provider may take ten seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is counted while the process runs; the rest is read when somebody asks. */
export interface Metrics {
  /** `name` is an operation of the schema, never a text of a caller's: each one is a row kept for good. */
  operationEnded(name: string, seconds: number): void;
  /** `code` is one of the closed set of error codes. */
  errorAnswered(code: string): void;
  socketOpened(): void;
  socketClosed(): void;
  /** The figures in the text format of Prometheus. */
  text(): Promise<string>;
  contentType: string;
}

/** Makes the figures of one process. */
export function createMetrics({ db, orderWatch, sellBarWatch }: Pick<App, 'db' | 'orderWatch' | 'sellBarWatch'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const duration = new Histogram({
    name: 'gateway_operation_duration_seconds',
    help: 'How long operations took over HTTP and REST. "several": more than one in a request; "none": refused unread.',
    labelNames: ['operation'] as const,
    buckets: DURATION_BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'gateway_errors_total',
    help: 'Errors answered, by code.',
    labelNames: ['code'] as const,
    registers,
  });
  const sockets = new Gauge({ name: 'gateway_websockets', help: 'Open WebSocket connections.', registers });
  const subscriptions = new Gauge({
    name: 'gateway_subscriptions',
    help: 'Live subscriptions.',
    labelNames: ['subscription'] as const,
    registers: [],
    collect() {
      this.set({ subscription: 'orderStatus' }, orderWatch.subscribers);
      this.set({ subscription: 'sellBar' }, sellBarWatch.subscribers);
    },
  });
  const connections = new Gauge({
    name: 'gateway_database_connections',
    help: 'Connections of the pool that are in use or idle, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      const { totalCount, idleCount, waitingCount } = db.pool;
      this.set({ state: 'in_use' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  registry.registerMetric(subscriptions);
  registry.registerMetric(connections);

  return {
    operationEnded: (operation, seconds) => duration.observe({ operation }, seconds),
    errorAnswered: (code) => errors.inc({ code }),
    socketOpened: () => sockets.inc(),
    socketClosed: () => sockets.dec(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Serves the figures at `/metrics`, for a Prometheus inside the operator's network. */
export function mountMetrics(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
