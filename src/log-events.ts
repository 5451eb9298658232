import type { Feature, LogEvents } from './feature.js';

const OF_THE_PROCESS: LogEvents = {
  'database.away': {
    level: 'error',
    advice:
      'The database is away or cannot work, see `reason`. What fails by that meanwhile has no lines of its own (`heldBack` counts them); this one comes again every minute. Look at PostgreSQL, its disk and the network.',
  },
  'database.back': {
    level: 'info',
    advice: 'Nothing has failed by the database for ten seconds; `forSeconds` says how long it was away.',
  },
  'database.connection.failed': {
    level: 'warn',
    advice: 'A pooled connection broke; the next one is new. When it goes on, look at PostgreSQL and the network.',
  },
  'database.functions.applied': {
    level: 'info',
    advice: 'Functions of `prisma/functions` that had changed were applied at the start.',
  },
  'database.migration.applied': { level: 'info', advice: 'Migrations were applied at the start.' },
  'database.migration.retried': {
    level: 'warn',
    advice: 'A migration was interrupted earlier and is tried again. Nothing to do when the start goes on.',
  },
  'database.migration.squashed': {
    level: 'info',
    advice:
      'The database came from the last version with 36 migrations: they are recorded as the initial one, and nothing else changed.',
  },
  'database.migration.waiting': {
    level: 'info',
    advice: 'Another process applies the migrations. When it stays the last line, look what holds that process up.',
  },
  'database.server.ended': {
    level: 'error',
    advice: 'The embedded PostgreSQL ended by itself and is started again. Look at memory, disk and its lines before.',
  },
  'database.server.error': { level: 'error', advice: 'What the embedded PostgreSQL says of its own work, such as a full disk.' },
  'database.server.fatal': { level: 'warn', advice: 'The embedded PostgreSQL ended one connection.' },
  'database.server.left_running': {
    level: 'warn',
    advice: 'A gateway died and left its embedded PostgreSQL: it is shut down first.',
  },
  'database.server.panic': {
    level: 'error',
    advice: 'The embedded PostgreSQL restarts itself. Look at the disk and keep the data folder.',
  },
  'database.server.restart_failed': {
    level: 'error',
    advice: 'The embedded PostgreSQL does not start again; it is tried again. Free the disk, then restart the service.',
  },
  'database.server.warning': { level: 'warn', advice: 'What the embedded PostgreSQL warns of.' },
  'database.start.waiting': {
    level: 'warn',
    advice:
      'A process starts while its database is away and waits, without end; `waitedSeconds` says how long by now. Look at PostgreSQL, and whether `DATABASE_URL` names it.',
  },
  'development.bank.registration_failed': {
    level: 'warn',
    advice: 'The sandbox bank took no callback address: payments are found by reconciliation, later.',
  },
  'graphql.operation.refused': {
    level: 'by its code',
    advice:
      'A caller was told no, see `code`: `info`, but `warn` for `UNAVAILABLE` and `PAYMENT_PROVIDER_UNAVAILABLE`. Look at the database or the provider when those go on.',
  },
  'graphql.request.failed': {
    level: 'error',
    advice: 'A request broke before it was an operation: a fault of ours, report it with its `err`.',
  },
  'graphql.unexpected_error': {
    level: 'error',
    advice: 'An operation was answered `INTERNAL_SERVER_ERROR`: a fault of ours, report it with `err` and `path`.',
  },
  'graphql.websocket.close_failed': {
    level: 'error',
    advice: 'What a closed WebSocket held was not given back: a fault of ours. When memory grows, restart.',
  },
  'graphql.websocket.message_failed': {
    level: 'error',
    advice: 'A WebSocket message broke and its client was disconnected: a fault of ours.',
  },
  'http.database_unavailable': { level: 'warn', advice: 'A request outside GraphQL was answered 503. Look at PostgreSQL.' },
  'http.not_ready': {
    level: 'warn',
    advice:
      "`/readyz` answered 503: PostgreSQL did not answer within a second, or nothing can be written there (a full disk, a standby), see `err`. Look at it and at the pool's figures.",
  },
  'http.unexpected_error': {
    level: 'error',
    advice: 'A request outside GraphQL was answered 500: a fault of ours, report it with its `err`.',
  },
  'metrics.rebuild.connection_failed': { level: 'error', advice: '`npm run metrics:rebuild` lost its connection; run it again.' },
  'payment_providers.none_active': {
    level: 'warn',
    advice:
      'The service starts in production and no payment provider is active: buyers are told `PAYMENT_PROVIDER_UNAVAILABLE`. Make one, or switch one on.',
  },
  'retention.purge.failed': {
    level: 'error',
    advice:
      'Old idempotency keys, callbacks, events, sessions, codes and counts of logins are not deleted. Nothing is lost; look at `err` within days.',
  },
  'service.stop.begun': { level: 'info', advice: 'A signal stops the service.' },
  'service.stop.failed': { level: 'error', advice: 'It ended with 1. What it had leased is taken over when the leases end.' },
  'tracing.export.failed': {
    level: 'warn',
    advice:
      'The collector of traces did not take them, see `err`: they are lost, and nothing else is. This line comes once until it takes some again. Look at `OTEL_EXPORTER_OTLP_ENDPOINT` and the collector.',
  },
};

export function logEventsOf(features: readonly Feature[]): LogEvents {
  const all: LogEvents = Object.assign({}, OF_THE_PROCESS, ...features.map(({ logEvents }) => logEvents));
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => one.localeCompare(other, 'en')));
}

const BETWEEN_MARKS = /(?<=<!-- log-events -->\n).*?(?=<!-- \/log-events -->)/s;

export function withLogEvents(markdown: string, events: LogEvents): string {
  const rows = Object.entries(events).map(([event, { level, advice }]) => `| \`${event}\` | ${level} | ${advice} |\n`);
  const table = `\n| event | level | what it means, what to do |\n|---|---|---|\n${rows.join('')}\n`;
  return markdown.replace(BETWEEN_MARKS, () => table);
}
