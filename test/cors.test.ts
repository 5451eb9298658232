import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { anAdmin } from './support/actors.js';
import { startTestServer, type TestServer } from './support/start.js';

const PAGE = 'https://loja.example.com';
const FOREIGN = 'https://evil.example.com';
const JSON_TYPE = { 'content-type': 'application/json' };
const QUERY = JSON.stringify({ query: '{ __typename }' });

let server: TestServer;
let development: TestServer;
let production: TestServer;
let token: string;
beforeAll(async () => {
  const publicUrl = 'https://rifas.example.com';
  server = await startTestServer({ corsOrigins: [PAGE], publicUrl, developmentHosts: ['other-name.example.com'] });
  development = await startTestServer({ corsOrigins: ['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*'] });
  production = await startTestServer({ corsOrigins: [] });
  token = (await anAdmin(server)).token;
});
afterAll(async () => {
  for (const one of [server, development, production]) await one?.stop();
});

const preflight = (path: string, origin: string, { method = 'POST', at = server } = {}) =>
  fetch(`${at.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization,content-type' },
  });
const post = (origin: string | undefined, at = server) =>
  fetch(`${at.url}/graphql`, { method: 'POST', headers: { ...JSON_TYPE, ...(origin && { origin }) }, body: QUERY });
const allowed = (response: Response) => response.headers.get('access-control-allow-origin');

describe('a page of a listed origin', () => {
  it('is told by a preflight what it may send, and for how long', async () => {
    const answer = await preflight('/graphql', PAGE);
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    const sent = answer.headers.get('access-control-allow-headers')?.split(', ');
    expect(sent).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'apollo-require-preflight']),
    );
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('reads what it asked of GraphQL, and the headers that say when to come back', async () => {
    const answer = await post(PAGE);
    expect(await answer.json()).toEqual({ data: { __typename: 'Query' } });
    expect(allowed(answer)).toBe(PAGE);
    expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after');
  });

  it('calls REST routes, and reads their refusals', async () => {
    const orders = await fetch(`${server.url}/v1/orders`, { headers: { origin: PAGE, authorization: `Bearer ${token}` } });
    expect([orders.status, allowed(orders)]).toEqual([200, PAGE]);
    const raffles = await fetch(`${server.url}/v1/raffles`, { headers: { origin: PAGE, authorization: `Bearer ${token}` } });
    expect(raffles.headers.get('vary')).toBe('Origin, authorization, accept-encoding');
    const nobody = await fetch(`${server.url}/v1/orders`, { headers: { origin: PAGE } });
    expect([nobody.status, allowed(nobody)]).toEqual([401, PAGE]);
    const change = await preflight('/v1/orders/1/pay', PAGE, { method: 'PATCH' });
    expect([change.status, allowed(change)]).toEqual([204, PAGE]);
  });

  it('asks for the proof of a draw, whose kept copy is for that origin alone', async () => {
    const answer = await fetch(`${server.url}/draws/019a0000-0000-7000-8000-000000000000/proof.json`, {
      headers: { origin: PAGE },
    });
    expect([answer.status, allowed(answer), answer.headers.get('vary')]).toEqual([404, PAGE, 'Origin, accept-language']);
  });

  it.each([
    ['POST', '/v1/payments/callbacks/static'],
    ['POST', '/auth/v1/token'],
    ['GET', '/client/api/balance'],
    ['GET', '/metrics'],
    ['GET', '/healthz'],
  ])('is told nothing by %s %s, which are for machines', async (method, path) => {
    expect(allowed(await preflight(path, PAGE, { method }))).toBeNull();
    expect(allowed(await fetch(`${server.url}${path}`, { method, headers: { origin: PAGE } }))).toBeNull();
  });
});

describe('a page of another origin', () => {
  it.each([FOREIGN, `${PAGE}:8443`, `${PAGE}.evil.example`, 'http://loja.example.com', 'null'])(
    '%s may read nothing',
    async (origin) => {
      for (const answer of [await preflight('/graphql', origin), await preflight('/v1/orders', origin), await post(origin)]) {
        expect(allowed(answer)).toBeNull();
        expect(answer.headers.get('access-control-allow-headers')).toBeNull();
        expect(answer.headers.get('access-control-expose-headers')).toBeNull();
      }
    },
  );

  it('cannot have a form run an operation, as ever', async () => {
    for (const origin of [FOREIGN, PAGE]) {
      const form = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { origin, 'content-type': 'text/plain' },
        body: QUERY,
      });
      expect(form.status).toBe(400);
      const link = await fetch(`${server.url}/graphql?query=%7B__typename%7D`, { headers: { origin } });
      expect(link.status).toBe(400);
      expect(await link.text()).toContain('CSRF');
    }
  });
});

describe('without a list', () => {
  it('no page may read anything, and no answer depends on whose it is', async () => {
    for (const answer of [await preflight('/graphql', PAGE, { at: production }), await post(PAGE, production)]) {
      const vary = answer.headers.get('vary');
      expect([allowed(answer), vary === 'accept-language' ? null : vary]).toEqual([null, null]);
    }
  });
});

describe('in development', () => {
  it.each(['http://localhost:5173', 'http://localhost', 'http://127.0.0.1:3000', 'http://[::1]:8080'])(
    'a page at %s may call',
    async (origin) => {
      expect(allowed(await preflight('/graphql', origin, { at: development }))).toBe(origin);
      expect(allowed(await post(origin, development))).toBe(origin);
    },
  );

  it.each([
    'https://localhost:5173',
    'http://localhost.evil.example:5173',
    'http://localhost:5173.evil.example',
    'http://localhost:',
  ])('one at %s may not', async (origin) => expect(allowed(await post(origin, development))).toBeNull());
});

describe('OPTIONS without a page', () => {
  it('tells the methods of an address', async () => {
    for (const headers of [new Headers(), new Headers({ origin: PAGE })]) {
      const answer = await fetch(`${server.url}/v1/orders`, { method: 'OPTIONS', headers });
      expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'POST, GET, HEAD, OPTIONS']);
    }
  });

  it('finds nothing at an address that is nobody’s', async () => {
    for (const answer of [await preflight('/nowhere', PAGE), await fetch(`${server.url}/nowhere`, { method: 'OPTIONS' })]) {
      expect([answer.status, allowed(answer)]).toEqual([404, null]);
    }
  });
});

describe('a WebSocket', () => {
  /** 101, or the status that refused it. */
  async function opened(origin: string | undefined, headers: Record<string, string> = {}): Promise<number> {
    const url = server.url.replace('http:', 'ws:');
    const socket = new WebSocket(`${url}/graphql`, 'graphql-transport-ws', {
      headers: { ...headers, ...(origin && { origin }) },
    });
    try {
      return await Promise.race([
        once(socket, 'open').then(() => 101),
        once(socket, 'unexpected-response').then(([, response]) => (response as IncomingMessage).statusCode ?? 0),
      ]);
    } finally {
      socket.on('error', () => undefined);
      socket.terminate();
    }
  }

  it.each([FOREIGN, 'null', 'http://localhost:5173', 'file://', `${PAGE}:8443`])(
    'of a page of %s is declined',
    async (origin) => {
      expect(await opened(origin)).toBe(403);
    },
  );

  it('is opened for listed origins, for our own by either name, and for what is no browser', async () => {
    const own = new URL(server.url).host;
    for (const origin of [PAGE, 'https://rifas.example.com', `http://${own}`, undefined]) {
      expect([origin, await opened(origin)]).toEqual([origin, 101]);
    }
    expect(await opened('https://other-name.example.com', { host: 'Other-Name.example.com' })).toBe(101);
  });
});
