import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { validCpf } from './support/cpf.js';
import { refused, restClient } from './support/rest-contract.js';
import { seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const anId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const customer = forTests(() => aCustomer(server));
const ask = restClient(server);
beforeAll(() => seedProviders(server));

describe('logins', () => {
  const phone = '+5521987650001';
  const password = 'correct horse';
  const registration = { name: 'João Souza', phone, cpf: validCpf(400_000_001), password };

  it('registering a customer takes a token, and answers a session of the new customer', async () => {
    expect(await ask('POST /v1/users/customers', { body: registration })).toMatchObject(refused(401));
    expect(await server.app.db.prisma.user.count({ where: { phone } })).toBe(0);

    const { status, body } = await ask('POST /v1/users/customers', { token: admin.token, body: registration });
    expect(status).toBe(201);
    const { password: _, ...told } = registration;
    expect(body).toEqual({
      accessToken: expect.any(String),
      deviceToken: expect.any(String),
      expiresAt: aTime,
      refreshToken: expect.any(String),
      refreshExpiresAt: aTime,
      user: { ...told, id: anId, role: 'USER', phoneProvedAt: null, email: null, birthDate: null, createdAt: aTime },
    });

    const unfit = { ...registration, phone: '1', cpf: '1' };
    const again = await ask('POST /v1/users/customers', { token: admin.token, body: unfit });
    expect(again).toMatchObject(refused(400, { phone: [expect.any(String)], cpf: [expect.any(String)] }));
  });

  it('a customer logs in with phone and password, and reads the profile with the token', async () => {
    const login = await ask('POST /auth/v1/user/login', { body: { phone, password } });
    expect(login).toMatchObject({ status: 200, body: { user: { role: 'USER', name: 'João Souza' } } });

    const profile = await ask('GET /v1/users/profile', { token: login.body.accessToken });
    expect(profile).toMatchObject({ status: 200, body: login.body.user });

    const wrong = await ask('POST /auth/v1/user/login', { body: { phone, password: 'wrong' } });
    expect(wrong).toMatchObject(refused(401, 'The phone or the password is wrong.'));
  });
});

describe('raffle categories', () => {
  it('are made, listed, renamed and deleted', async () => {
    const made = await ask('POST /v1/raffle-categories', { token: admin.token, body: { name: 'Cars' } });
    expect(made).toMatchObject({ status: 201, body: { id: anId, name: 'Cars', createdAt: aTime } });

    const params = { id: made.body.id };
    const renamed = await ask('PATCH /v1/raffle-categories/{id}', { token: admin.token, params, body: { name: 'Boats' } });
    expect(renamed).toMatchObject({ status: 200, body: { ...made.body, name: 'Boats' } });
    expect(await ask('GET /v1/raffle-categories', { token: customer.token })).toMatchObject({
      status: 200,
      body: [renamed.body],
    });

    const deleted = await ask('DELETE /v1/raffle-categories/{id}', { token: admin.token, params });
    expect(deleted).toMatchObject({ status: 200, body: renamed.body });
    expect((await ask('GET /v1/raffle-categories', { token: customer.token })).body).toEqual([]);
    const again = await ask('DELETE /v1/raffle-categories/{id}', { token: admin.token, params });
    expect(again).toMatchObject(refused(404, 'There is no such category.'));
  });
});

describe('raffles', () => {
  const draft = { title: 'A red car', quotaPrice: '2.50', quotaQuantity: 1000 };
  const create = (changes: object = {}) => ask('POST /v1/raffles', { token: admin.token, body: { ...draft, ...changes } });

  it('are made, read, changed with 204 and deleted', async () => {
    const made = await create({ prizes: [{ title: 'The car' }] });
    const prizes = [{ position: 1, title: 'The car', description: null }];
    expect(made).toMatchObject({ status: 201, body: { ...draft, id: anId, status: 'DRAFT', prizes } });

    const params = { raffleId: made.body.id };
    const body = { title: 'A blue car', status: 'OPEN' };
    const changed = await ask('PATCH /v1/raffles/{raffleId}', { token: admin.token, params, body });
    expect(changed).toMatchObject({ status: 204, body: undefined });

    const read = await ask('GET /v1/raffles/{raffleId}', { token: customer.token, params });
    expect(read).toMatchObject({ status: 200, body: { ...body, updatedAt: aTime } });

    const deleted = await ask('DELETE /v1/raffles/{raffleId}', { token: admin.token, params });
    expect(deleted).toMatchObject({ status: 200, body: { id: made.body.id } });
    expect(await ask('GET /v1/raffles/{raffleId}', { token: admin.token, params })).toMatchObject(refused(404));
  });

  it('that do not exist answer 404, whatever the id looks like', async () => {
    for (const raffleId of ['019a0000-0000-7000-8000-000000000000', 'nonsense', '1', "'--", '../users/profile']) {
      const params = { raffleId };
      expect(await ask('GET /v1/raffles/{raffleId}', { token: customer.token, params })).toMatchObject(refused(404));
      const body = { title: 'Mine now' };
      expect(await ask('PATCH /v1/raffles/{raffleId}', { token: admin.token, params, body })).toMatchObject(refused(404));
    }
  });

  it('are listed by pages that join without a gap', async () => {
    const made = [];
    for (const title of ['One', 'Two', 'Three']) made.push((await create({ title, status: 'OPEN' })).body.id);

    const first = await ask('GET /v1/raffles', { token: customer.token, query: 'first=2&total=true' });
    expect(first.body).toMatchObject({ pageInfo: { hasNextPage: true }, totalCount: 3 });
    const query = `first=2&after=${encodeURIComponent(first.body.pageInfo.endCursor)}`;
    const second = await ask('GET /v1/raffles', { token: customer.token, query });
    expect(second.body).toMatchObject({ pageInfo: { hasNextPage: false } });
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(made.toReversed());

    const none = await ask('GET /v1/raffles', { token: customer.token, query: 'status=CANCELLED&total=true' });
    expect(none.body).toEqual({ data: [], pageInfo: { hasNextPage: false, endCursor: null }, totalCount: 0 });
  });
});
