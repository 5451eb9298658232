import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of one test file's own, migrated and empty. */
export interface TestDatabase {
  url: string;
  /** Removes it. Fails, once it is gone, when somebody was still connected to it. */
  drop(): Promise<void>;
}

/** How long a session may take to end after its connection was closed. */
const SESSIONS_END_MS = 2_000;

/** Those that were not dropped yet. */
export const openDatabases = new Set<TestDatabase>();

/** Clones the run's migrated template database, which takes some tens of milliseconds. Once a test file, in `beforeAll`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${inject('testDatabase').template} STRATEGY = FILE_COPY`);
}

export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const { adminUrl } = inject('testDatabase');
  const name = `raffle_test_${randomBytes(6).toString('hex')}`;
  await runSql(adminUrl, `CREATE DATABASE ${name} ${options}`);
  const database: TestDatabase = {
    url: withDatabaseName(adminUrl, name),
    async drop() {
      if (!openDatabases.delete(database)) return;
      const left = await withClient(adminUrl, async (client) => {
        const sessions = await sessionsThatStay(client, name);
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        return sessions;
      });
      if (left.length > 0) throw new Error(`sessions were left open to the database of a test file: ${left.join('; ')}`);
    },
  };
  openDatabases.add(database);
  return database;
}

/** What is connected to a database and does not go within the time a closed connection takes, with its last statement. */
async function sessionsThatStay(client: pg.Client, name: string): Promise<string[]> {
  const endsAtMs = performance.now() + SESSIONS_END_MS;
  for (;;) {
    const { rows } = await client.query<{ said: string }>(
      `SELECT application_name || ' (' || state || '): ' || left(query, 80) AS said FROM pg_stat_activity
       WHERE datname = $1 AND backend_type = 'client backend'`,
      [name],
    );
    if (rows.length === 0 || performance.now() > endsAtMs) return rows.map(({ said }) => said);
    await sleep(10);
  }
}

export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export async function runSql(url: string, sql: string): Promise<void> {
  await withClient(url, (client) => client.query(sql));
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
