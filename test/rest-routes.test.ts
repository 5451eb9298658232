import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { validCpf } from './support/cpf.js';
import { documentedRoutes } from './support/rest-contract.js';
import { startTestServer, type RestAnswer, type TestServer } from './support/start.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const anId = expect.stringMatching(UUID);
const aTime = expect.stringMatching(TIMESTAMP);

let server: TestServer;
let admin: { id: string; token: string };
let customer: { id: string; token: string; phone: string; cpf: string };
let problemsOf: (route: string, answer: RestAnswer) => string[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdmin(server);
  customer = await aCustomer(server);
  problemsOf = await documentedRoutes(server);
});
afterAll(() => server.stop());

/** Asks a route as it stands in the document, with its parameters filled in, and holds the answer against the document. */
async function ask(
  route: string,
  options: { token?: string; body?: unknown; query?: string; headers?: Record<string, string>; params?: Record<string, string> } = {},
): Promise<RestAnswer> {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => options.params?.[name] ?? '') + (options.query ? `?${options.query}` : '');
  const answer = await server.rest(method, address, options);
  expect(problemsOf(route, answer)).toEqual([]);
  return answer;
}

describe('logins', () => {
  const registration = () => ({ name: 'João Souza', phone: '+5521987650001', cpf: validCpf(400_000_001), password: 'correct horse' });

  it('registering a customer takes a token, and answers a session of the new customer', async () => {
    expect(await ask('POST /v1/users/customers', { body: registration() })).toMatchObject({ status: 401 });

    const { status, body } = await ask('POST /v1/users/customers', { token: admin.token, body: registration() });
    expect(status).toBe(201);
    expect(body).toEqual({
      accessToken: expect.any(String),
      expiresAt: aTime,
      user: {
        id: anId,
        role: 'USER',
        name: 'João Souza',
        phone: '+5521987650001',
        cpf: validCpf(400_000_001),
        email: null,
        birthDate: null,
        createdAt: aTime,
      },
    });

    const again = await ask('POST /v1/users/customers', { token: admin.token, body: registration() });
    expect(again).toMatchObject({ status: 400, body: { message: { phone: [expect.any(String)], cpf: [expect.any(String)] } } });
  });

  it('a customer logs in with phone and password, and reads the profile with the token', async () => {
    const login = await ask('POST /auth/v1/user/login', { body: { phone: '+5521987650001', password: 'correct horse' } });
    expect(login).toMatchObject({ status: 200, body: { user: { role: 'USER', name: 'João Souza' } } });

    const profile = await ask('GET /v1/users/profile', { token: login.body.accessToken });
    expect(profile).toMatchObject({ status: 200, body: login.body.user });

    const wrong = await ask('POST /auth/v1/user/login', { body: { phone: '+5521987650001', password: 'wrong' } });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Unauthorized', statusCode: 401, message: 'The phone or the password is wrong.' } });
    expect(Object.keys(wrong.body)).toEqual(['error', 'statusCode', 'message']);
  });
});

describe('raffle categories', () => {
  it('are made, listed, renamed and deleted', async () => {
    const made = await ask('POST /v1/raffle-categories', { token: admin.token, body: { name: 'Cars' } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({ id: anId, name: 'Cars', createdAt: aTime });

    const params = { id: made.body.id };
    const renamed = await ask('PATCH /v1/raffle-categories/{id}', { token: admin.token, params, body: { name: 'Boats' } });
    expect(renamed).toMatchObject({ status: 200, body: { ...made.body, name: 'Boats' } });
    expect(await ask('GET /v1/raffle-categories', { token: customer.token })).toMatchObject({ status: 200, body: [renamed.body] });

    expect(await ask('DELETE /v1/raffle-categories/{id}', { token: admin.token, params })).toMatchObject({ status: 200, body: renamed.body });
    expect(await ask('GET /v1/raffle-categories', { token: customer.token })).toMatchObject({ status: 200, body: [] });
    expect(await ask('DELETE /v1/raffle-categories/{id}', { token: admin.token, params })).toMatchObject({
      status: 404,
      body: { error: 'Record Not Found', statusCode: 404, message: 'There is no such category.' },
    });
  });
});

describe('raffles', () => {
  const draft = { title: 'A red car', quotaPrice: '2.50', quotaQuantity: 1000 };

  it('are made, read, changed with 204 and deleted', async () => {
    const made = await ask('POST /v1/raffles', { token: admin.token, body: { ...draft, prizes: [{ title: 'The car' }] } });
    expect(made).toMatchObject({
      status: 201,
      body: { id: anId, title: 'A red car', quotaPrice: '2.50', quotaQuantity: 1000, status: 'DRAFT', prizes: [{ position: 1, title: 'The car', description: null }] },
    });

    const params = { raffleId: made.body.id };
    const changed = await ask('PATCH /v1/raffles/{raffleId}', { token: admin.token, params, body: { title: 'A blue car', status: 'OPEN' } });
    expect(changed).toMatchObject({ status: 204, body: undefined });

    const read = await ask('GET /v1/raffles/{raffleId}', { token: customer.token, params });
    expect(read).toMatchObject({ status: 200, body: { title: 'A blue car', status: 'OPEN', updatedAt: aTime } });
    expect(Object.keys(read.body)).toEqual(Object.keys(made.body));

    expect(await ask('DELETE /v1/raffles/{raffleId}', { token: admin.token, params })).toMatchObject({ status: 200, body: { id: made.body.id } });
    expect(await ask('GET /v1/raffles/{raffleId}', { token: admin.token, params })).toMatchObject({
      status: 404,
      body: { error: 'Record Not Found', statusCode: 404, message: expect.any(String) },
    });
  });

  it('that do not exist answer 404, whatever the id looks like', async () => {
    for (const raffleId of ['019a0000-0000-7000-8000-000000000000', 'nonsense', '1', "'--"]) {
      const params = { raffleId };
      expect(await ask('GET /v1/raffles/{raffleId}', { token: customer.token, params })).toMatchObject({ status: 404, body: { error: 'Record Not Found' } });
      const body = { title: 'Mine now' };
      expect(await ask('PATCH /v1/raffles/{raffleId}', { token: admin.token, params, body })).toMatchObject({ status: 404 });
    }
  });

  it('are listed by pages that join without a gap', async () => {
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      ids.unshift((await ask('POST /v1/raffles', { token: admin.token, body: { ...draft, title, status: 'OPEN' } })).body.id);
    }
    const first = await ask('GET /v1/raffles', { token: customer.token, query: 'first=2' });
    expect(first).toMatchObject({ status: 200, body: { totalCount: 3, pageInfo: { hasNextPage: true, endCursor: expect.any(String) } } });
    expect(Object.keys(first.body)).toEqual(['data', 'pageInfo', 'totalCount']);

    const after = encodeURIComponent(first.body.pageInfo.endCursor);
    const second = await ask('GET /v1/raffles', { token: customer.token, query: `first=2&after=${after}` });
    expect(second.body.pageInfo.hasNextPage).toBe(false);
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(ids);

    const none = await ask('GET /v1/raffles', { token: customer.token, query: 'status=CANCELLED' });
    expect(none.body).toEqual({ data: [], pageInfo: { hasNextPage: false, endCursor: null }, totalCount: 0 });
  });
});
