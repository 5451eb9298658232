import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../src/schema.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { validCpf } from './support/cpf.js';
import { OPERATIONS } from './support/operations.js';
import { refused } from './support/rest-contract.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { rootFieldsOf } from './support/whole-call.js';

const PAGE = 'https://loja.example.com';
/** What is for anyone in GraphQL and has no REST route without a token, and why. */
const NOT_OVER_REST: Record<string, string> = {
  'query messageChoices': 'Who has the link opens its page.',
  'query orderByLink': 'Who has the link opens its page. Public answers of REST may be kept by others, and its must not.',
  'query luckyNumberByLink': 'As orderByLink.',
  'subscription bookHead': 'A stream is for WebSockets: REST asks GET /v1/raffles/{raffleId}/book/head again.',
  'subscription sellBar': 'A stream is for WebSockets: REST asks GET /public/v1/metrics/raffles/{raffleId}/sell-bar again.',
};

const server = forTests(() => startTestServer({ corsOrigins: [PAGE] }));
let raffleId: string;
let slug: string;
beforeAll(async () => {
  ({ id: raffleId } = await anOpenRaffle(server));
  ({ slug } = await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id: raffleId } }));
});

const person = (n: number) => ({
  name: 'Ana Lima',
  phone: `+551198766000${n}`,
  cpf: validCpf(410_000_000 + n),
  password: 'uma-senha-boa',
});

describe('what GraphQL gives to anyone', () => {
  it('REST gives without a token, or says in NOT_OVER_REST why not', async () => {
    const { paths } = (await server.rest('GET', '/openapi.json')).body;
    const isOpen = (route: string): boolean => {
      const [method = '', path = ''] = route.split(' ');
      const { security } = paths[path][method.toLowerCase()];
      return security.length === 0;
    };
    const without = rootFieldsOf(schema)
      .filter(({ field }) => (field.extensions.roles as string[]).includes('PUBLIC'))
      .filter(({ kind, field }) => kind === 'subscription' || !OPERATIONS.get(field.name)?.routes.some(isOpen))
      .map(({ kind, field }) => `${kind} ${field.name}`);
    expect(without).toEqual(Object.keys(NOT_OVER_REST));
  });

  it.each([
    '/v1/raffles',
    '/v1/raffles/:id',
    '/v1/raffles/slug/:slug',
    '/v1/raffles/:id/price?quotaQuantity=3',
    '/v1/metrics/raffles/:id/sell-bar',
    '/v1/raffles/winners',
    '/v1/settings',
    '/v1/faqs',
    '/v1/notifications',
  ])('answers at /public%s what it answers a buyer with a token, for every cache to keep and ask again', async (path) => {
    const address = path.replace(':id', raffleId).replace(':slug', slug);
    const { token } = await aCustomer(server);
    const answer = await server.rest('GET', `/public${address}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await server.rest('GET', address, { token })).body);
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    expect(answer.headers.get('vary')).not.toContain('authorization');
    const etag = answer.headers.get('etag') ?? '';
    expect((await fetch(`${server.url}/public${address}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('is told to all alike, whatever token comes along', async () => {
    const { token } = await anAdmin(server);
    const { id } = await server.app.db.prisma.raffle.update({
      where: { id: (await anOpenRaffle(server)).id },
      data: { status: 'DRAFT' },
    });
    expect(await server.rest('GET', `/v1/raffles/${id}`, { token })).toMatchObject({ status: 200 });
    expect(await server.rest('GET', `/public/v1/raffles/${id}`, { token })).toMatchObject(refused(404));
    expect(await server.rest('GET', '/public/v1/raffles', { token: 'nonsense' })).toMatchObject({ status: 200 });
  });

  it('is read by pages of a listed origin, which a preflight tells so', async () => {
    const headers = { origin: PAGE, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    const preflight = await fetch(`${server.url}/public/v1/users/customers`, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, PAGE]);
    const read = await fetch(`${server.url}/public/v1/raffles`, { headers: { origin: PAGE } });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
  });
});

describe('signing up over REST', () => {
  it('takes no token, answers a session that no cache keeps, and refuses as GraphQL does', async () => {
    const answer = await server.rest('POST', '/public/v1/users/customers', { body: person(1) });
    expect(answer).toMatchObject({ status: 201, body: { user: { name: 'Ana Lima', role: 'USER' } } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const profile = await server.rest('GET', '/v1/users/profile', { token: answer.body.accessToken });
    expect(profile).toMatchObject({ status: 200, body: { id: answer.body.user.id } });

    const before = await server.app.db.prisma.user.count();
    const wrong = await server.rest('POST', '/public/v1/users/customers', { body: { ...person(1), cpf: '1', phone: '1' } });
    expect(wrong).toMatchObject(refused(400, { phone: [expect.any(String)], cpf: [expect.any(String)] }));
    expect(await server.app.db.prisma.user.count()).toBe(before);
  });

  it('is described as it is, with a token and without one', async () => {
    const { paths } = (await server.rest('GET', '/openapi.json')).body;
    const withToken = paths['/v1/users/customers'].post;
    expect(withToken.security).toEqual([{ token: [] }]);
    expect(withToken.description).toContain(
      'This path needs the access token of a buyer or an operator; without one use `POST /public/v1/users/customers`.',
    );
    expect(await server.rest('POST', '/v1/users/customers', { body: person(2) })).toMatchObject(refused(401));
    const { token } = await aCustomer(server);
    expect(await server.rest('POST', '/v1/users/customers', { token, body: person(2) })).toMatchObject({ status: 201 });
    expect(paths['/public/v1/users/customers'].post).toMatchObject({ security: [], operationId: 'PublicCreateCustomer' });
  });
});

it('nothing else is under /public, and what is for operators is not', async () => {
  for (const path of ['/public/v1/users', '/public/v1/orders', '/public/v1/users/profile', '/public/nothing']) {
    expect(await server.rest('GET', path)).toMatchObject({ status: 404 });
  }
  const before = await server.app.db.prisma.raffle.count();
  const { token } = await anAdmin(server);
  expect(await server.rest('POST', '/public/v1/raffles', { token, body: { title: 'X' } })).toMatchObject({ status: 405 });
  expect(await server.app.db.prisma.raffle.count()).toBe(before);
});
