import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statement } from '../src/platform/database/statement.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { hasPgBouncer, keepsStatements, startPgBouncer, type PgBouncer } from './support/pgbouncer.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { startTestServer, type TestServer } from './support/start.js';

/** Five seconds are promised; the rest is for a busy machine. */
const PROMISED_MS = 5_000 + 1_500;

let database: TestDatabase;
let pooler: PgBouncer;
let server: TestServer;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await database.drop();
});

async function behind(
  settings: Record<string, string>,
  { preparedStatements = settings.pool_mode === 'session' } = {},
): Promise<void> {
  pooler = await startPgBouncer(database.url, settings);
  closing.push(pooler.stop);
  server = await startTestServer({ databaseUrl: pooler.url, preparedStatements });
  closing.push(server.stop);
  await seedProviders(server);
}

describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
  it('a write that PgBouncer did not pass on is made once it can', async () => {
    await behind({ pool_mode: 'transaction', query_wait_timeout: '1' });
    const options = { repeatable: false };
    const write = statement<{ id: bigint }>('next_behind_pgbouncer', "SELECT nextval('orders_id_seq') AS id", options);
    await pooler.say('PAUSE');
    const writing = server.app.db.query(write);
    await sleep(1_500);
    await pooler.say('RESUME');
    expect(await writing).toEqual([{ id: 1n }]);
  });

  it.each([
    ['session', ''],
    ['transaction', ''],
    ['transaction', 'options, extra_float_digits'],
  ])('in %s mode that ignores "%s" a sale goes on, and the service knows what is absent', async (pool_mode, ignored) => {
    await behind({ pool_mode, ignore_startup_parameters: ignored });
    const [raffle, buyer] = [await anOpenRaffle(server), await aCustomer(server)];
    const desk = salesDesk(server.graphql);
    const bought = await Promise.all(
      Array.from({ length: 20 }, () => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 })),
    );
    expect(bought.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => undefined));
    const { pooler: isPooled, absent } = await server.app.db.guards();
    expect({ isPooled, absent }).toEqual({
      isPooled: true,
      absent: expect.arrayContaining(['statement_timeout', 'lock_timeout']),
    });
  });

  it.runIf(keepsStatements)('that keeps prepared statements the service prepares its own, over all connections', async () => {
    await behind({ pool_mode: 'transaction', max_prepared_statements: '1000' }, { preparedStatements: true });
    const [raffle, buyer] = [await anOpenRaffle(server), await aCustomer(server)];
    const desk = salesDesk(server.graphql);
    for (let times = 0; times < 3; times++) {
      const bought = await Promise.all(
        Array.from({ length: 20 }, () => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 })),
      );
      expect(bought.filter(({ code }) => code)).toEqual([]);
    }
    const { rows } = await server.app.db.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM pg_prepared_statements',
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
  });

  it('that gives no connection nobody waits longer than five seconds', async () => {
    await behind({ pool_mode: 'transaction' });
    const [raffle, buyer, admin] = [await anOpenRaffle(server), await aCustomer(server), await anAdmin(server)];
    const desk = salesDesk(server.graphql);
    expect((await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 })).code).toBeUndefined();
    const list = '{ raffles(first: 5) { totalCount } }';
    // The second time it is compiled.
    for (let times = 0; times < 2; times++) await server.graphql(list);
    await pooler.say('PAUSE');

    const login = 'mutation { adminLogin(input: { email: "nobody@example.com", password: "trator nuvem" }) { accessToken } }';
    const slowestMs: Record<string, number> = {};
    const timed = async (name: string, asking: Promise<unknown>): Promise<void> => {
      const startedAt = performance.now();
      await asking;
      slowestMs[name] = Math.max(slowestMs[name] ?? 0, performance.now() - startedAt);
    };
    await Promise.all(
      Array.from({ length: 8 }, () => [
        timed('a list for everybody', server.graphql(list)),
        timed('a list', server.graphql('{ orders(first: 2) { totalCount } }', {}, { token: admin.token })),
        timed('a login', server.graphql(login)),
        timed('an order', desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 })),
      ]).flat(),
    );
    expect(Object.entries(slowestMs).filter(([, ms]) => ms > PROMISED_MS)).toEqual([]);
    await pooler.say('RESUME');
    await expect
      .poll(async () => (await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 })).code, { timeout: 10_000 })
      .toBeUndefined();
  }, 60_000);
});
