import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../src/platform/database/database.js';
import { UnknownOutcomeError } from '../src/platform/database/errors.js';
import { applyMigrations } from '../src/platform/database/migrations.js';
import { statement } from '../src/platform/database/statement.js';
import { runSql } from './support/database.js';
import { doorTo, type Door } from './support/door.js';
import { eventually } from './support/eventually.js';
import { createPostgresServer, type PostgresServer } from './support/postgres-servers.js';

const CRASHES = 20;
const FAILOVERS = 10;
const WRITERS = 16;
const ANSWERED_BETWEEN = 5;

const insertCategory = statement<object>(
  'insert_category_in_outcome_test',
  'INSERT INTO raffle_categories (id, name, updated_at) VALUES ($1, $2, now())',
);
const selectNumber = statement<{ id: string }>('select_number_in_outcome_test', 'SELECT pg_current_xact_id()::text AS id');

const servers: PostgresServer[] = [];
let server: PostgresServer;
let door: Door;
let db: Database;

const open = (url: string): Database =>
  openDatabase({ url, poolSize: WRITERS, preparedStatements: true, onError: () => undefined });

async function rowsOf<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Writes rows until it is stopped, and keeps what was answered about each. */
function startWriters() {
  const answers = { made: new Set<string>(), notMade: new Set<string>(), unknown: new Set<string>() };
  let isOver = false;
  const write = async (): Promise<void> => {
    const id = uuidv7();
    try {
      await db.transaction((tx) => tx.query(insertCategory, [id, id]));
      answers.made.add(id);
    } catch (error) {
      answers[error instanceof UnknownOutcomeError ? 'unknown' : 'notMade'].add(id);
    }
  };
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) await write();
  });
  return {
    answers,
    /** Some were answered since the last time it was asked, and others are on their way. */
    async areWriting() {
      const before = answers.made.size;
      await eventually(() => answers.made.size > before + ANSWERED_BETWEEN, { timeoutMs: 60_000 });
      await sleep(Math.random() * 200);
    },
    async stop() {
      isOver = true;
      await Promise.all(writers);
      const found = new Set((await rowsOf<{ id: string }>(server.url, 'SELECT id FROM raffle_categories')).map(({ id }) => id));
      return {
        madeButMissing: [...answers.made].filter((id) => !found.has(id)),
        notMadeButThere: [...answers.notMade].filter((id) => found.has(id)),
      };
    },
  };
}
const NONE_WRONG = { madeButMissing: [], notMadeButThere: [] };

async function newServer(settings: Record<string, string> = {}): Promise<void> {
  server = await createPostgresServer();
  servers.push(server);
  await server.start(settings);
  await applyMigrations({ databaseUrl: server.url });
  door = await doorTo(server.url);
  db = open(door.url);
}
async function removeServers(): Promise<void> {
  await db.close();
  await door.shut();
  for (const each of servers.splice(0)) await each.remove();
}

describe.runIf(process.platform === 'linux')('on a server that crashes', () => {
  beforeAll(() => newServer());
  afterAll(removeServers);

  it('a transaction that reached no disk is run again, although its number is of another one by now', async () => {
    const runs: string[] = [];
    await db.transaction(async (tx) => {
      const [number] = await tx.query(selectNumber);
      runs.push(number!.id);
      await tx.query(insertCategory, [uuidv7(), `run ${runs.length}`]);
      if (runs.length > 1) return;
      await server.kill();
      await server.start();
      for (let next = 0n; next < BigInt(number!.id);) {
        const [given] = await rowsOf<{ id: string }>(server.url, 'SELECT pg_current_xact_id()::text AS id');
        next = BigInt(given!.id);
      }
      expect(await rowsOf(server.url, `SELECT pg_xact_status('${number!.id}'::xid8)`)).toEqual([{ pg_xact_status: 'committed' }]);
    });
    expect(runs).toHaveLength(2);
    expect(await rowsOf(server.url, "SELECT name FROM raffle_categories WHERE name LIKE 'run %'")).toEqual([{ name: 'run 2' }]);
  });

  it(`nothing is answered wrongly in ${CRASHES} crashes`, async () => {
    const writers = startWriters();
    for (let crash = 0; crash < CRASHES; crash++) {
      await writers.areWriting();
      await server.kill();
      await server.start();
    }
    await writers.areWriting();
    expect(await writers.stop()).toEqual(NONE_WRONG);
  }, 300_000);
});

describe.runIf(process.platform === 'linux')('with a synchronous standby', () => {
  const SYNCHRONOUS = { synchronous_standby_names: '*' };
  let standby: PostgresServer;
  const follow = async (): Promise<void> => {
    standby = await server.standby();
    servers.push(standby);
    await standby.start(SYNCHRONOUS);
  };
  beforeEach(async () => {
    await newServer();
    await server.kill();
    await server.start(SYNCHRONOUS);
  });
  afterEach(removeServers);

  it(`nothing is answered wrongly in ${FAILOVERS} failovers`, async () => {
    await follow();
    const writers = startWriters();
    for (let failover = 0; failover < FAILOVERS; failover++) {
      await writers.areWriting();
      await server.kill();
      await servers.shift()!.remove();
      await runSql(standby.url, 'SELECT pg_promote()');
      server = standby;
      door.leadTo(server.url);
      await follow();
    }
    await writers.areWriting();
    expect(await writers.stop()).toEqual(NONE_WRONG);
  }, 300_000);

  it('what the standby does not have yet is unknown, and so is what Postgres stopped waiting for', async () => {
    const name = 'alone';
    const writing = db.transaction((tx) => tx.query(insertCategory, [uuidv7(), name]));
    const ended = writing.catch((error: unknown) => error);
    // A cancelled wait is answered COMMIT, with a warning.
    let isOver = false;
    const cancelling = (async () => {
      const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
      while (!isOver) {
        await runSql(server.url, cancel);
        await sleep(50);
      }
    })();
    const outcome = await ended;
    isOver = true;
    await cancelling;
    expect(outcome).toBeInstanceOf(UnknownOutcomeError);
    expect(await rowsOf(server.url, `SELECT count(*)::int FROM raffle_categories WHERE name = '${name}'`)).toEqual([
      { count: 1 },
    ]);
  }, 300_000);
});
