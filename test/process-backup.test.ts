import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Manifest, readManifest, rowsFile, writeBackup } from '../src/platform/backup/write-backup.js';
import { restoreBackup } from '../src/platform/backup/restore-backup.js';
import { hashPassword } from '../src/platform/passwords.js';
import { checkAllBooks } from '../src/reconciliation/books/check-books.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { startCommand } from './support/commands.js';
import { createEmptyDatabase, type TestDatabase } from './support/database.js';
import { fingerprintOf } from './support/database-fingerprint.js';
import { aLegacyClient, chargeBody, legacyClient } from './support/legacy-client.js';
import { anOpenRaffle, countsOf } from './support/sales.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';

const TIMEOUT_MS = 120_000;

const banked = forTests(startBankedServer);
let raffleId: string;
const buyer = forTests(() => aCustomer(banked.server));
beforeAll(async () => {
  ({ id: raffleId } = await anOpenRaffle(banked.server, { quotaQuantity: 100_000 }));
});

let folder: string;
let target: TestDatabase;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'raffle-backup-')), 'backup');
  target = await createEmptyDatabase();
});
afterEach(async () => {
  await target.drop();
  await rm(path.dirname(folder), { recursive: true });
});

async function sell(): Promise<void> {
  const { order } = await banked.desk.buy(buyer.token, { raffleId, quotaQuantity: 3 });
  await banked.payAtBank(order?.qrCodeContent);
  await banked.untilStatus(order, 'PAID');
}

/** A gateway on what was restored, with the keys of the first. */
async function onRestored<Result>(work: (server: TestServer) => Promise<Result>): Promise<Result> {
  const { encryptionKeys, jwtSecret } = banked.server.app.config;
  const server = await startTestServer({ databaseUrl: target.url, encryptionKeys, jwtSecret });
  return work(server).finally(() => server.stop());
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );
const isEmpty = async () =>
  (await rowsOf('SELECT count(*)::int AS n FROM information_schema.tables WHERE table_schema = $$public$$'))[0].n === 0;

async function rowsOf(sql: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function changeManifest(change: (manifest: Manifest) => void): Promise<void> {
  const manifest = await readManifest(folder);
  change(manifest);
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
}

describe('a backup', () => {
  it(
    'taken while orders are placed and paid, and restored elsewhere, is one instant, whose books agree, and sells on',
    async () => {
      let goesOn = true;
      let sold = 0;
      const selling = Array.from({ length: 4 }, async () => {
        while (goesOn) {
          await sell();
          sold += 1;
        }
      });
      while (sold < 8) await sell();
      const before = sold;
      await writeBackup(banked.server.databaseUrl, folder);
      goesOn = false;
      await Promise.all(selling);

      await restoreBackup(target.url, folder);
      await onRestored(async (server) => {
        await checkAllBooks(server.app);
        const { disagreements, booksCheckedAt } = await reportReconciliation(server.app);
        expect([disagreements, booksCheckedAt]).toEqual([[], expect.any(Date)]);
        const { allocated } = await countsOf(server, raffleId);
        expect(allocated).toBeGreaterThanOrEqual(3 * Math.min(before, 8));
        expect(allocated).toBeLessThanOrEqual((await countsOf(banked.server, raffleId)).allocated);
        const { id, tokenVersion } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
        const again = { token: server.app.tokens.issue('USER', id, tokenVersion).accessToken };
        const mine = await server.graphql(
          '{ myOrders(first: 20) { nodes { status luckyNumbers(first: 3) { nodes } } } }',
          {},
          again,
        );
        const orders: { status: string; luckyNumbers: { nodes: string[] } }[] = mine.data.myOrders.nodes;
        const paid = orders.filter(({ status }) => status === 'PAID');
        expect(new Set(paid.map(({ luckyNumbers }) => luckyNumbers.nodes.length))).toEqual(new Set([3]));
        const ordered = await server.graphql(
          'mutation ($id: ID!) { createOrder(input: { raffleId: $id, quotaQuantity: 2, paymentProviderName: "static" }) { id } }',
          { id: raffleId },
          again,
        );
        expect(ordered.errors).toBeUndefined();
        // Somebody may still have the code of an order that was placed after the backup.
        const last = await banked.server.app.db.prisma.order.findFirstOrThrow({ orderBy: { id: 'desc' } });
        expect(BigInt(ordered.data.createOrder.id) > last.id).toBe(true);
      });
    },
    TIMEOUT_MS,
  );

  it(
    'lets nobody in by what they had when it was made, who may have been put out since',
    async () => {
      const { server } = banked;
      const logIn = `mutation { adminLogin(input: { email: "owner@example.com", password: "a password of theirs" }) {
        accessToken refreshToken user { id }
      } }`;
      await server.app.db.prisma.user.update({
        where: { id: (await anAdmin(server)).id },
        data: { email: 'owner@example.com', passwordHash: await hashPassword('a password of theirs') },
      });
      const held = (await server.graphql(logIn)).data.adminLogin;
      await server.app.db.prisma.loginCode.create({
        data: { phone: '+5511900000000', codeHash: Buffer.alloc(32), expiresAt: new Date(Date.now() + 600_000) },
      });
      const client = await aLegacyClient(server);
      await writeBackup(server.databaseUrl, folder);
      await restoreBackup(target.url, folder);
      await onRestored(async (restored) => {
        const asked = await restored.graphql('{ me { id } }', {}, { token: held.accessToken });
        expect(asked.errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
        const refreshed = await restored.graphql('mutation ($t: String!) { refreshSession(refreshToken: $t) { accessToken } }', {
          t: held.refreshToken,
        });
        expect(refreshed.errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
        expect((await restored.graphql('{ me { id } }', {}, buyer)).errors).toHaveLength(1);
        expect(await restored.app.db.prisma.loginCode.count()).toBe(0);
        const moved = legacyClient(restored.url, client.credentials);
        moved.token = client.token;
        expect((await moved.charge(chargeBody(), { signed: true })).status).toBe(401);
        expect((await moved.login()).status).toBe(200);
        expect((await restored.graphql(logIn)).data.adminLogin.user).toEqual(held.user);
      });
    },
    TIMEOUT_MS,
  );

  it(
    "has every row of every table as it was, with the database's own rules as before",
    async () => {
      await sell();
      await writeBackup(banked.server.databaseUrl, folder);
      await restoreBackup(target.url, folder);
      const rules = `
      SELECT conname AS name, pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT tgname, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`;
      const { rows } = await banked.server.app.db.pool.query(rules);
      expect(await rowsOf(rules)).toEqual(rows);
      // When each migration ran is its own.
      const { _prisma_migrations: _, _applied_functions: _f, ...was } = await fingerprintOf(banked.server);
      const pool = new pg.Pool({ connectionString: target.url });
      const restored = await fingerprintOf({ app: { db: { pool } } } as unknown as TestServer).finally(() => pool.end());
      const { users: _u, api_clients: _c, sessions: _s, login_codes: _l, ...same } = was;
      expect(restored).toMatchObject(same);
      const versions = (table: string) => `SELECT to_jsonb(t) - 'token_version' AS row FROM ${table} t ORDER BY 1`;
      for (const table of ['users', 'api_clients'])
        expect(await rowsOf(versions(table))).toEqual((await banked.server.app.db.pool.query(versions(table))).rows);
    },
    TIMEOUT_MS,
  );
});

describe('a restore is refused, and changes nothing,', () => {
  beforeEach(() => writeBackup(banked.server.databaseUrl, folder));

  it('into a database that is in use', async () => {
    const before = await fingerprintOf(banked.server);
    expect(await refusal(restoreBackup(banked.server.databaseUrl, folder))).toMatch(/^The database has users, raffles or orders/);
    expect(await fingerprintOf(banked.server)).toEqual(before);
  });

  it('of a folder whose backup did not come to its end', async () => {
    await rm(path.join(folder, 'manifest.json'));
    expect(await refusal(restoreBackup(target.url, folder))).toMatch(/is no backup: it has no manifest\.json/);
    expect(await isEmpty()).toBe(true);
  });

  it('of rows that are not what was written, or not there', async () => {
    const file = rowsFile(folder, 'orders');
    const whole = await readFile(file);
    await writeFile(
      file,
      gzipSync(
        gunzipSync(whole)
          .toString()
          .replace(/\n.*\n$/, '\n'),
      ),
    );
    expect(await refusal(restoreBackup(target.url, folder))).toMatch(
      /^The backup is not whole: .*orders\.copy\.gz is not what was written/,
    );
    await rm(file);
    expect(await refusal(restoreBackup(target.url, folder))).toMatch(
      /^The backup is not whole: .*orders\.copy\.gz cannot be read/,
    );
    expect(await isEmpty()).toBe(true);
  });

  it('of a newer version, by its migrations or its format', async () => {
    await changeManifest((manifest) => manifest.migrations.push('20991231000000_tomorrow'));
    expect(await refusal(restoreBackup(target.url, folder))).toMatch(/of a newer version, which has 20991231000000_tomorrow/);
    await changeManifest((manifest) => (manifest.format = 2));
    expect(await refusal(restoreBackup(target.url, folder))).toMatch(/is a backup of another format \(2\)/);
  });
});

describe('the commands', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'raffle-data-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));
  const run = async (file: string, env: Record<string, string>, args: string[], input?: string) => {
    const { ended, write } = startCommand(`commands/${file}-command.ts`, { DATA_DIR: dataDir, ...env }, args);
    write(input ?? '');
    return ended;
  };

  it(
    'back up and restore what stands in the data folder, too, and say what is not in it',
    async () => {
      const from = { DATABASE_URL: banked.server.databaseUrl };
      const key = path.join(dataDir, 'development-encryption-key');
      const pictures = path.join(dataDir, 'files');
      await mkdir(pictures);
      await writeFile(path.join(pictures, 'a.webp'), 'a picture');
      const made = await run('backup', from, [folder]);
      expect([made.code, made.output]).toEqual([0, expect.stringContaining('The key of its secrets is in it')]);
      expect((await run('backup', from, [folder])).errors).toContain('is not empty');
      expect((await run('backup', from, [])).errors).toContain('npm run backup -- ');

      const kept = await readFile(key, 'utf8');
      await rm(dataDir, { recursive: true });
      await mkdir(dataDir);
      const restored = await run('restore', { DATABASE_URL: target.url }, [folder]);
      expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('npm run reconcile')]);
      expect([await readFile(key, 'utf8'), await readFile(path.join(pictures, 'a.webp'), 'utf8')]).toEqual([kept, 'a picture']);
      const again = await run('restore', { DATABASE_URL: target.url }, [folder]);
      expect([again.code, again.errors]).toEqual([1, expect.stringContaining('The database has users, raffles or orders')]);
    },
    TIMEOUT_MS,
  );

  it(
    'tell where the database is, and why it cannot be reached',
    async () => {
      const told = await run('database-url', { DATABASE_URL: target.url }, []);
      expect([told.code, told.output]).toEqual([0, `${target.url}\n`]);
      expect((await run('database-url', {}, [])).errors).toContain('No service runs on');
      const empty = await run('backup', { DATABASE_URL: target.url }, [folder]);
      expect([empty.code, empty.errors]).toEqual([1, expect.stringContaining('has no tables of the service')]);
      for (const file of ['reconcile', 'rotate-keys', 'rebuild-metrics']) {
        const early = await run(file, { DATABASE_URL: target.url }, []);
        expect([file, early.code !== 0, early.errors]).toEqual([file, true, expect.stringContaining('start the service once')]);
      }
      expect(await isEmpty()).toBe(true);
      const away = await run('backup', { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' }, [folder]);
      expect([away.code, away.errors]).toEqual([
        1,
        expect.stringMatching(/^PostgreSQL cannot be reached \(.*\): start it, or correct/),
      ]);
    },
    TIMEOUT_MS,
  );
});
