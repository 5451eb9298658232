import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withHeldClock } from './support/clock.js';
import { anOpenRaffle } from './support/sales.js';
import { startTestServer, type TestServer } from './support/start.js';
import { connect, rawSocket } from './support/subscribe.js';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server?.stop());

async function stopping(): Promise<number> {
  const startedAt = performance.now();
  await server.stop();
  return performance.now() - startedAt;
}

async function stopsAfter(graceMs: number): Promise<void> {
  let stopped = false;
  await withHeldClock(async (pass) => {
    const stopping = server.stop().then(() => (stopped = true));
    await sleep(100);
    await pass(graceMs - 1);
    await sleep(200);
    expect(stopped).toBe(false);
    await pass(1);
    await stopping;
  });
}

describe('a server that stops', () => {
  it('says 1001 to its sockets, and is gone at once', async () => {
    const raffle = await anOpenRaffle(server);
    const client = connect(server);
    await client.subscribe('subscription ($id: ID!) { sellBar(raffleId: $id) { paid } }', { id: raffle.id }).next();
    expect(await stopping()).toBeLessThan(1_500);
    expect(await client.closed).toMatchObject({ code: 1001, reason: 'Going away' });
    expect(server.app.sellBarWatch.subscribers).toBe(0);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('answers what is under way', async () => {
    const slow = server.app.db.pool.query('SELECT pg_sleep(0.5)');
    const taken = await Promise.all(
      Array.from({ length: server.app.config.databasePoolSize - 1 }, () => server.app.db.pool.connect()),
    );
    const answer = server.graphql('{ raffleCategories { id } }');
    await sleep(100);
    const stopped = stopping();
    await slow;
    for (const client of taken) client.release();
    expect(await answer).toMatchObject({ status: 200, data: { raffleCategories: [] } });
    expect(await stopped).toBeLessThan(2_000);
  });

  it('waits two seconds for a socket that does not say goodbye, and no longer', async () => {
    const raw = await rawSocket(server);
    raw.send({ type: 'connection_init' });
    await raw.until('connection_ack');
    raw.socket.pause();
    await stopsAfter(2_000);
    raw.socket.terminate();
  });

  it('waits ten seconds for a request that never ends, and no longer', async () => {
    const { hostname, port } = new URL(server.url);
    const client = net.connect(Number(port), hostname);
    client.on('error', () => undefined);
    client.write('POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    await sleep(100);
    await stopsAfter(10_000);
    client.destroy();
  });

  it('may be told twice', async () => {
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
  });
});
