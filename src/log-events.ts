import type { Feature, LogEvents } from './feature.js';

const OF_THE_PROCESS: LogEvents = {
  ...at('info', {
    'database.back': 'The database has worked for ten seconds; `forSeconds` says how long it was unavailable.',
    'database.functions.applied': 'Changed functions of `prisma/functions` were applied at the start.',
    'database.migration.applied': 'Migrations were applied at the start.',
    'database.migration.squashed':
      'The database is of the last version with 36 migrations. They are recorded as the initial one, and nothing else changed.',
    'database.migration.waiting':
      'Another process applies the migrations. If this stays the last line, check what blocks that process.',
    'database.replica.used': 'The replica answers again.',
    'service.stop.begun': 'A signal stops the service.',
  }),
  ...at('warn', {
    'database.connection.failed': 'A pooled connection broke and is replaced. If it continues, check PostgreSQL and the network.',
    'database.failing':
      'The database fails, see `reason`, and `first` for what failed first. Failures caused by it are not logged one by one. A failover mends itself: `database.back` says so. After 45 seconds `database.away` follows.',
    'database.migration.blocked':
      'A migration waits for a lock that others hold (`blockedBy`: their table, process of PostgreSQL, application and age in seconds). The sale goes on, and the migration tries again for ten minutes. Wait for the backup or export to end, or end its process with `pg_terminate_backend`.',
    'database.migration.newer':
      'The database has later migrations, which let this version run. The process works, and changes no functions. When the newer version is up, stop this one.',
    'database.migration.retried':
      'A migration was interrupted earlier and is retried. If the start continues, there is nothing to do.',
    'database.replica.unused':
      'The replica does not answer, is behind the primary, or is no standby, see `err`. The primary reads for it, and every five seconds the service asks again. Check the replica and `REPLICA_DATABASE_URL`.',
    'database.server.fatal': 'The embedded PostgreSQL ended one connection.',
    'database.server.left_running': 'A gateway died and left its embedded PostgreSQL running. It is shut down first.',
    'database.server.unknown':
      'The role of the database may not call `pg_control_system` or `pg_walfile_name`, so a restored or promoted server is not noticed, and could give numbers of orders a second time. Grant EXECUTE on both to the role.',
    'database.server.warning': 'A warning of the embedded PostgreSQL.',
    'database.start.waiting':
      'A starting process waits for its database, without a limit; `waitedSeconds` says how long it has waited. Check PostgreSQL and `DATABASE_URL`.',
    'development.bank.registration_failed':
      'The sandbox bank did not accept the callback address. Reconciliation finds payments later.',
    'exports.lease.failed':
      'The lease of a file that is sent was not renewed or ended, see `err`. Its account gets another file within 30 seconds. Check PostgreSQL.',
    'http.database_unavailable': 'A request outside GraphQL got 503. Check PostgreSQL.',
    'http.not_ready':
      "`/readyz` answered 503, see `err`: PostgreSQL did not answer within a second, or accepts no writes (a full disk, a standby). Check PostgreSQL and the pool's metrics.",
    'payment_providers.none_active':
      'The service starts in production without an active payment provider: buyers get `PAYMENT_PROVIDER_UNAVAILABLE`. Create or activate one.',
    'tracing.export.failed':
      'The collector did not accept traces, see `err`. They are lost, and nothing else is. This line is not repeated until an export succeeds. Check `OTEL_EXPORTER_OTLP_ENDPOINT` and the collector.',
  }),
  ...at('error', {
    'database.away':
      'The database is unavailable, see `reason`. Failures caused by it are not logged one by one (`heldBack` counts them). The first line comes after 45 seconds, and then one every minute. Check PostgreSQL, its disk and the network.',
    'database.guards.absent':
      'A pooler keeps from PostgreSQL what guards the service, and the role lacks it too: see `absent`. Run `npm run database-role`, then `RECONNECT` in the console of the pooler, and restart the service. Until then a process that hangs may block others, and a crash may lose paid orders. `/readyz?verbose` says what holds now.',
    'database.server.ended':
      'The embedded PostgreSQL stopped by itself and is restarted. Check memory, disk and the lines before.',
    'database.server.error': 'An error of the embedded PostgreSQL, such as a full disk.',
    'database.server.panic': 'The embedded PostgreSQL restarts itself. Check the disk, and keep the data folder.',
    'database.server.restart_failed':
      'The embedded PostgreSQL could not be restarted; it is retried. Free disk space, then restart the service.',
    'graphql.request.failed': 'A request failed before it became an operation. This is a bug: report it with `err`.',
    'graphql.unexpected_error': 'An operation got `INTERNAL_SERVER_ERROR`. This is a bug: report it with `err` and `path`.',
    'graphql.websocket.close_failed':
      'The resources of a closed WebSocket were not released. This is a bug: report it. If memory grows, restart.',
    'graphql.websocket.message_failed': 'A WebSocket message failed and its client was disconnected. This is a bug: report it.',
    'graphql.websocket.open_failed': 'A WebSocket got 500 because it could not be counted. This is a bug: report it with `err`.',
    'http.unexpected_error': 'A request outside GraphQL got 500. This is a bug: report it with `err`.',
    'metrics.rebuild.connection_failed': '`npm run metrics:rebuild` lost its connection. Run it again.',
    'rate_limits.exchange.failed':
      'Each process counts requests for itself until it succeeds, so that limits are higher. Read `err`.',
    'retention.purge.failed':
      'Old idempotency keys, callbacks, events, sessions, login codes and login counts are not deleted. Nothing is lost. Read `err` within days.',
    'service.stop.failed': 'The process exited with 1. Other processes take over its work when the leases end.',
  }),
  ...at('by its code', {
    'graphql.operation.refused':
      'An operation was refused, see `code`. The level is `info`, but `warn` for `UNAVAILABLE` and `PAYMENT_PROVIDER_UNAVAILABLE`: if these continue, check the database or the provider.',
  }),
};

function at(level: LogEvents[string]['level'], advices: Record<string, string>): LogEvents {
  return Object.fromEntries(Object.entries(advices).map(([event, advice]) => [event, { level, advice }]));
}

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
