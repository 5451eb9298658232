import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { startServerBehindDoor } from './support/door.js';
import { withoutReferences } from './support/rest-contract.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { eventually } from './support/eventually.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startServerBehindDoor);
beforeAll(() => seedProviders(server));

async function asked(method: string, path: string, options: { token?: string; body?: unknown } = {}) {
  const { status, headers } = await server.rest(method, path, options);
  return { status, retryAfter: headers.get('retry-after') };
}

const CREATE = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';

describe('Retry-After', () => {
  it('is on every 503 while the database is away, and beside an UNAVAILABLE of GraphQL', async () => {
    const operator = (await anAdmin(server)).token;
    const { clientKey, clientSecret } = (
      await server.graphql(
        'mutation { createApiClient(input: { name: "x" }) { clientKey clientSecret } }',
        {},
        { token: operator },
      )
    ).data.createApiClient;
    await server.door.shut();
    const login = { client_key: clientKey, client_secret: clientSecret };
    const answers = {
      readiness: await asked('GET', '/readyz'),
      rest: await asked('GET', '/v1/raffle-categories', { token: operator }),
      restCreate: await asked('POST', '/v1/raffle-categories', { token: operator, body: { name: 'x' } }),
      legacy: await asked('POST', '/auth/v1/token', { body: login }),
      callback: await asked('POST', '/v1/payments/callbacks/nobody', { body: { pix: [] } }),
      graphql: await asked('POST', '/graphql', { body: { query: '{ raffleCategories { id } }' } }),
      graphqlAgain: await asked('POST', '/graphql', { body: { query: '{ raffleCategories { id } }' } }),
    };
    await server.door.open();
    const { graphql, graphqlAgain, ...others } = answers;
    expect(Object.values(others)).toEqual(Object.keys(others).map(() => ({ status: 503, retryAfter: '2' })));
    // GraphQL has a status for the request only, which was a good one.
    expect({ graphql, graphqlAgain }).toEqual({
      graphql: { status: 200, retryAfter: '2' },
      graphqlAgain: { status: 200, retryAfter: '2' },
    });
    await expect
      .poll(() => asked('GET', '/v1/raffle-categories', { token: operator }))
      .toEqual({ status: 200, retryAfter: null });
  });

  it('says of too many attempts when the next one is let in', async () => {
    const body = { email: 'nobody@example.com', password: 'wrong' };
    for (let i = 0; i < 10; i++) await asked('POST', '/auth/v1/admin/login', { body });
    const { status, retryAfter } = await asked('POST', '/auth/v1/admin/login', { body });
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(800);
    expect(Number(retryAfter)).toBeLessThanOrEqual(900);
    const query = `mutation { adminLogin(input: { email: "${body.email}", password: "wrong" }) { expiresAt } }`;
    expect(Number((await asked('POST', '/graphql', { body: { query } })).retryAfter)).toBeGreaterThan(800);
  });

  it('is there too when it is not known when it helps, and on no other answer', async () => {
    const { token } = await aCustomer(server);
    const raffle = await anOpenRaffle(server, { enableAntiSpam: true, antiSpamMaxQuota: 1, antiSpamTimeout: 10 });
    const body = { raffleId: raffle.id, quotaQuantity: 1, paymentMethod: 'PIX' };
    expect(await asked('POST', '/v1/orders', { token, body })).toEqual({ status: 201, retryAfter: null });
    expect(await asked('POST', '/v1/orders', { token, body })).toEqual({ status: 429, retryAfter: '60' });
    const variables = { input: { raffleId: raffle.id, quotaQuantity: 1 } };
    expect(await asked('POST', '/graphql', { token, body: { query: CREATE, variables } })).toEqual({
      status: 200,
      retryAfter: '60',
    });
    expect(await asked('GET', '/v1/orders/1')).toEqual({ status: 401, retryAfter: null });
  });

  it('is described where the answers are', async () => {
    const { paths } = withoutReferences((await server.rest('GET', '/openapi.json')).body);
    for (const path of Object.keys(paths)) {
      for (const [method, { responses }] of Object.entries<{ responses: Record<string, { headers?: object }> }>(paths[path])) {
        const described = [429, 503].map((status) => Object.keys(responses[status]?.headers ?? {}));
        expect([method, path, described]).toEqual([method, path, [['Retry-After'], ['Retry-After']]]);
      }
    }
  });

  it('is on what a server that stops answers to those who are still connected', async () => {
    const other = await startTestServer({ databaseUrl: server.databaseUrl });
    const { hostname, port } = new URL(other.url);
    const socket = net.connect(Number(port), hostname);
    await once(socket, 'connect');
    let answered = '';
    socket.on('data', (chunk: Buffer) => (answered += chunk.toString()));
    const { pool } = other.app.db;
    const taken = await Promise.all(Array.from({ length: other.app.config.databasePoolSize }, () => pool.connect()));
    const body = JSON.stringify({ query: '{ raffleCategories { id } }' });
    const request = `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    socket.write(request);
    await expect.poll(() => pool.waitingCount).toBe(1);
    const stopped = other.stop();
    await sleep(100);
    socket.write(request);
    await sleep(300);
    for (const client of taken) client.release();
    await stopped;
    await eventually(() => /HTTP.*HTTP/s.test(answered)).catch(() => undefined);
    expect(answered).toMatch(/^HTTP\/1\.1 200 OK.*HTTP\/1\.1 503 .*retry-after: 2/is);
    socket.destroy();
  });
});
