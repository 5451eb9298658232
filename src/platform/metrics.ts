import { Counter, Gauge, Histogram, Registry } from 'prom-client';

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

/** Makes the figures of one process; `read` is called when somebody asks for them. */
export function createMetrics(read: {
  /** Live subscriptions by the name of their field. */
  subscriptions(): Record<string, number>;
  /** Connections of the pool by what they are at. */
  databaseConnections(): { in_use: number; idle: number; waiting: number };
  /** What waits for somebody, by kind; `amount` in centavos, null for what is no money. */
  openWork(): Promise<{ kind: string; count: number; amount: bigint | null }[]>;
}): Metrics {
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
      for (const [subscription, live] of Object.entries(read.subscriptions())) this.set({ subscription }, live);
    },
  });
  const connections = new Gauge({
    name: 'gateway_database_connections',
    help: 'Connections of the pool that are in use or idle, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(read.databaseConnections())) this.set({ state }, count);
    },
  });
  const openAmount = new Gauge({
    name: 'gateway_open_work_reais',
    help: 'The sum of the money that waits for somebody, by kind.',
    labelNames: ['kind'] as const,
    registers: [],
    async collect() {
      for (const { kind, amount } of await read.openWork()) if (amount !== null) this.set({ kind }, Number(amount) / 100);
    },
  });
  const openWork = new Gauge({
    name: 'gateway_open_work',
    help: 'What waits for somebody, by kind: late payments, and refunds, callbacks, orders and entries that are not over.',
    labelNames: ['kind'] as const,
    registers: [],
    async collect() {
      for (const { kind, count } of await read.openWork()) this.set({ kind }, count);
    },
  });
  registry.registerMetric(openWork);
  registry.registerMetric(openAmount);
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
