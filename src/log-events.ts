import type { Feature, LogEvents } from './feature.js';

const OF_THE_PROCESS: LogEvents = {
  'database.away': {
    level: 'error',
    advice:
      'The database is unavailable, see `reason`. Failures caused by it are not logged one by one (`heldBack` counts them). This line repeats every minute. Check PostgreSQL, its disk and the network.',
  },
  'database.back': {
    level: 'info',
    advice: 'The database has worked for ten seconds; `forSeconds` says how long it was unavailable.',
  },
  'database.connection.failed': {
    level: 'warn',
    advice: 'A pooled connection broke and is replaced. If it continues, check PostgreSQL and the network.',
  },
  'database.functions.applied': {
    level: 'info',
    advice: 'Changed functions of `prisma/functions` were applied at the start.',
  },
  'database.migration.applied': { level: 'info', advice: 'Migrations were applied at the start.' },
  'database.migration.retried': {
    level: 'warn',
    advice: 'A migration was interrupted earlier and is retried. If the start continues, there is nothing to do.',
  },
  'database.migration.squashed': {
    level: 'info',
    advice:
      'The database is of the last version with 36 migrations. They are recorded as the initial one, and nothing else changed.',
  },
  'database.migration.waiting': {
    level: 'info',
    advice: 'Another process applies the migrations. If this stays the last line, check what blocks that process.',
  },
  'database.server.ended': {
    level: 'error',
    advice: 'The embedded PostgreSQL stopped by itself and is restarted. Check memory, disk and the lines before.',
  },
  'database.server.error': { level: 'error', advice: 'An error of the embedded PostgreSQL, such as a full disk.' },
  'database.server.fatal': { level: 'warn', advice: 'The embedded PostgreSQL ended one connection.' },
  'database.server.left_running': {
    level: 'warn',
    advice: 'A gateway died and left its embedded PostgreSQL running. It is shut down first.',
  },
  'database.server.panic': {
    level: 'error',
    advice: 'The embedded PostgreSQL restarts itself. Check the disk, and keep the data folder.',
  },
  'database.server.restart_failed': {
    level: 'error',
    advice: 'The embedded PostgreSQL could not be restarted; it is retried. Free disk space, then restart the service.',
  },
  'database.server.warning': { level: 'warn', advice: 'A warning of the embedded PostgreSQL.' },
  'database.start.waiting': {
    level: 'warn',
    advice:
      'A starting process waits for its database, without a limit; `waitedSeconds` says how long it has waited. Check PostgreSQL and `DATABASE_URL`.',
  },
  'development.bank.registration_failed': {
    level: 'warn',
    advice: 'The sandbox bank did not accept the callback address. Reconciliation finds payments later.',
  },
  'graphql.operation.refused': {
    level: 'by its code',
    advice:
      'An operation was refused, see `code`. The level is `info`, but `warn` for `UNAVAILABLE` and `PAYMENT_PROVIDER_UNAVAILABLE`: if these continue, check the database or the provider.',
  },
  'graphql.request.failed': {
    level: 'error',
    advice: 'A request failed before it became an operation. This is a bug: report it with `err`.',
  },
  'graphql.unexpected_error': {
    level: 'error',
    advice: 'An operation got `INTERNAL_SERVER_ERROR`. This is a bug: report it with `err` and `path`.',
  },
  'graphql.websocket.close_failed': {
    level: 'error',
    advice: 'The resources of a closed WebSocket were not released. This is a bug: report it. If memory grows, restart.',
  },
  'graphql.websocket.message_failed': {
    level: 'error',
    advice: 'A WebSocket message failed and its client was disconnected. This is a bug: report it.',
  },
  'http.database_unavailable': { level: 'warn', advice: 'A request outside GraphQL got 503. Check PostgreSQL.' },
  'http.not_ready': {
    level: 'warn',
    advice:
      "`/readyz` answered 503, see `err`: PostgreSQL did not answer within a second, or accepts no writes (a full disk, a standby). Check PostgreSQL and the pool's metrics.",
  },
  'http.unexpected_error': {
    level: 'error',
    advice: 'A request outside GraphQL got 500. This is a bug: report it with `err`.',
  },
  'metrics.rebuild.connection_failed': { level: 'error', advice: '`npm run metrics:rebuild` lost its connection. Run it again.' },
  'payment_providers.none_active': {
    level: 'warn',
    advice:
      'The service starts in production without an active payment provider: buyers get `PAYMENT_PROVIDER_UNAVAILABLE`. Create or activate one.',
  },
  'retention.purge.failed': {
    level: 'error',
    advice:
      'Old idempotency keys, callbacks, events, sessions, login codes and login counts are not deleted. Nothing is lost. Read `err` within days.',
  },
  'service.stop.begun': { level: 'info', advice: 'A signal stops the service.' },
  'service.stop.failed': {
    level: 'error',
    advice: 'The process exited with 1. Other processes take over its work when the leases end.',
  },
  'tracing.export.failed': {
    level: 'warn',
    advice:
      'The collector did not accept traces, see `err`. They are lost, and nothing else is. This line is not repeated until an export succeeds. Check `OTEL_EXPORTER_OTLP_ENDPOINT` and the collector.',
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
