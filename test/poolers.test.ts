import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseProblem } from '../src/platform/database/await-database.js';
import { startService } from '../src/start.js';
import { startCommand } from './support/commands.js';
import { createTestDatabase, runSql, type TestDatabase } from './support/database.js';
import { startFakePooler } from './support/fake-pooler.js';
import { newRole } from './support/roles.js';
import { testConfig } from './support/start.js';

const TOKEN = 'a token for who may ask';
const ALL = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  // Of the tests' server: a server is set so only by hand.
  'synchronous_commit',
  'plan_cache_mode',
  'enable_seqscan',
  'jit',
  'max_parallel_workers_per_gather',
];

let database: TestDatabase;
/** As a role of its own, which owns the tables: settings of the tests' role would hold for all tests. */
let url: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  const role = await newRole(database);
  url = role.url;
  closing.push(role.drop);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await database.drop();
});

async function pooler(way: 'refuse' | 'drop') {
  const started = await startFakePooler(url, way);
  closing.push(started.stop);
  return started;
}

async function serviceAt(databaseUrl: string, preparedStatements = true) {
  const lines: { event?: string; level: number; absent?: string[]; pooler?: boolean; msg: string }[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const config = testConfig({ databaseUrl, production: true, preparedStatements, metricsAddresses: [], metricsToken: TOKEN });
  const service = await startService(config, pino(sink));
  closing.push(service.stop);
  const ready = async (query = '', headers: Record<string, string> = {}) => {
    const answer = await fetch(`${service.url}/readyz${query}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    lines,
    ready,
    verbose: async () => JSON.parse((await ready('?verbose', { authorization: `Bearer ${TOKEN}` })).text),
    async figure(name: string) {
      const answer = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(await answer.text())?.[1]);
    },
    absent: () => lines.filter(({ event }) => event === 'database.guards.absent'),
  };
}

const databaseRole = (databaseUrl: string, ...args: string[]) =>
  startCommand('commands/database-role-command.ts', { DATABASE_URL: databaseUrl }, args).ended;

describe.each(['refuse', 'drop'] as const)('behind a pooler that would %s the guards', (way) => {
  it.each([true, false])(
    'the service works, and says once what is absent and what to do (prepared statements: %s)',
    async (prepared) => {
      const { url: pooled, met } = await pooler(way);
      const service = await serviceAt(pooled, prepared);
      expect(new Set(met)).toEqual(new Set([`${way} options`]));
      expect(service.absent()).toEqual([
        expect.objectContaining({ level: 50, absent: ALL, pooler: true, msg: expect.stringContaining('npm run database-role') }),
      ]);
      expect(service.lines.filter(({ event }) => event === 'database.start.waiting' || event === 'database.failing')).toEqual([]);
      expect(await service.verbose()).toMatchObject({ status: 'ready', database: { pooler: true, absent: ALL } });
      expect(await service.figure('gateway_database_guards_absent')).toBe(ALL.length);
    },
  );
});

it('the guards of the role hold after the command, which may be run again and by the role itself', async () => {
  const { url: pooled } = await pooler('refuse');
  expect((await databaseRole(pooled, '--print')).output.trim().split('\n')).toHaveLength(ALL.length);
  const before = await serviceAt(pooled);
  expect(before.absent()).toHaveLength(1);
  for (let times = 0; times < 2; times++) {
    const { code, output } = await databaseRole(pooled);
    expect([code, output]).toEqual([0, expect.stringContaining("SET statement_timeout = '15000'")]);
  }
  const service = await serviceAt(pooled);
  expect(service.absent()).toEqual([]);
  expect(await service.figure('gateway_database_guards_absent')).toBe(0);
  expect(await service.verbose()).toMatchObject({
    database: {
      pooler: true,
      absent: [],
      version: expect.stringMatching(/^\d+/),
      synchronousStandbyNames: '',
      settings: { statement_timeout: '15000', synchronous_commit: 'on', jit: 'off' },
    },
  });
});

describe('without a pooler', () => {
  it('the service sends its guards itself, whatever the role is set to, and only who reads the metrics sees them', async () => {
    await runSql(url, `ALTER ROLE CURRENT_USER SET synchronous_commit = off; ALTER ROLE CURRENT_USER SET statement_timeout = 0`);
    const service = await serviceAt(url);
    expect(service.absent()).toEqual([]);
    expect(await service.verbose()).toMatchObject({ database: { pooler: false, absent: [] } });
    expect(await service.ready()).toEqual({ status: 200, text: '{"status":"ready"}' });
    expect((await service.ready('?verbose')).status).toBe(401);
  });

  it('a weaker role is told who can give it the guards, and nothing is set', async () => {
    const other = await newRole(database);
    closing.push(other.drop);
    const { code, errors } = await databaseRole(url, new URL(other.url).username);
    expect([code, errors]).toEqual([1, expect.stringMatching(/may not change .*: use the DATABASE_URL of .*--print/)]);
    expect((await databaseRole(database.url, 'nobody_of_this_name')).errors).toContain('has no role nobody_of_this_name');
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    const { rows } = await client.query('SHOW statement_timeout').finally(() => client.end());
    expect(rows).toEqual([{ statement_timeout: '0' }]);
  });
});

it('what no waiting mends behind a pooler is said at once', async () => {
  const { url: pooled } = await pooler('refuse');
  const ownOptions = `${pooled}?options=-c%20search_path%3Dpublic`;
  const error = await serviceAt(ownOptions).catch((reason: unknown) => reason);
  expect(databaseProblem(error)).toMatch(/^The pooler refuses what DATABASE_URL sets \(unsupported startup parameter: options\)/);
  const ofPgBouncer = (message: string) => databaseProblem(Object.assign(new Error(message), { code: '08P01' }));
  for (const said of ['no such database: raffle', 'no such user: raffle', 'SASL authentication failed'])
    expect(ofPgBouncer(said)).toContain(`The pooler does not let the service in: ${said}.`);
  expect(ofPgBouncer('pgbouncer cannot connect to server')).toBeUndefined();
  expect(databaseProblem(Object.assign(new Error('prepared statement "x" does not exist'), { code: '26000' }))).toContain(
    'PREPARED_STATEMENTS=false',
  );
});
