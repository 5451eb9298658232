import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Place } from './database/replica.js';
import { ERROR_CODES } from './error-codes.js';
import { mountFigureSource, type FigureSource } from './figure-source.js';

/** Seconds. A snapshot is read in a millisecond, a charge at a provider may take ten seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds. The deadline of a call is ten. */
const CALL_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export type BatchedQueue =
  'orders' | 'order_payments' | 'billing_payments' | 'callbacks_kept' | 'callbacks_finished' | 'token_owners';

/** `operation` is the provider's route ("PUT /cob/{txid}"), `outcome` is `OK` or why not. */
export interface ProviderCall {
  provider: string;
  operation: string;
  outcome: string;
  durationMs: number;
}

/** Labels are of closed sets: each value is kept for good. */
export interface Metrics {
  /** `name` is an operation of the schema, never a caller's text. */
  operationEnded(name: string, seconds: number): void;
  errorAnswered(code: string): void;
  socketOpened(): void;
  socketClosed(): void;
  providerCalled(call: ProviderCall): void;
  batchTaken(queue: BatchedQueue, items: number): void;
  workerSucceeded(worker: string): void;
  readerAnswered(place: Place): void;
  watch(read: LiveFigures): void;
  addSource(source: FigureSource): void;
  /** In the text format of Prometheus. A figure that cannot be read is left out, and `gateway_figures_failed` counts it. */
  text(): Promise<string>;
  contentType: string;
}

export interface LiveFigures {
  subscriptions(): Record<string, number>;
  databaseConnections(): { in_use: number; idle: number; waiting: number };
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const sources: { name: string; read(): Promise<boolean> }[] = [];
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
  // A counter that appears with its first error has not grown for Prometheus.
  for (const code of Object.keys(ERROR_CODES)) errors.inc({ code }, 0);
  const sockets = new Gauge({ name: 'gateway_websockets', help: 'Open WebSocket connections.', registers });
  const calls = new Counter({
    name: 'gateway_provider_calls_total',
    help: 'Calls of payment providers, by what was asked and what became of it: OK, or why not.',
    labelNames: ['provider', 'operation', 'outcome'] as const,
    registers,
  });
  const callDuration = new Histogram({
    name: 'gateway_provider_call_duration_seconds',
    help: 'How long calls of payment providers took, with their retries and the wait for a connection.',
    labelNames: ['provider', 'operation'] as const,
    buckets: CALL_BUCKETS,
    registers,
  });
  const batches = new Histogram({
    name: 'gateway_batch_items',
    help: 'How many orders, payments, callbacks or look-ups of accounts were done at once, by queue.',
    labelNames: ['queue'] as const,
    buckets: BATCH_BUCKETS,
    registers,
  });
  const reads = new Counter({
    name: 'gateway_replica_reads_total',
    help: 'Statements for a replica, by who answered: the replica, or the primary in its place. Without a replica none is counted.',
    labelNames: ['server'] as const,
    registers,
  });
  for (const server of ['replica', 'primary'] satisfies Place[]) reads.inc({ server }, 0);
  const rounds = new Gauge({
    name: 'gateway_worker_last_success_timestamp_seconds',
    help: 'When recurring work last ended well in this process, as Unix time. Absent until it has.',
    labelNames: ['worker'] as const,
    registers,
  });
  const failed = new Gauge({
    name: 'gateway_figures_failed',
    help: '1 for figures that could not be read for this answer, which is without them; else 0.',
    labelNames: ['source'] as const,
    registers,
  });

  return {
    operationEnded: (operation, seconds) => duration.observe({ operation }, seconds),
    errorAnswered: (code) => errors.inc({ code }),
    socketOpened: () => sockets.inc(),
    socketClosed: () => sockets.dec(),
    providerCalled({ provider, operation, outcome, durationMs }) {
      calls.inc({ provider, operation, outcome });
      callDuration.observe({ provider, operation }, durationMs / 1_000);
    },
    batchTaken: (queue, items) => batches.observe({ queue }, items),
    workerSucceeded: (worker) => rounds.set({ worker }, Date.now() / 1_000),
    readerAnswered: (server) => reads.inc({ server }),
    watch: (read) => mountLiveFigures(registry, read),
    addSource: (source) => void sources.push({ name: source.name, read: mountFigureSource(registry, source) }),
    async text() {
      await Promise.all(sources.map(async ({ name, read }) => failed.set({ source: name }, (await read()) ? 0 : 1)));
      const texts = await Promise.all([registry.metrics(), processFigures().metrics()]);
      return texts.join('');
    },
    contentType: registry.contentType,
  };
}

function mountLiveFigures(registry: Registry, read: LiveFigures): void {
  const gauges = [
    new Gauge({
      name: 'gateway_subscriptions',
      help: 'Live subscriptions.',
      labelNames: ['subscription'] as const,
      registers: [],
      collect() {
        for (const [subscription, live] of Object.entries(read.subscriptions())) this.set({ subscription }, live);
      },
    }),
    new Gauge({
      name: 'gateway_database_connections',
      help: 'Connections of the pool that are in use or idle, and requests that wait for one.',
      labelNames: ['state'] as const,
      registers: [],
      collect() {
        for (const [state, count] of Object.entries(read.databaseConnections())) this.set({ state }, count);
      },
    }),
  ];
  for (const gauge of gauges) registry.registerMetric(gauge);
}

/** Sums of other figures, under names that Prometheus reserves for counters. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** One for the process: the observers of the event loop and the collector stay. */
let registry: Registry | undefined;

export function processFigures(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
  }
  return registry;
}
