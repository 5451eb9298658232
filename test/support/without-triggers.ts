import type { TestServer } from './start.js';

/** Writes what the database itself would refuse, as who may put its triggers aside. Constraints hold all the same. */
export async function withoutTriggers({ app }: Pick<TestServer, 'app'>, sql: string): Promise<void> {
  await app.db.pool.query(`-- a test's own\n BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);
}
