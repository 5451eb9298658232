import pg from 'pg';
import { LOCK_TIMEOUT_MS } from '../deadlines.js';
import type { Query } from './connections.js';

/*
 * What every connection of the service is set to. The service sends it when it connects. A pooler may refuse or drop that: then the settings
 * of the role must say the same.
 */

export const STATEMENT_TIMEOUT_MS = 15_000;
/** Frees the locks of a process that froze before others give up waiting for them. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 1_500;

interface Guard {
  name: string;
  value: string;
  /** Whether what `pg_settings` shows protects as much. */
  isHeldBy(setting: string): boolean;
}

const timeout = (name: string, ms: number): Guard => ({
  name,
  value: String(ms),
  isHeldBy: (setting) => Number(setting) > 0 && Number(setting) <= ms,
});
const exactly = (name: string, value: string): Guard => ({ name, value, isHeldBy: (setting) => setting === value });

const TIMEOUTS = [
  timeout('statement_timeout', STATEMENT_TIMEOUT_MS),
  timeout('lock_timeout', LOCK_TIMEOUT_MS),
  timeout('idle_in_transaction_session_timeout', IDLE_IN_TRANSACTION_TIMEOUT_MS),
];
const GUARDS: readonly Guard[] = [
  ...TIMEOUTS,
  // A paid order must outlive a crash: this overrides the settings of the server and the role.
  { name: 'synchronous_commit', value: 'on', isHeldBy: (setting) => setting === 'on' || setting === 'remote_apply' },
  // Planning a page of orders took three times as long as reading it, so a connection plans once, perhaps on an empty table: always by an
  // index. JIT and parallel workers do not pay here.
  exactly('plan_cache_mode', 'force_generic_plan'),
  exactly('enable_seqscan', 'off'),
  exactly('jit', 'off'),
  exactly('max_parallel_workers_per_gather', '0'),
];

/** The start-up parameter `options`. */
export const GUARD_OPTIONS = GUARDS.map(({ name, value }) => `-c ${name}=${value}`).join(' ');

/** For a backup, which may take long. In its transaction. */
export const WITHOUT_TIMEOUTS = TIMEOUTS.map(({ name }) => `SET LOCAL ${name} = 0;`).join(' ');

/** Gives the guards to a role, for its new connections to this database. */
export function guardsOfRole(role: string, database: string): string[] {
  const [of, where] = [pg.escapeIdentifier(role), pg.escapeIdentifier(database)];
  return GUARDS.map(({ name, value }) => `ALTER ROLE ${of} IN DATABASE ${where} SET ${name} = ${pg.escapeLiteral(value)};`);
}

/** What a connection of the pool finds. */
export interface GuardReport {
  version: string;
  /** Something between answers for PostgreSQL, such as PgBouncer. */
  pooler: boolean;
  synchronousStandbyNames: string;
  settings: Record<string, string>;
  /** Names of guards that do not hold. */
  absent: string[];
}

const SELECT_SETTINGS = `
  SELECT pg_backend_pid() AS "pid", current_setting('server_version') AS "version",
         current_setting('synchronous_standby_names') AS "synchronousStandbyNames",
         (SELECT json_object_agg(name, setting) FROM pg_settings WHERE name = ANY($1)) AS "settings"`;

export async function reportGuards(client: pg.ClientBase): Promise<GuardReport> {
  type Row = Omit<GuardReport, 'pooler' | 'absent'> & { pid: number };
  const { rows } = await client.query<Row>(SELECT_SETTINGS, [GUARDS.map(({ name }) => name)]);
  const { pid, settings, ...server } = rows[0]!;
  return {
    ...server,
    pooler: pid !== announcedPid(client),
    settings,
    absent: GUARDS.filter(({ name, isHeldBy }) => !isHeldBy(settings[name] ?? '')).map(({ name }) => name),
  };
}

/** It waits for nothing but a connection that a pooler gives. */
const ANSWERED_WITHIN_MS = 2_000;

export async function askIfPooled(client: pg.ClientBase): Promise<boolean> {
  const asked: Query = { text: 'SELECT pg_backend_pid() AS pid', query_timeout: ANSWERED_WITHIN_MS };
  const { rows } = await client.query<{ pid: number }>(asked);
  return rows[0]?.pid !== announcedPid(client);
}

/** Known to pg, but not to its types. A pooler announces a number of its own. */
function announcedPid(client: pg.ClientBase): number | null {
  return (client as pg.ClientBase & { processID: number | null }).processID;
}
