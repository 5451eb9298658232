import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase, type Database } from '../src/platform/database/database.js';
import { statement } from '../src/platform/database/statement.js';
import { createModelClients } from '../src/platform/database/model-client.js';
import { NO_TRACER } from '../src/platform/tracer.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { doorTo } from './support/door.js';
import { startFlakyDatabase } from './support/flaky-database.js';

const countCategories = statement<{ count: bigint }>('count_categories_in_test', 'SELECT count(*) FROM raffle_categories');
const insertCategory = statement<object>(
  'insert_category_in_test',
  'INSERT INTO raffle_categories (id, name, updated_at) VALUES ($1, $2, now())',
);

const insertCategoryLost = statement<object>(
  'insert_category_lost_in_test',
  'INSERT INTO raffle_categories (id, name, updated_at) VALUES ($1, $2, now()) /* insert_category_in_test_lost */',
);

const showCommit = statement<{ synchronous_commit: string }>('show_commit_in_test', 'SHOW synchronous_commit');

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, poolSize: 4, preparedStatements: true, onError: () => undefined });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const category = (name: string) => ({ id: uuidv7(), name });
const count = async () => Number((await db.query(countCategories))[0]?.count);
const raffle = (slug: string) => ({
  id: uuidv7(),
  title: slug,
  slug,
  quotaPrice: 100n,
  quotaQuantity: 10,
  maxReservationQuantity: 10,
  sealedSecret: Buffer.alloc(4),
  secretHash: Buffer.alloc(32),
  counter: { create: { sellable: 10 } },
  prizes: { createMany: { data: [{ position: 1, title: 'A prize' }] } },
});

describe('a transaction', () => {
  it('shows statements what the model API wrote, and the model API what statements wrote, before anybody else', async () => {
    const before = await count();
    await db.transaction(async (tx) => {
      const made = category('by the model API');
      await tx.prisma.raffleCategory.create({ data: made });
      await tx.query(insertCategory, [uuidv7(), 'by a statement']);
      expect(Number((await tx.query(countCategories))[0]?.count)).toBe(before + 2);
      expect(await tx.prisma.raffleCategory.count()).toBe(before + 2);
      expect(await count()).toBe(before);
    });
    expect(await count()).toBe(before + 2);
  });

  it('ends what it did not wait for, and writes nothing of it', async () => {
    await db.transaction((tx) => tx.prisma.raffleCategory.count());
    for (let delay = 0; delay < 6; delay++) {
      const slug = `not-awaited-${delay}`;
      let write: Promise<unknown> | undefined;
      const ended = db.transaction(async (tx) => {
        write = tx.prisma.raffle.create({ data: raffle(slug) });
        write.catch(() => undefined);
        await sleep(delay);
        throw new Error('before it was done');
      });
      await expect(ended).rejects.toThrow('before it was done');
      expect(await db.transaction((tx) => tx.prisma.raffleCategory.count())).toBe(await count());
      await Promise.allSettled([write]);
      expect(await db.prisma.raffle.count({ where: { slug } })).toBe(0);
    }
  });

  it('leaves nothing of either behind when it fails', async () => {
    const before = await count();
    const failing = db.transaction(async (tx) => {
      await tx.query(insertCategory, [uuidv7(), 'lost by a statement']);
      await tx.prisma.raffleCategory.create({ data: category('lost by the model API') });
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await count()).toBe(before);
  });

  it('keeps a nested write of the model API within itself, and goes on after it', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.prisma.raffle.create({ data: raffle('nested-undone') });
      await tx.query(insertCategory, [uuidv7(), 'after a nested write']);
      throw new Error('all of it');
    });
    await expect(failing).rejects.toThrow('all of it');
    expect(await db.prisma.raffle.findMany({ where: { slug: 'nested-undone' } })).toEqual([]);

    await db.transaction((tx) => tx.prisma.raffle.create({ data: raffle('nested-kept') }));
    expect(
      await db.prisma.raffle.findFirst({ where: { slug: 'nested-kept' }, include: { counter: true, prizes: true } }),
    ).toMatchObject({
      counter: { sellable: 10 },
      prizes: [{ title: 'A prize' }],
    });
  });

  it('is run again from its start after a serialization failure, and tells only what the last run registered', async () => {
    let runs = 0;
    const told: number[] = [];
    await db.transaction(async (tx) => {
      runs += 1;
      const run = runs;
      tx.afterCommit(() => told.push(run));
      await tx.prisma.raffleCategory.create({ data: category(`run ${run}`) });
      if (run === 1) throw Object.assign(new Error('could not serialize access'), { code: '40001' });
    });
    expect(runs).toBe(2);
    expect(told).toEqual([2]);
    const names = await db.prisma.raffleCategory.findMany({ where: { name: { startsWith: 'run ' } }, select: { name: true } });
    expect(names).toEqual([{ name: 'run 2' }]);
  });

  it('tells nobody when it did not commit', async () => {
    const told: string[] = [];
    const failing = db.transaction(async (tx) => {
      tx.afterCommit(() => told.push('committed'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(told).toEqual([]);
  });

  it('fails when it goes on over a statement that failed, rather than losing all of it in silence', async () => {
    const before = await count();
    const taken = category('taken');
    await db.prisma.raffleCategory.create({ data: taken });
    const swallowing = db.transaction(async (tx) => {
      await tx.prisma.raffleCategory.create({ data: category('lost with it') });
      await tx.prisma.raffleCategory.create({ data: { ...category('taken') } }).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('was rolled back');
    expect(await count()).toBe(before + 1);
  });

  it('runs beside others, each on a connection of its own', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        db.transaction(async (tx) => {
          await tx.prisma.raffleCategory.create({ data: category(`beside ${i}`) });
          await tx.query(insertCategory, [uuidv7(), `beside ${i} too`]);
          expect(await tx.prisma.raffleCategory.count({ where: { name: { startsWith: `beside ${i}` } } })).toBeGreaterThan(1);
        }),
      ),
    );
    expect(await db.prisma.raffleCategory.count({ where: { name: { startsWith: 'beside ' } } })).toBe(40);
  });

  it('whose reply to COMMIT is lost is answered as what Postgres says became of it, and not run again', async () => {
    const flaky = await startFlakyDatabase(database.url);
    const shaky = openDatabase({ url: flaky.url, poolSize: 2, preparedStatements: true, onError: () => undefined });
    try {
      let runs = 0;
      const told: string[] = [];
      const lost = flaky.loseReplyTo('COMMIT');
      const answer = await shaky.transaction(async (tx) => {
        runs += 1;
        tx.afterCommit(() => told.push('committed'));
        await tx.query(insertCategory, [uuidv7(), `lost reply ${runs}`]);
        return 'made';
      });
      await lost;
      expect({ answer, runs, told }).toEqual({ answer: 'made', runs: 1, told: ['committed'] });
      expect(await db.prisma.raffleCategory.count({ where: { name: { startsWith: 'lost reply' } } })).toBe(1);
    } finally {
      await shaky.close();
      await flaky.stop();
    }
  });

  it('whose COMMIT Postgres did not carry out is run again though nobody was told so', async () => {
    await db.pool.query(`
      CREATE FUNCTION sleep_in_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(20); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER sleep_in_test AFTER INSERT ON raffle_categories DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.name = 'never committed 1') EXECUTE FUNCTION sleep_in_test()`);
    let runs = 0;
    const told: number[] = [];
    const committing = db.transaction(async (tx) => {
      runs += 1;
      const run = runs;
      tx.afterCommit(() => told.push(run));
      await tx.query(insertCategory, [uuidv7(), `never committed ${run}`]);
    });
    const end =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
    await expect.poll(async () => (await db.pool.query(end)).rowCount).toBe(1);
    await committing;
    expect({ runs, told }).toEqual({ runs: 2, told: [2] });
    const names = await db.prisma.raffleCategory.findMany({ where: { name: { startsWith: 'never committed' } } });
    expect(names).toMatchObject([{ name: 'never committed 2' }]);
  });

  it('that still commits when its connection breaks is waited for', async () => {
    await db.pool.query(`
      CREATE FUNCTION commit_slowly_in_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER commit_slowly_in_test AFTER INSERT ON raffle_categories DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.name LIKE 'slowly %') EXECUTE FUNCTION commit_slowly_in_test()`);
    const door = await doorTo(database.url);
    const shaky = openDatabase({ url: door.url, poolSize: 2, preparedStatements: true, onError: () => undefined });
    try {
      let runs = 0;
      const committing = shaky.transaction(async (tx) => {
        runs += 1;
        await tx.query(insertCategory, [uuidv7(), `slowly ${runs}`]);
      });
      const asleep = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
      await expect.poll(async () => (await db.pool.query(asleep)).rowCount).toBe(1);
      await door.shut();
      await door.open();
      await committing;
      expect(runs).toBe(1);
      const names = await db.prisma.raffleCategory.findMany({ where: { name: { startsWith: 'slowly' } } });
      expect(names).toMatchObject([{ name: 'slowly 1' }]);
    } finally {
      await shaky.close();
      await door.shut();
    }
  });

  it('of which it was said that it did not commit never does, however late its statement arrives', async () => {
    const witnessId = uuidv7();
    expect(await db.wasCommitted(witnessId)).toBe(false);
    expect(await db.wasCommitted(witnessId)).toBe(false);
    const late = db.pool.query('WITH w AS (INSERT INTO transaction_witnesses (id) VALUES ($1)) SELECT 1', [witnessId]);
    await expect(late).rejects.toMatchObject({ code: '23505' });
    expect(await db.wasCommitted(witnessId)).toBe(false);
  });

  it('is on disk when it is answered, whatever the server and the role are set to', async () => {
    expect(await db.transaction((tx) => tx.query(showCommit))).toEqual([{ synchronous_commit: 'on' }]);
    expect(await db.query(showCommit)).toEqual([{ synchronous_commit: 'on' }]);
  });

  it('whose connection breaks before COMMIT is run again, and leaves one of everything', async () => {
    const flaky = await startFlakyDatabase(database.url);
    const shaky = openDatabase({ url: flaky.url, poolSize: 2, preparedStatements: false, onError: () => undefined });
    try {
      let runs = 0;
      const lost = flaky.loseReplyTo('insert_category_in_test_lost');
      await shaky.transaction(async (tx) => {
        runs += 1;
        await tx.query(insertCategoryLost, [uuidv7(), `lost insert ${runs}`]);
      });
      await lost;
      expect(runs).toBe(2);
      const names = await db.prisma.raffleCategory.findMany({
        where: { name: { startsWith: 'lost insert' } },
        select: { name: true },
      });
      expect(names).toEqual([{ name: 'lost insert 2' }]);
    } finally {
      await shaky.close();
      await flaky.stop();
    }
  });
});

describe('a Prisma client of a transaction', () => {
  it('is used again by the next one, and let go when none came', async () => {
    const clients = createModelClients({}, NO_TRACER, 50);
    const used = async () => {
      const connection = await db.pool.connect();
      const taken = clients.take(connection);
      const categories = await taken.prisma.raffleCategory.count();
      taken.end();
      taken.giveBack();
      connection.release();
      return { prisma: taken.prisma, categories };
    };
    const first = await used();
    expect((await used()).prisma).toBe(first.prisma);
    await sleep(100);
    const later = await used();
    expect(later.prisma).not.toBe(first.prisma);
    expect(later.categories).toBe(first.categories);
    await clients.close();
  });
});
