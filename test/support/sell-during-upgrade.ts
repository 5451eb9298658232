import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { lintMigration } from '../../prisma/lint-migration.js';
import { applyMigrations } from '../../src/platform/database/migrations.js';
import { aCustomer } from './actors.js';
import { eventually } from './eventually.js';
import { anOpenRaffle } from './sales.js';
import { startSecondGateway } from './second-gateway.js';
import type { TestServer } from './start.js';

const PRISMA = path.join(import.meta.dirname, '..', '..', 'prisma');
const BUYERS = 4;
/** Each buyer rests, so that it is the migration that is measured. */
const REST_MS = 40;

/** A later version's, one of each form that the lint allows on the tables that each order writes. */
const LATER: Record<string, string> = {
  '29990101000001_columns': `-- expand
    ALTER TABLE orders ADD COLUMN later_rank int NOT NULL DEFAULT 0;
    ALTER TABLE raffle_counters ADD COLUMN later_rank int NOT NULL DEFAULT 0;`.replaceAll('\n    ', '\n'),
  '29990101000002_index': '-- expand\nCREATE INDEX CONCURRENTLY orders_later_rank ON orders (later_rank, id);\n',
  '29990101000003_check':
    '-- expand\nALTER TABLE orders ADD CONSTRAINT later_rank_is_set CHECK (later_rank IS NOT NULL AND later_rank >= 0) NOT VALID;\n',
  '29990101000004_validate': '-- expand\nALTER TABLE orders VALIDATE CONSTRAINT later_rank_is_set;\n',
};

export interface Upgrade {
  /** Of each order that was placed while it ran, sorted. */
  latenciesMs: number[];
  migrations: string[];
}

/**
 * Migrates a server's database to a later version while a process of this one sells, beside a reader with an old snapshot. Fails when
 * the sale stands while the reader does, or `/readyz` says that it cannot serve. The later version's files stay until `afterwards` ends.
 */
export async function sellDuringUpgrade(
  server: TestServer,
  afterwards: () => Promise<void> = async () => undefined,
): Promise<Upgrade> {
  const folder = await mkdtemp(path.join(tmpdir(), 'raffle-upgrade-'));
  const gateway = await startSecondGateway(server);
  const reader = new pg.Client({ connectionString: server.databaseUrl, application_name: 'a-long-reader' });
  await reader.connect();
  const raffle = await anOpenRaffle(server, { quotaQuantity: 1_000_000 });
  const latenciesMs: number[] = [];
  const failures: unknown[] = [];
  const notReady: number[] = [];
  let isOver = false;
  const buy = async (token: string): Promise<void> => {
    while (!isOver) {
      const startedAtMs = performance.now();
      const { data, errors } = await gateway.ask(
        'mutation ($id: ID!) { createOrder(input: { raffleId: $id, quotaQuantity: 1 }) { id } }',
        { id: raffle.id },
        { token },
      );
      if (!data?.createOrder) failures.push(errors);
      latenciesMs.push(performance.now() - startedAtMs);
      await sleep(REST_MS);
    }
  };
  const askReadiness = async (): Promise<void> => {
    while (!isOver) {
      const { status } = await fetch(`${gateway.url}/readyz`);
      if (status !== 200) notReady.push(status);
      await sleep(100);
    }
  };
  const more = (orders: number): Promise<unknown> => {
    const until = latenciesMs.length + orders;
    return eventually(() => latenciesMs.length >= until, { timeoutMs: 60_000 });
  };
  const tokens: string[] = [];
  for (let n = 0; n < BUYERS; n++) tokens.push((await aCustomer(server)).token);
  const working = [...tokens.map(buy), askReadiness()];
  try {
    const migrationsFolder = await writeLaterVersion(folder);
    await more(BUYERS);
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM orders LIMIT 1; SELECT FROM raffle_counters LIMIT 1');
    latenciesMs.length = 0;
    let saysBlocked = 0;
    let isMigrated = false;
    const take = ({ event }: { event?: string }): void => void (event === 'database.migration.blocked' && (saysBlocked += 1));
    const log = { info: take, warn: take } as NonNullable<Parameters<typeof applyMigrations>[0]['log']>;
    const migrating = applyMigrations({ databaseUrl: server.databaseUrl, migrationsFolder, log }).finally(
      () => (isMigrated = true),
    );
    migrating.catch(() => undefined);
    await eventually(() => saysBlocked > 0 || isMigrated, { timeoutMs: 60_000 });
    // Longer than from one attempt to the next.
    const until = performance.now() + 3_000;
    while (performance.now() < until) await more(10);
    expect(isMigrated).toBe(false);
    await reader.query('COMMIT');
    const migrations = await migrating;
    await more(BUYERS);
    expect({ migrations, failures, notReady }).toEqual({ migrations: Object.keys(LATER), failures: [], notReady: [] });
    await afterwards();
    return { latenciesMs: latenciesMs.toSorted((a, b) => a - b), migrations };
  } finally {
    isOver = true;
    await Promise.all(working);
    await reader.end();
    await gateway.stop();
    await rm(folder, { recursive: true });
  }
}

async function writeLaterVersion(folder: string): Promise<string> {
  const migrationsFolder = path.join(folder, 'migrations');
  await cp(path.join(PRISMA, 'migrations'), migrationsFolder, { recursive: true });
  await cp(path.join(PRISMA, 'functions'), path.join(folder, 'functions'), { recursive: true });
  const names = (await readdir(migrationsFolder)).filter((name) => /^\d/.test(name)).toSorted();
  const before = await Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(path.join(migrationsFolder, name, 'migration.sql'), 'utf8') })),
  );
  for (const [name, sql] of Object.entries(LATER)) {
    expect(await lintMigration({ name, sql }, before)).toEqual([]);
    await mkdir(path.join(migrationsFolder, name));
    await writeFile(path.join(migrationsFolder, name, 'migration.sql'), sql);
  }
  const changed = path.join(folder, 'functions', 'common_prefix.sql');
  await writeFile(changed, `-- Of a later version.\n${await readFile(changed, 'utf8')}`);
  return migrationsFolder;
}
