import { describe, expect, it } from 'vitest';
import { anAdmin, aCustomer } from './support/actors.js';
import { runSql } from './support/database.js';
import { startServerBehindDoor } from './support/door.js';
import { figuresOf } from './support/figures.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';
import { connect } from './support/subscribe.js';

const server = forTests(startServerBehindDoor);

const get = async (path: string) => {
  const { status, body } = await server.rest('GET', path);
  return { status, body };
};

describe('health', () => {
  it('is alive and ready', async () => {
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('is alive but not ready while the database is away', async () => {
    await server.door.shut();
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await get('/readyz')).toEqual({ status: 503, body: { status: 'unavailable' } });
    await server.door.open();
    await expect.poll(() => get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('is not ready while nothing can be written, though the database answers: a full disk, or one that only reads', async () => {
    await runSql(
      server.databaseUrl,
      `CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON write_probes FOR EACH ROW EXECUTE FUNCTION disk_is_full()`,
    );
    await expect.poll(() => get('/readyz')).toEqual({ status: 503, body: { status: 'unavailable' } });
    await runSql(server.databaseUrl, 'DROP TRIGGER full_disk ON write_probes');
    await expect.poll(() => get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });

    const name = new URL(server.databaseUrl).pathname.slice(1);
    const backends = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`;
    await runSql(server.databaseUrl, `ALTER DATABASE ${name} SET default_transaction_read_only = on; ${backends}`);
    await expect.poll(() => get('/readyz')).toEqual({ status: 503, body: { status: 'unavailable' } });
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
    await runSql(server.databaseUrl, `BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`);
    await expect.poll(() => get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('writes at most once a second, however often it is asked', async () => {
    const written = async () => {
      const { rows } = await server.app.db.pool.query<{ at: string }>('SELECT written_at::text AS at FROM write_probes');
      return rows.map(({ at }) => at).join();
    };
    const startedAt = performance.now();
    const writes = new Set([await written()]);
    for (let i = 0; i < 20; i++) {
      await get('/readyz');
      writes.add(await written());
    }
    expect(writes.size).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1_000);
  });

  it('takes room on the disk for a moment, so that a full one is found out', async () => {
    const temporary = async () =>
      Number(
        (await server.app.db.pool.query('SELECT temp_files AS n FROM pg_stat_database WHERE datname = current_database()'))
          .rows[0].n,
      );
    const before = await temporary();
    await expect
      .poll(async () => {
        await get('/readyz');
        return temporary();
      })
      .toBeGreaterThan(before);
  });

  it('is not ready when the database does not answer within a second', async () => {
    const taken = await Promise.all(
      Array.from({ length: server.app.config.databasePoolSize }, () => server.app.db.pool.connect()),
    );
    const startedAt = performance.now();
    expect(await get('/readyz')).toEqual({ status: 503, body: { status: 'unavailable' } });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    for (const client of taken) client.release();
  });
});

describe('figures', () => {
  const figures = () => figuresOf(server.url);
  const count = (operation: string) => `gateway_operation_duration_seconds_count{operation="${operation}"}`;

  it('are in the text format of Prometheus', async () => {
    const { status, headers } = await fetch(`${server.url}/metrics`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  });

  it("count operations by the schema's name for them, over GraphQL and REST, and never by a caller's", async () => {
    const { token } = await anAdmin(server);
    const before = await figures();
    await server.graphql('query InventedByACaller { raffleCategories { id } }');
    await server.graphql('query Another { renamed: raffleCategories { id } }');
    await server.rest('GET', '/v1/raffle-categories', { token });
    await server.graphql('{ a: __typename b: __typename }');
    await server.graphql('{ nothing }');
    const after = await figures();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect([grown(count('raffleCategories')), grown(count('several')), grown(count('none'))]).toEqual([3, 1, 1]);
    expect([...after.keys()].filter((name) => /Invented|Another|renamed/.test(name))).toEqual([]);
  });

  it('count errors by code', async () => {
    const { token } = await aCustomer(server);
    const before = await figures();
    await server.graphql('{ me { id } }');
    await server.graphql('{ me { id } }', {}, { token: 'nonsense' });
    await server.graphql('{ orders { totalCount } }', {}, { token });
    const after = await figures();
    const grown = (code: string) =>
      (after.get(`gateway_errors_total{code="${code}"}`) ?? 0) - (before.get(`gateway_errors_total{code="${code}"}`) ?? 0);
    expect([grown('UNAUTHENTICATED'), grown('FORBIDDEN')]).toEqual([2, 1]);
  });

  it('tell the open sockets, the live subscriptions and the connections of the pool', async () => {
    const raffle = await anOpenRaffle(server);
    const client = connect(server);
    const stream = client.subscribe('subscription ($id: ID!) { sellBar(raffleId: $id) { paid } }', { id: raffle.id });
    await stream.next();
    const open = await figures();
    expect(open.get('gateway_websockets')).toBe(1);
    expect(open.get('gateway_subscriptions{subscription="sellBar"}')).toBe(1);
    expect(open.get('gateway_subscriptions{subscription="orderStatus"}')).toBe(0);
    expect(open.get('gateway_database_connections{state="idle"}')).toBeGreaterThan(0);
    await client.close();
    await expect.poll(async () => (await figures()).get('gateway_websockets')).toBe(0);
    expect((await figures()).get('gateway_subscriptions{subscription="sellBar"}')).toBe(0);
  });
});
