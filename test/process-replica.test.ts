import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readManifest, writeBackup } from '../src/platform/backup/write-backup.js';
import { applyMigrations } from '../src/platform/database/migrations.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { startCommand } from './support/commands.js';
import { eventually } from './support/eventually.js';
import { figuresText } from './support/figures.js';
import { startLoggedServer, type LoggedServer } from './support/logged-server.js';
import { hasPgBouncer, keepsStatements, startPgBouncer, type PgBouncer } from './support/pgbouncer.js';
import { createPostgresServer, type PostgresServer } from './support/postgres-servers.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { startTestServer, type TestServer } from './support/start.js';

const closing: (() => Promise<unknown>)[] = [];
let primary: PostgresServer;
let standby: PostgresServer;
/** Sells on the primary; the other one has the replica. */
let seller: TestServer;
let server: LoggedServer;
let token: string;
let raffleId: string;
let buy: () => Promise<string>;

async function sql<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(text).finally(() => client.end())).rows;
}

describe.runIf(process.platform === 'linux')('a replica', () => {
  beforeAll(async () => {
    primary = await createPostgresServer();
    closing.push(primary.remove);
    await primary.start();
    await applyMigrations({ databaseUrl: primary.url });
    standby = await primary.standby();
    closing.push(standby.remove);
    await standby.start();
    seller = await startTestServer({ databaseUrl: primary.url });
    closing.push(seller.stop);
    server = await startLoggedServer(seller, { replicaDatabaseUrl: standby.url });
    closing.push(server.stop);
    await seedProviders(seller);
    ({ id: raffleId } = await anOpenRaffle(seller, { quotaQuantity: 100_000 }));
    ({ token } = await anAdmin(seller));
    const buyer = await aCustomer(seller);
    const desk = salesDesk(seller.graphql);
    buy = async () => (await desk.buy(buyer.token, { raffleId, quotaQuantity: 1 })).order!.id;
  }, 120_000);
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  const ordersInFile = async (at = server, by = token): Promise<string[]> => {
    const answer = await fetch(`${at.url}/v1/raffles/${raffleId}/orders.csv`, {
      headers: { authorization: `Bearer ${by}` },
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    return [...(await answer.text()).matchAll(/^(\d+);/gm)].map(([, id = '']) => id);
  };
  const reads = async (at = server): Promise<Record<string, number>> =>
    Object.fromEntries(
      [...(await figuresText(at.url)).matchAll(/^gateway_replica_reads_total\{server="(\w+)"\} (\d+)$/gm)].map(
        ([, place, count]) => [place, Number(count)],
      ),
    );
  const logged = (event: string, by = server): string[] =>
    by
      .logged()
      .split('\n')
      .filter((line) => line.includes(`"${event}"`));

  it('reads files and figures, each with the order of a moment before', async () => {
    for (let times = 0; times < 10; times++) {
      const order = await buy();
      expect(await ordersInFile()).toContain(order);
    }
    const { data } = await server.ask('{ generalMetrics { orders { status orders } } }', {}, { token });
    expect(data?.generalMetrics).toMatchObject({ orders: expect.arrayContaining([{ status: 'PENDING', orders: 10 }]) });
    const { replica, primary: instead } = await reads();
    expect(replica).toBeGreaterThanOrEqual(12);
    expect(instead).toBe(0);
    expect(logged('database.replica.unused')).toEqual([]);
  });

  it('that is behind is not read, and is again once it has caught up', async () => {
    await sql(standby.url, 'SELECT pg_wal_replay_pause()');
    for (let times = 0; times < 3; times++) {
      const order = await buy();
      const askedAt = performance.now();
      expect(await ordersInFile()).toContain(order);
      expect(performance.now() - askedAt).toBeLessThan(5_000);
    }
    expect(logged('database.replica.unused')).toEqual([expect.stringContaining('the replica is behind the primary')]);
    const before = await reads();
    await sql(standby.url, 'SELECT pg_wal_replay_resume()');
    await eventually(
      async () => {
        await ordersInFile();
        return logged('database.replica.used').length > 0;
      },
      { timeoutMs: 15_000, everyMs: 500 },
    );
    const order = await buy();
    expect(await ordersInFile()).toContain(order);
    expect((await reads()).replica).toBeGreaterThan(before.replica ?? 0);
  });

  it('that is a primary is not read', async () => {
    const wrong = await startLoggedServer(seller, { replicaDatabaseUrl: primary.url });
    const { errors } = await wrong.ask('{ generalMetrics { revenue } }', {}, { token });
    expect(errors).toBeUndefined();
    expect(wrong.logged()).toContain('takes writes: it is no standby');
    await wrong.stop();
  });

  describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
    let poolers: PgBouncer[] = [];
    let pooled: LoggedServer;
    afterEach(async () => {
      await pooled.stop();
      for (const pooler of poolers) await pooler.stop();
    });
    /** Both databases, as in deploy/cluster: two connections of PostgreSQL for the five of the service. */
    async function behind(settings: Record<string, string>, options: { preparedStatements: boolean }): Promise<void> {
      const all = { pool_mode: 'transaction', default_pool_size: '2', query_wait_timeout: '4', ...settings };
      poolers = await Promise.all([primary, standby].map(({ url }) => startPgBouncer(url, all)));
      const [databaseUrl, replicaDatabaseUrl] = poolers.map(({ url }) => url);
      pooled = await startLoggedServer({ ...seller, databaseUrl: databaseUrl! }, { replicaDatabaseUrl, ...options });
    }

    it.each([
      ['refuses the guards', { ignore_startup_parameters: '' }, { preparedStatements: false }],
      ['drops the guards', { ignore_startup_parameters: 'options, extra_float_digits' }, { preparedStatements: false }],
      ...(keepsStatements
        ? ([['keeps prepared statements', { max_prepared_statements: '1000' }, { preparedStatements: true }]] as const)
        : []),
    ] as const)('that %s it is read, by several at once', async (_, settings, options) => {
      await behind(settings, options);
      // An operator gets one file at once.
      const operators = await Promise.all(Array.from({ length: 8 }, () => anAdmin(seller)));
      for (let times = 0; times < 5; times++) {
        const order = await buy();
        const files = await Promise.all(operators.map((operator) => ordersInFile(pooled, operator.token)));
        expect(files.map((ids) => ids.includes(order))).toEqual(files.map(() => true));
      }
      expect(logged('database.replica.unused', pooled)).toEqual([]);
      const { replica, primary: instead } = await reads(pooled);
      expect(replica).toBeGreaterThanOrEqual(40);
      expect(instead).toBe(0);
    });

    it('that gives no connection the primary is read, and the standby again once it does', async () => {
      await behind({}, { preparedStatements: false });
      const [, pooler] = poolers;
      await pooler!.say('PAUSE');
      const order = await buy();
      const askedAt = performance.now();
      expect(await ordersInFile(pooled)).toContain(order);
      expect(performance.now() - askedAt).toBeLessThan(5_000);
      expect((await reads(pooled)).primary).toBeGreaterThan(0);
      await pooler!.say('RESUME');
      await eventually(
        async () => {
          await ordersInFile(pooled);
          return pooled.logged().includes('database.replica.used');
        },
        { timeoutMs: 15_000, everyMs: 500 },
      );
    });
  });

  it('gives the backup, without tables that it does not have', async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'raffle-backup-')), 'backup');
    const dataDir = path.dirname(folder);
    const run = await startCommand('commands/backup-command.ts', { DATABASE_URL: standby.url, DATA_DIR: dataDir }, [folder])
      .ended;
    expect([run.code, run.errors]).toEqual([0, '']);
    const { tables } = await readManifest(folder);
    const names = tables.map(({ name }) => name);
    expect(names).toContain('orders');
    expect(names).not.toContain('login_limits');
    await rm(dataDir, { recursive: true });
  });

  it('that must end the backup says what to set', async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'raffle-backup-')), 'backup');
    await sql(standby.url, "ALTER SYSTEM SET max_standby_streaming_delay = '50ms'");
    await sql(standby.url, 'SELECT pg_reload_conf()');
    await sql(primary.url, 'CREATE TABLE read_before AS SELECT 1');
    await sql(primary.url, 'CREATE TABLE zz_locked AS SELECT 1');
    // The standby has the lock too, so that the backup waits in its middle.
    const holder = new pg.Client({ connectionString: primary.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE zz_locked');
    await sql(primary.url, 'CREATE TABLE written AS SELECT 1');
    const refused = writeBackup(standby.url, folder).catch((error: unknown) => error);
    const waiting = () => sql(standby.url, "SELECT FROM pg_stat_activity WHERE query LIKE 'COPY%' AND wait_event_type = 'Lock'");
    await eventually(async () => (await waiting()).length > 0, { timeoutMs: 10_000 });
    await sql(primary.url, 'DROP TABLE read_before');
    expect(String(await refused)).toContain('hot_standby_feedback = on');
    await holder.end();
    await rm(path.dirname(folder), { recursive: true });
  });

  it('that dies leaves its work to the primary', async () => {
    await standby.kill();
    const order = await buy();
    const askedAt = performance.now();
    expect(await ordersInFile()).toContain(order);
    expect(performance.now() - askedAt).toBeLessThan(5_000);
    expect(logged('database.replica.unused')).toHaveLength(2);
  });
});
