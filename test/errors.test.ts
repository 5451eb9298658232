import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { withHeldClock } from './support/clock.js';
import { runSql } from './support/database.js';
import { startServerBehindDoor } from './support/door.js';
import { eventually } from './support/eventually.js';
import { anOpenRaffle, countsOf, seedProviders } from './support/sales.js';
import { forTests } from './support/start.js';
import { bearer, connect } from './support/subscribe.js';

const server = forTests(startServerBehindDoor);
const buyer = forTests(() => aCustomer(server));
let raffleId: string;

beforeAll(async () => {
  await seedProviders(server);
  raffleId = (await anOpenRaffle(server)).id;
});

const CREATE = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const create = (input: unknown) => server.graphql(CREATE, { input }, { token: buyer.token });

describe('an input that is wrong', () => {
  const notAnInt = ['must be a whole number'];
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['nothing', { quotaQuantity: 0 }, { quotaQuantity: ['must not be less than 1'] }],
    ['less than nothing', { quotaQuantity: -1 }, { quotaQuantity: ['must not be less than 1'] }],
    ['too much', { quotaQuantity: 20_001 }, { quotaQuantity: ['must not be greater than 20000'] }],
    ['a fraction', { quotaQuantity: 1.5 }, { quotaQuantity: notAnInt }],
    ['beyond 32 bits', { quotaQuantity: 2 ** 31 }, { quotaQuantity: notAnInt }],
    ['a text', { quotaQuantity: '5' }, { quotaQuantity: notAnInt }],
    ['a truth', { quotaQuantity: true }, { quotaQuantity: notAnInt }],
    ['a list', { quotaQuantity: [5] }, { quotaQuantity: notAnInt }],
    ['null', { quotaQuantity: null }, { quotaQuantity: ['is required'] }],
    ['missing', { quotaQuantity: undefined }, { quotaQuantity: ['is required'] }],
    ['of no such kind', { paymentMethod: 'CASH' }, { paymentMethod: [expect.any(String)] }],
    ['unknown', { quotas: 5 }, { quotas: ['is not a field of this input'] }],
    ['wrong twice', { quotaQuantity: '5', quotas: 5 }, { quotaQuantity: notAnInt, quotas: ['is not a field of this input'] }],
  ])('because a field is %s is refused by that field, and nothing is reserved', async (_, changes, fields) => {
    const { data, errors } = await create({ raffleId, quotaQuantity: 5, ...changes });
    expect(data ?? null).toBeNull();
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields });
    expect(errors?.[0]?.message).toMatch(new RegExp(`^${Object.keys(fields).join('|')} `));
    expect(await countsOf(server, raffleId)).toEqual({ sellable: 1_000, reserved: 0, allocated: 0 });
  });

  it('inside a list is refused by its place in it', async () => {
    const input = { title: 'x', quotaPrice: '1.00', quotaQuantity: 10, prizes: [{ title: 'ok' }, { title: 5 }, {}] };
    const answer = await server.graphql('mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }', {
      input,
    });
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { 'prizes.1.title': ['must be text'], 'prizes.2.title': ['is required'] },
    });
  });

  it('because it is missing altogether, or no object, is refused by its name', async () => {
    expect((await server.graphql(CREATE, {}, { token: buyer.token })).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { input: ['is required'] },
    });
    expect((await create('all of it')).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { input: ['must be an object'] },
    });
  });

  it('is never told back what it was: it may hold a password', async () => {
    const REGISTER = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { expiresAt } }';
    const secret = 'my"secret; at "input.x"; password';
    const inputs: unknown[] = [
      { password: secret },
      { password: [secret], name: 'Ana', phone: '11987654321', cpf: '52998224725' },
      { password: 'short', name: secret, phone: secret, cpf: secret },
      { [secret]: 1, password: secret },
      secret,
    ];
    for (const input of inputs) {
      const answer = await server.graphql(REGISTER, { input });
      expect(answer.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(JSON.stringify(answer.errors)).not.toContain('secret');
    }
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['a fraction', 'quotaQuantity: 1.5', { quotaQuantity: ['must be a whole number'] }],
    ['a text', 'quotaQuantity: "5"', { quotaQuantity: ['must be a whole number'] }],
    ['beyond 32 bits', 'quotaQuantity: 2147483648', { quotaQuantity: ['must be a whole number'] }],
    ['null', 'quotaQuantity: null', { quotaQuantity: ['is required'] }],
    ['an object', 'quotaQuantity: { of: 5 }', { quotaQuantity: ['must be a whole number'] }],
    ['of no such kind', 'quotaQuantity: 5, paymentMethod: CASH', { paymentMethod: ['must be one of PIX'] }],
    ['unknown', 'quotaQuantity: 5, quotas: 5', { quotas: ['is not a field of this input'] }],
    ['missing', '', { quotaQuantity: ['is required'] }],
  ])('in the document itself because a field is %s is refused as not valid, by that field', async (_, input, fields) => {
    const query = `mutation { createOrder(input: { raffleId: "${raffleId}", ${input} }) { id } }`;
    const { status, errors } = await server.graphql(query, {}, { token: buyer.token });
    expect(status).toBe(400);
    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([{ code: 'GRAPHQL_VALIDATION_FAILED', fields }]);
    expect(errors?.[0]?.message).toContain(Object.keys(fields)[0]);
  });

  it('in the document itself is named by its place, and a scalar of ours says what it must be', async () => {
    const asked = async (input: string) =>
      (await server.graphql(`mutation { createRaffle(input: { ${input} }) { id } }`)).errors?.map(({ message, extensions }) => [
        message,
        extensions.fields,
      ]);
    const rest = 'title: "x", quotaQuantity: 10';
    expect(await asked(`${rest}, quotaPrice: "free"`)).toEqual([
      [expect.stringMatching(/^quotaPrice must be /), { quotaPrice: [expect.stringMatching(/^must be /)] }],
    ]);
    expect(await asked(`${rest}, quotaPrice: "1.00", prizes: [{ title: 5 }]`)).toEqual([
      ['prizes.title must be text', { 'prizes.title': ['must be text'] }],
    ]);
    expect(await asked(`${rest}, quotaPrice: "1.00", startsAt: "soon"`)).toEqual([
      [expect.stringMatching(/^startsAt /), { startsAt: [expect.any(String)] }],
    ]);
  });
});

describe('a request that is none', () => {
  it('is refused by the codes of the protocol', async () => {
    const code = async (body: unknown) => {
      const { status, body: answer } = await server.rest('POST', '/graphql', { body });
      return [status, answer.errors[0].extensions.code];
    };
    expect(await code({ query: '{' })).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
    expect(await code({ query: '{ nothing }' })).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    expect(await code({ query: 'query a { __typename } query b { __typename }' })).toEqual([400, 'OPERATION_RESOLUTION_FAILURE']);
    expect(await code({ query: '{ __typename }', operationName: 'other' })).toEqual([400, 'OPERATION_RESOLUTION_FAILURE']);
    expect(await code({})).toEqual([400, 'BAD_REQUEST']);
    expect(await code('{"query":')).toEqual([400, 'BAD_REQUEST']);
    expect(await code({ query: 5 })).toEqual([400, 'BAD_REQUEST']);
    expect(await code({ query: '{ __typename }', variables: 'x' })).toEqual([400, 'BAD_REQUEST']);
    expect(await code({ extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } })).toMatchObject([
      expect.any(Number),
      'PERSISTED_QUERY_NOT_SUPPORTED',
    ]);
    expect(await code({ query: 'subscription { sellBar(raffleId: "x") { paid } }' })).toEqual([400, 'BAD_USER_INPUT']);
  });

  it('for another method says which are served', async () => {
    const answer = await server.rest('PUT', '/graphql', { body: { query: '{ __typename }' } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  it('that a foreign page could send by GET or as a form is refused', async () => {
    const query = `query=${encodeURIComponent('{ __typename }')}`;
    expect((await server.rest('GET', `/graphql?${query}`)).status).toBe(400);
    expect((await server.rest('GET', `/graphql?${query}`, { headers: { 'apollo-require-preflight': '1' } })).body).toEqual({
      data: { __typename: 'Query' },
    });
    expect(
      (await server.rest('POST', '/graphql', { body: query, headers: { 'content-type': 'application/x-www-form-urlencoded' } }))
        .status,
    ).toBe(415);
    expect(
      (await server.rest('POST', '/graphql', { body: '{"query":"{ __typename }"}', headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(400);
  });
});

describe('a token', () => {
  it.each(['Bearer nonsense', 'Bearer', 'Basic dXNlcjpwYXNz', 'nonsense'])(
    'that is none refuses the whole request with 401: %s',
    async (authorization) => {
      const answer = await server.rest('POST', '/graphql', {
        headers: { authorization },
        body: { query: '{ me { id } }' },
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(answer.body).toEqual({
        errors: [{ message: expect.stringContaining('log in again'), extensions: { code: 'UNAUTHENTICATED' } }],
      });
    },
  );

  it('that is needed or of another role is a refusal of that field alone', async () => {
    const { status, data, errors } = await server.graphql('{ raffleCategories { id } order(id: "1") { id } }');
    expect([status, data]).toEqual([200, { raffleCategories: [], order: null }]);
    expect(errors).toMatchObject([{ path: ['order'], extensions: { code: 'UNAUTHENTICATED' } }]);
    const asBuyer = await server.graphql('{ orders { totalCount } }', {}, { token: buyer.token });
    expect(asBuyer.errors).toMatchObject([{ path: ['orders'], extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('a failure that nobody expected', () => {
  const unexpected = {
    message: expect.stringMatching(/^Something went wrong on our side\. .* tell us the number of the request\.$/),
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
  };

  it('is masked: no stack, no text of the database or a library; over HTTP, REST and WebSocket', async () => {
    const operator = (await anAdmin(server)).token;
    const order = (await create({ raffleId, quotaQuantity: 1 })).data.createOrder;
    await runSql(server.databaseUrl, 'ALTER TABLE raffle_categories RENAME TO gone; ALTER TABLE charges RENAME TO gone_too');
    try {
      const byPrisma = await server.graphql('{ raffleCategories { id } }');
      expect(byPrisma.errors).toEqual([{ ...unexpected, locations: [{ line: 1, column: 3 }], path: ['raffleCategories'] }]);
      const byStatement = await server.graphql(
        'query ($id: ID!) { order(id: $id) { id } }',
        { id: order.id },
        { token: buyer.token },
      );
      expect(byStatement).toMatchObject({ status: 200, data: { order: null } });
      expect(byStatement.errors).toEqual([{ ...unexpected, locations: [{ line: 1, column: 20 }], path: ['order'] }]);
      const rest = await server.rest('GET', '/v1/raffle-categories', { token: operator });
      expect([rest.status, rest.body]).toEqual([
        500,
        {
          error: 'Internal Server Error',
          statusCode: 500,
          code: 'INTERNAL_SERVER_ERROR',
          message: unexpected.message,
          requestId: expect.any(String),
        },
      ]);

      const client = connect(server, bearer(buyer.token));
      const answer = await client
        .subscribe('subscription ($id: ID!) { orderStatus(orderId: $id) { id } }', { id: order.id })
        .next();
      expect(answer.errors).toEqual([{ ...unexpected, locations: [{ line: 1, column: 27 }], path: ['orderStatus'] }]);
      await client.close();
    } finally {
      await runSql(server.databaseUrl, 'ALTER TABLE gone RENAME TO raffle_categories; ALTER TABLE gone_too RENAME TO charges');
    }
    expect((await server.graphql('{ raffleCategories { id } }')).errors).toBeUndefined();
  });
});

describe('while the database is away', () => {
  it('says so with UNAVAILABLE, over HTTP, REST and WebSocket, and serves again when it is back', async () => {
    const operator = (await anAdmin(server)).token;
    const client = connect(server, bearer(buyer.token));
    const ORDER = 'subscription { orderStatus(orderId: "1") { id } }';
    await client.subscribe(ORDER).next();
    await server.door.shut();
    try {
      const unavailable = [{ message: expect.stringContaining('try again'), extensions: { code: 'UNAVAILABLE' } }];
      expect((await server.graphql('{ raffleCategories { id } }')).errors).toMatchObject(unavailable);
      expect((await server.graphql('{ orders { totalCount } }', {}, { token: operator })).errors).toMatchObject(unavailable);
      expect((await create({ raffleId, quotaQuantity: 1 })).errors).toMatchObject(unavailable);
      expect((await client.subscribe(ORDER).next()).errors).toMatchObject(unavailable);
      expect(await server.rest('GET', '/v1/raffle-categories', { token: operator })).toMatchObject({
        status: 503,
        body: { error: 'Service Unavailable', statusCode: 503 },
      });
    } finally {
      await server.door.open();
    }
    await expect.poll(async () => (await server.graphql('{ raffleCategories { id } }')).errors).toBeUndefined();
    await client.close();
  });

  it('says so when every connection of the pool is taken', async () => {
    const taken = await Promise.all(
      Array.from({ length: server.app.config.databasePoolSize }, () => server.app.db.pool.connect()),
    );
    const refused = await withHeldClock(async (pass) => {
      const asked = Promise.all([
        server.graphql('{ raffleCategories { id } }'),
        server.graphql('{ myOrders { totalCount } }', {}, { token: buyer.token }),
      ]);
      await eventually(() => server.app.db.pool.waitingCount >= 2);
      // More than once: who met a connection that broke while the database was away waits a moment and asks again.
      for (let isAnswered = false; !isAnswered;) {
        await pass(5_000);
        isAnswered = await Promise.race([asked.then(() => true), sleep(20, false)]);
      }
      return asked;
    });
    for (const client of taken) client.release();
    for (const { errors } of refused) expect(errors?.[0]?.extensions.code).toBe('UNAVAILABLE');
    expect((await server.graphql('{ raffleCategories { id } }')).errors).toBeUndefined();
  });
});
