import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of one test file's own, migrated and empty. */
export interface TestDatabase {
  url: string;
  /** Removes it, together with the connections that are still open to it. */
  drop(): Promise<void>;
}

/** Clones the run's migrated template database, which takes some tens of milliseconds. Once a test file, in `beforeAll`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${inject('testDatabase').template}`);
}

/** A database without anything in it, not even the migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const { adminUrl } = inject('testDatabase');
  const name = `raffle_test_${randomBytes(6).toString('hex')}`;
  await runSql(adminUrl, `CREATE DATABASE ${name} ${options}`);
  return {
    url: withDatabaseName(adminUrl, name),
    drop: () => runSql(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The same server and user, another database. */
export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** One statement on a connection of its own. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
