import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../src/platform/database/database.js';
import { applyMigrations } from '../src/platform/database/migrations.js';
import { statement } from '../src/platform/database/statement.js';
import { createTestDatabase } from './support/database.js';
import { newRole } from './support/roles.js';
import { createPostgresServer, type PostgresServer } from './support/postgres-servers.js';

const next = statement<{ id: bigint }>('next_in_ids_test', "SELECT nextval('orders_id_seq') AS id");
const nextSmall = statement<{ id: bigint }>('next_small_in_ids_test', "SELECT nextval('webhook_endpoints_id_seq') AS id");

const open = (url: string): Database => openDatabase({ url, poolSize: 8, preparedStatements: true, onError: () => undefined });
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
function opened(url: string): Database {
  const db = open(url);
  closing.push(() => db.close());
  return db;
}
const given = async (db: Database, stmt = next): Promise<bigint> => (await db.query(stmt))[0]?.id ?? 0n;

async function byHand(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

describe.runIf(process.platform === 'linux')('a new leader that lost the last seconds', () => {
  it('gives no number that the old one gave', async () => {
    const servers: PostgresServer[] = [];
    closing.push(async () => {
      for (const each of servers) await each.remove();
    });
    const first = await createPostgresServer();
    servers.push(first);
    await first.start();
    await applyMigrations({ databaseUrl: first.url });
    const before = open(first.url);
    await given(before);
    const second = await first.standby();
    servers.push(second);
    await second.start();
    await second.kill();
    let last = 0n;
    for (let n = 0; n < 200; n++) last = await given(before);
    await first.kill();
    await before.close();

    await second.start();
    await byHand(second.url, 'SELECT pg_promote(true)');
    const behind = await valueOf(second.url);
    expect(behind < last).toBe(true);
    expect((await given(opened(second.url))) > last).toBe(true);
  }, 120_000);
});

describe('a database that was copied to another server', () => {
  it('gives numbers ahead of all that the original can have given since it was seen, once however many connect', async () => {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const before = open(database.url);
    const [last, small] = [await given(before), await given(before, nextSmall)];
    expect(await given(before)).toBe(last + 1n);
    await before.close();
    await byHand(
      database.url,
      "UPDATE database_lineage SET system_identifier = system_identifier - 1, seen_at = now() - interval '1 hour'",
    );

    const db = opened(database.url);
    const numbers = await Promise.all(Array.from({ length: 8 }, () => given(db)));
    const ahead = numbers.map((number) => number - last - 1n).toSorted((a, b) => Number(a - b));
    const hour = 1_000_000n + 36_000_000n;
    expect(ahead[0]! >= hour).toBe(true);
    expect(ahead[7]! < hour + 1_000_000n).toBe(true);
    const smallAhead = (await given(db, nextSmall)) - small;
    expect([smallAhead >= 4_600n, smallAhead < 6_000n]).toEqual([true, true]);

    await db.close();
    closing.pop();
    expect((await given(opened(database.url))) - last - 1n < hour + 1_000_000n).toBe(true);
  });

  it('of which only the rows came goes on behind the highest of them', async () => {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    await byHand(
      database.url,
      `INSERT INTO audit_log (id, action, subject_type, subject_id, details) VALUES (5000000, 'x', 'x', 'x', '{}');
       UPDATE database_lineage SET timeline = 'another'`,
    );
    const db = opened(database.url);
    const [row] = await db.query(statement<{ id: bigint }>('next_audit_in_ids_test', "SELECT nextval('audit_log_id_seq') AS id"));
    expect((row?.id ?? 0n) > 5_000_000n).toBe(true);
    // Nothing was ever ordered here.
    expect(await given(db)).toBe(1n);
  });
});

it('while another connection jumps for long, callers wait', async () => {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  await given(opened(database.url));
  await byHand(database.url, 'UPDATE database_lineage SET system_identifier = system_identifier - 1');
  const jumping = new pg.Client({ connectionString: database.url });
  await jumping.connect();
  await jumping.query('BEGIN; SELECT FROM database_lineage FOR UPDATE');
  // Longer than a lock is waited for.
  setTimeout(() => void jumping.query('COMMIT').finally(() => jumping.end()), 2_000);
  const [row] = await opened(database.url).transaction((tx) => tx.query(next));
  expect((row?.id ?? 0n) > 1_000_000n).toBe(true);
});

describe('a role that is no superuser', () => {
  /** The address of the database for a new role, after `prepare` has run as the owner. */
  async function asRole(database: { url: string; drop(): Promise<void> }, prepare = ''): Promise<string> {
    const role = await newRole(database);
    closing.push(role.drop);
    await byHand(database.url, prepare);
    return role.url;
  }
  const ANOTHER_SERVER = 'UPDATE database_lineage SET system_identifier = system_identifier - 1';

  it('gives numbers ahead on another server too', async () => {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const before = opened(database.url);
    const last = await given(before);
    const url = await asRole(database, ANOTHER_SERVER);
    expect((await given(opened(url))) - last >= 1_000_000n).toBe(true);
  });

  it.each(['pg_control_system()', 'pg_walfile_name(pg_lsn)'])(
    'works without %s, and says once what is not checked',
    async (name) => {
      const database = await createTestDatabase();
      closing.push(() => database.drop());
      const url = await asRole(database, `REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`);
      const unchecked: Error[] = [];
      const db = openDatabase({
        url,
        poolSize: 2,
        preparedStatements: true,
        onError: () => undefined,
        onUnchecked: (error) => unchecked.push(error),
      });
      closing.push(() => db.close());
      const numbers = await Promise.all([given(db), given(db)]);
      expect(numbers.toSorted((a, b) => Number(a - b))).toEqual([1n, 2n]);
      expect(unchecked.map(({ message }) => message)).toEqual([expect.stringContaining(name.slice(0, name.indexOf('(')))]);
    },
  );
});

async function valueOf(url: string): Promise<bigint> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query<{ last: string }>('SELECT last_value AS last FROM orders_id_seq')
    .finally(() => client.end());
  return BigInt(rows[0]?.last ?? 0);
}
