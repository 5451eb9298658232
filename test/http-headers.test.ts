import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const secure = forTests(() => startTestServer({ publicUrl: 'https://rifas.example.com', production: true }));
const admin = forTests(() => anAdmin(server));
const customer = forTests(() => aCustomer(server));
let raffleId: string;
beforeAll(async () => {
  raffleId = (await anOpenRaffle(server, { description: 'Uma moto zero. '.repeat(100) })).id;
  for (let i = 0; i < 30; i++) await anOpenRaffle(server);
});

interface Raw {
  status: number;
  headers: Record<string, string | undefined>;
  bytes: Buffer;
}

/** What was sent, byte by byte: fetch unpacks by itself. */
async function raw(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Raw> {
  const { method = 'GET', headers = {}, body } = options;
  const request = httpRequest(`${server.url}${path}`, { method, headers });
  request.end(body);
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers as Raw['headers'], bytes: Buffer.concat(chunks) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const graphql = (query: string, headers: Record<string, string> = {}) =>
  raw('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });

describe('every answer', () => {
  it.each([
    ['of GraphQL', '/graphql?query=%7B__typename%7D', 400],
    ['of REST', '/v1/orders', 401],
    ['of health', '/healthz', 200],
    ['that nothing is there', '/nowhere', 404],
    ['to an address that cannot be read', '/%c0', 400],
    ['of the legacy group', '/client/api/balance', 401],
  ])('%s tells browsers to do nothing with it, and caches to keep nothing', async (_name, path, status) => {
    const answer = await raw(path);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
  });

  it('asks to be reached by https only where it is', async () => {
    const { headers } = await fetch(`${secure.url}/healthz`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('of the IDE has the rules of its page, which is made of scripts', async () => {
    const page = await raw('/ide');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    const [, script = ''] = /src="?([\w./-]+\.js)"?/.exec(page.bytes.toString()) ?? [];
    const file = await raw(`/ide/${script}`);
    expect(file.status).toBe(200);
    expect(file.headers).not.toHaveProperty('content-security-policy');
  });
});

describe('a long answer', () => {
  const BOTH = { 'accept-encoding': 'gzip, deflate, br' };
  const RAFFLE = () => `{ raffle(id: "${raffleId}") { id description } }`;

  it('to a query is compressed as the client takes it, the first time and when its document is known', async () => {
    const plain = await graphql(RAFFLE());
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const page = plain.bytes.toString();
    expect(JSON.parse(page).data.raffle.description).toContain('Uma moto zero');
    for (const query of [RAFFLE(), `query Other ${RAFFLE()}`]) {
      const br = await graphql(query, BOTH);
      expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(Number(br.headers['content-length'])).toBe(br.bytes.length);
      expect(brotliDecompressSync(br.bytes).toString()).toBe(page);
      const gzip = await graphql(query, { 'accept-encoding': 'gzip' });
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(gzip.bytes).toString()).toBe(page);
      expect((await graphql(query, { 'accept-encoding': 'br;q=0, gzip;q=0' })).headers).not.toHaveProperty('content-encoding');
    }
    const got = await raw(`/graphql?query=${encodeURIComponent(RAFFLE())}`, {
      headers: { ...BOTH, 'apollo-require-preflight': '1' },
    });
    expect(brotliDecompressSync(got.bytes).toString()).toBe(page);
  });

  it('is compressed by other threads when it is very long', async () => {
    const introspection = `{ __schema { types { name description fields { name description } } } }`;
    const plain = await graphql(introspection);
    expect(plain.bytes.length).toBeGreaterThan(16_384);
    const packed = await graphql(introspection, BOTH);
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'transfer-encoding': 'chunked' });
    expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
  });

  it('to a mutation is not: it may hold a secret', async () => {
    const aliases = Array.from({ length: 20 }, (_, i) => `name${i}: name`).join(' ');
    const query = `mutation ($name: String!) { createRaffleCategory(input: { name: $name }) { id ${aliases} } }`;
    for (const name of ['Carros', 'Motos'].map((word) => word.padEnd(80, '-'))) {
      const headers = { 'content-type': 'application/json', ...BOTH, ...bearer(admin.token) };
      const made = await raw('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables: { name } }) });
      expect(JSON.parse(made.bytes.toString()).data.createRaffleCategory).toMatchObject({ name0: name });
      expect(made.bytes.length).toBeGreaterThan(1_024);
      expect(made.headers).not.toHaveProperty('content-encoding');
    }
  });

  it('of a REST list is compressed', async () => {
    const list = await raw('/v1/raffles?first=30', { headers: { ...BOTH, ...bearer(admin.token) } });
    expect(list.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(list.bytes).toString()).data).toHaveLength(30);
  });
});

describe('a short answer', () => {
  it('is sent as it is', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    for (const answer of [
      await graphql('{ __typename }', headers),
      await graphql('{ __typename }', headers),
      await raw('/v1/users/profile', { headers: { ...headers, ...bearer(customer.token) } }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('content-encoding');
    }
  });
});

describe('what may be kept', () => {
  const read = (path: string, headers: Record<string, string> = {}) =>
    raw(path, { headers: { ...bearer(customer.token), ...headers } });

  it.each([
    '/v1/raffles/:id',
    '/v1/raffles',
    '/v1/metrics/raffles/:id/sell-bar',
    '/v1/raffles/:id/promotions',
    '/v1/raffles/winners',
    '/v1/raffle-categories',
  ])('is %s, by the caller alone, who asks each time and is told by 304 that it still holds', async (path) => {
    const address = path.replace(':id', raffleId);
    const first = await read(address);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'authorization, accept-encoding' });
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^W\/".+"$/);

    for (const known of [etag, etag.slice(2), `"other", ${etag}`]) {
      const again = await read(address, { 'if-none-match': known, 'cache-control': 'no-cache', 'accept-encoding': 'br' });
      expect([known, again.status, again.bytes.length]).toEqual([known, 304, 0]);
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
      for (const name of ['content-length', 'content-type', 'content-encoding']) expect(again.headers).not.toHaveProperty(name);
    }
    expect((await read(address, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('has another tag once it changed', async () => {
    const { id } = await anOpenRaffle(server);
    const before = await read(`/v1/raffles/${id}`);
    expect(
      (
        await raw(`/v1/raffles/${id}`, {
          method: 'PATCH',
          headers: { ...bearer(admin.token), 'content-type': 'application/json' },
          body: '{"title":"Outra"}',
        })
      ).status,
    ).toBe(204);
    const after = await read(`/v1/raffles/${id}`, { 'if-none-match': before.headers.etag ?? '' });
    expect(after.status).toBe(200);
    expect(after.bytes.toString()).toContain('Outra');
  });

  it('is never a refusal, whatever its tag would be', async () => {
    const nobody = await read('/v1/raffles/019a0000-0000-7000-8000-000000000000', { 'if-none-match': '*' });
    expect(nobody.status).toBe(404);
    expect(nobody.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(nobody.headers).not.toHaveProperty('etag');
  });

  it('is nothing private, and no answer of GraphQL', async () => {
    for (const answer of [
      await read('/v1/users/profile'),
      await read('/v1/orders/my-orders'),
      await graphql('{ raffles { nodes { id } } }'),
    ]) {
      expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([200, 'no-store', undefined]);
    }
  });

  it('is the list of routes, by everybody', async () => {
    const first = await raw('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(first.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, no-cache',
      vary: 'accept-encoding',
    });
    expect((await raw('/openapi.json', { headers: { 'if-none-match': first.headers.etag ?? '' } })).status).toBe(304);
  });

  it('is told by HEAD as by GET', async () => {
    const { headers } = await read(`/v1/raffles/${raffleId}`);
    const head = await raw(`/v1/raffles/${raffleId}`, { method: 'HEAD', headers: bearer(customer.token) });
    expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': headers['content-length'] });
    expect(head.bytes.length).toBe(0);
  });
});
