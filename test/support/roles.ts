import { randomBytes } from 'node:crypto';
import { runSql, type TestDatabase } from './database.js';

/** A role that owns what is in a test's database, as a deployment's does. */
export async function newRole(database: Pick<TestDatabase, 'url'>): Promise<{ url: string; drop(): Promise<void> }> {
  const role = `role_${randomBytes(6).toString('hex')}`;
  const url = new URL(database.url);
  const owner = url.username;
  await runSql(
    database.url,
    `CREATE ROLE ${role} LOGIN NOSUPERUSER PASSWORD 'x'; GRANT ALL ON SCHEMA public TO ${role};
     GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
  );
  [url.username, url.password] = [role, 'x'];
  return {
    url: url.href,
    drop: () => runSql(database.url, `REASSIGN OWNED BY ${role} TO ${owner}; DROP OWNED BY ${role}; DROP ROLE ${role}`),
  };
}
