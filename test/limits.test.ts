import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { costOf } from '../src/graphql/cost.js';
import { LIMITS } from '../src/graphql/limits.js';
import { routes } from '../src/routes.js';
import { schema } from '../src/schema.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import type { GraphqlAnswer } from './support/graphql-client.js';
import { forTests, startTestServer } from './support/start.js';
import { bearer, connect } from './support/subscribe.js';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const buyer = forTests(() => aCustomer(server));

beforeAll(() => seedProviders(server));

const repeat = (count: number, part: (i: number) => string): string => Array.from({ length: count }, (_, i) => part(i)).join(' ');
const doubling = (type: string): string =>
  `${repeat(60, (i) => `fragment f${i} on ${type} { ...f${i + 1} ...f${i + 1} }`)} fragment f60 on ${type} { id }`;
const codes = ({ errors }: Pick<GraphqlAnswer<unknown>, 'errors'>): string[] =>
  (errors ?? []).map(({ extensions }) => extensions.code);

async function refusedWhole(query: string, variables?: Record<string, unknown>) {
  const answer = await server.graphql(query, variables);
  expect(answer).toMatchObject({ status: 400 });
  expect(answer.data).toBeUndefined();
  return codes(answer);
}

describe('an operation', () => {
  it('may be twelve fields deep and no deeper', async () => {
    const nested = (depth: number) => `{ ${repeat(depth - 1, () => 'raffle {')} id ${'}'.repeat(depth)}`;
    expect((await refusedWhole(nested(13)))[0]).toBe('QUERY_TOO_COMPLEX');
    expect(await refusedWhole(nested(12))).not.toContain('QUERY_TOO_COMPLEX');
    const b = `fragment b on Raffle { ${repeat(12, () => 'raffle {')} id ${'}'.repeat(13)}`;
    const inFragments = `{ ...a } fragment a on Query { raffle { ...b } } ${b}`;
    expect((await refusedWhole(inFragments))[0]).toBe('QUERY_TOO_COMPLEX');
  });

  it('may call ten operations and no more, aliases, fragments and __typename counted', async () => {
    const calls = (count: number) => repeat(count, (i) => `a${i}: raffleCategories { id }`);
    expect((await server.graphql(`{ ${calls(10)} }`)).errors).toBeUndefined();
    expect(await refusedWhole(`{ ${calls(11)} }`)).toEqual(['QUERY_TOO_COMPLEX']);
    expect(
      await refusedWhole(
        `{ ... { ${calls(6)} } ...f } fragment f on Query { ${repeat(5, (i) => `b${i}: raffleCategories { id }`)} }`,
      ),
    ).toEqual(['QUERY_TOO_COMPLEX']);
    expect(await refusedWhole(`{ ${repeat(11, (i) => `t${i}: __typename`)} }`)).toEqual(['QUERY_TOO_COMPLEX']);
    expect(
      await refusedWhole(
        `mutation { ${repeat(11, (i) => `l${i}: adminLogin(input: {email: "a@b.co", password: "${i}"}) { expiresAt }`)} }`,
      ),
    ).toEqual(['QUERY_TOO_COMPLEX']);
  });

  it('may not multiply by its fragments, and is refused before anybody counts to a million', async () => {
    const startedAt = performance.now();
    expect(await refusedWhole(`{ raffle(slug: "x") { ...f0 } } ${doubling('Raffle')}`)).toContain('QUERY_TOO_COMPLEX');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('whose fragments go in circles is refused as not valid', async () => {
    const spreads = (names: string) => `fragment ${names[0]} on Raffle { id ...${names[2]} ...${names[4]} }`;
    const startedAt = performance.now();
    const circle = `{ raffle(slug: "x") { ...a } } ${['a b c', 'b c a', 'c a b'].map(spreads).join(' ')}`;
    expect(new Set(await refusedWhole(circle))).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
    expect(new Set(await refusedWhole('{ ...q } fragment q on Query { ...q }'))).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('may have a thousand tokens, of which not too many are the same', async () => {
    expect(await refusedWhole(`{ raffle(slug: "x") { ${repeat(1_000, () => 'id')} } }`)).toEqual(['QUERY_TOO_COMPLEX']);
    expect(await refusedWhole(`{ raffle(slug: "x") { ${repeat(980, () => 'id')} } }`)).toEqual(['QUERY_TOO_COMPLEX']);
    expect((await server.graphql(`{ raffle(slug: "x") { ${repeat(320, (i) => `f${i}: id`)} } }`)).status).toBe(200);
  });

  it('is told at most fifty of what is wrong with it', async () => {
    const { errors = [] } = await server.graphql(
      `{ ${repeat(10, (i) => `nothing${i}`)} raffle(slug: "x") { ${repeat(100, (i) => `nothing${i}`)} } }`,
    );
    expect(errors.length).toBeLessThanOrEqual(51);
    const input = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`nothing${i}`, i]));
    const answer = await server.graphql(
      'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }',
      { input },
      { token: admin.token },
    );
    expect(Object.keys(answer.errors?.[0]?.extensions.fields ?? {})).toHaveLength(50);
  });
});

describe('the cost of an operation', () => {
  const fields = (count: number) => repeat(count, (i) => `f${i}: id`);
  const PAGE = `query ($first: Int, $deep: Boolean! = true) {
    raffles(first: $first) { nodes @include(if: $deep) { ${fields(190)} } }
  }`;

  it('counts a page with its size, wherever the size comes from', async () => {
    const page = (args: string) => `raffles${args} { nodes { ${fields(190)} } }`;
    expect(await refusedWhole(`{ ${page('(first: 100)')} }`)).toEqual(['QUERY_TOO_COMPLEX']);
    expect((await server.graphql(`{ ${page('(first: 50)')} }`)).errors).toBeUndefined();
    expect((await server.graphql(`{ ${page('')} }`)).errors).toBeUndefined();
    expect(await refusedWhole(`query ($first: Int = 100) { ${page('(first: $first)')} }`)).toEqual(['QUERY_TOO_COMPLEX']);
    expect(await refusedWhole(PAGE, { first: 100 })).toEqual(['QUERY_TOO_COMPLEX']);
    expect((await server.graphql(PAGE, { first: 50 })).errors).toBeUndefined();
  });

  it('says how much it is', async () => {
    const { errors } = await server.graphql(PAGE, { first: 100 });
    expect(errors?.[0]?.message).toBe(
      'This costs 20300, and at most 20000 is allowed: a field counts one or more, a page its size. '
        + 'Ask for smaller pages, or for less at once.',
    );
  });

  it('multiplies pages within pages, and lists within pages', async () => {
    expect(await refusedWhole('{ myOrders(first: 100) { nodes { luckyNumbers(first: 100) { a: nodes b: nodes } } } }')).toEqual([
      'QUERY_TOO_COMPLEX',
    ]);
    expect(await refusedWhole(`{ raffles(first: 100) { nodes { prizes { ${repeat(20, (i) => `t${i}: title`)} } } } }`)).toEqual([
      'QUERY_TOO_COMPLEX',
    ]);
  });

  it('is not dodged by aliases, by fragments or by __typename', async () => {
    expect(await refusedWhole(`{ ${repeat(5, (i) => `p${i}: raffles(first: 100) { nodes { ${fields(30)} } }`)} }`)).toEqual([
      'QUERY_TOO_COMPLEX',
    ]);
    expect(await refusedWhole(`{ raffles(first: 100) { ${repeat(5, (i) => `n${i}: nodes { ${fields(40)} }`)} } }`)).toEqual([
      'QUERY_TOO_COMPLEX',
    ]);
    expect(
      await refusedWhole(
        `{ raffles(first: 100) { a: nodes { ...f } b: nodes { ...f } } } fragment f on Raffle { ... { ${fields(100)} } }`,
      ),
    ).toEqual(['QUERY_TOO_COMPLEX']);
    expect(await refusedWhole(`{ raffles(first: 100) { nodes { ${repeat(190, (i) => `t${i}: __typename`)} } } }`)).toEqual([
      'QUERY_TOO_COMPLEX',
    ]);
  });

  it('is not dodged by a size below nothing, which would pay for its neighbours', async () => {
    const query = `{ cheap: raffles(first: -1000000) { nodes { id } } raffles(first: 100) { nodes { ${fields(190)} } } }`;
    expect(await refusedWhole(query)).toEqual(['QUERY_TOO_COMPLEX']);
  });

  it('is not dodged by sending the same document first with variables that make it cheap', async () => {
    expect((await server.graphql(PAGE, { first: 100, deep: false })).errors).toBeUndefined();
    expect(await refusedWhole(PAGE, { first: 100, deep: true })).toEqual(['QUERY_TOO_COMPLEX']);

    const two = `query ($a: Int = 1, $b: Int = 1) {
      a: raffles(first: $a) { nodes { id } }
      b: raffles(first: $b) { nodes { ${fields(190)} } }
    }`;
    expect((await server.graphql(two, { a: 100 })).errors).toBeUndefined();
    expect(await refusedWhole(two, { b: 100 })).toEqual(['QUERY_TOO_COMPLEX']);
  });

  it('leaves a size that may not be to the rules of the argument, named', async () => {
    const query = 'query ($first: Int) { raffles(first: $first) { nodes { id } } }';
    for (const first of [0, -1, 101, 2 ** 31 - 1]) {
      expect(await server.graphql(query, { first })).toMatchObject({
        status: 200,
        data: null,
        errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { first: [expect.any(String)] } } }],
      });
    }
    expect((await server.graphql(query, {})).errors).toBeUndefined();
    expect(await server.graphql(query, { first: null })).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { first: ['must not be null'] } } }],
    });
  });

  it('leaves every REST route its largest page', () => {
    const paged = routes.filter(({ variables }) => variables.has('first'));
    expect(paged.length).toBeGreaterThan(3);
    for (const { path, document, variables } of paged) {
      const sent = Object.fromEntries(
        [...variables]
          .map(([name, { type }]) => [
            name,
            name === 'first' ? 100 : name === 'total' ? true : /^ID!?$/.test(type) ? '1' : undefined,
          ])
          .filter(([, value]) => value !== undefined),
      );
      expect.soft(costOf(schema, { ...document(), variables: sent }), path).toBeLessThanOrEqual(LIMITS.cost);
    }
  });

  it('lets introspection through as every tool asks for it, but not one that multiplies', async () => {
    const everything = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    const { data, errors } = await server.graphql(everything);
    expect(errors).toBeUndefined();
    expect(data.__schema.types.length).toBeGreaterThan(20);

    const names = repeat(200, (i) => `n${i}: name`);
    expect(await refusedWhole(`{ __schema { types { fields { type { fields { ${names} } } } } } }`)).toEqual([
      'QUERY_TOO_COMPLEX',
    ]);
    const startedAt = performance.now();
    expect(await refusedWhole('{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }')).toEqual([
      'GRAPHQL_VALIDATION_FAILED',
    ]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

describe('a body', () => {
  it('of more than 100 kB is refused with 413', async () => {
    const answer = await server.graphql('{ raffleCategories { id } }', { padding: 'x'.repeat(100_000) });
    expect(answer).toMatchObject({ status: 413, errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  });

  it('that is a batch is refused', async () => {
    const answer = await server.rest('POST', '/graphql', { body: [{ query: '{ __typename }' }, { query: '{ __typename }' }] });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'BAD_REQUEST' } }] } });
  });
});

describe('a text that cannot be stored', () => {
  const CREATE = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }';
  const unstorable = [expect.stringContaining('NUL or another control character')];
  const countRaffles = () => server.app.db.prisma.raffle.count();

  it.each<[string, object, string]>([
    ['a NUL', { title: 'a\0b' }, 'title'],
    ['the first half of a surrogate pair', { title: 'a\ud83d' }, 'title'],
    ['the second half', { description: '\ude00b' }, 'description'],
    ['a NUL inside a list of objects', { prizes: [{ title: 'ok' }, { title: '\0' }] }, 'prizes.1.title'],
  ])('because of %s is refused by its field, in a variable', async (_, changes, field) => {
    const before = await countRaffles();
    const answer = await server.graphql(
      CREATE,
      { input: { title: 'x', quotaPrice: '1.00', quotaQuantity: 10, ...changes } },
      { token: admin.token },
    );
    expect(answer).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { [field]: unstorable } } }],
    });
    expect(await countRaffles()).toBe(before);
  });

  it('is refused by its field when the document itself has it', async () => {
    const before = await countRaffles();
    for (const [input, field] of [
      ['title: "\\u0000", quotaPrice: "1", quotaQuantity: 1', 'title'],
      ['title: "x", quotaPrice: "1", quotaQuantity: 1, prizes: [{title: "\\u{0}"}]', 'prizes.title'],
    ] as const) {
      const answer = await server.graphql(`mutation { createRaffle(input: {${input}}) { id } }`, {}, { token: admin.token });
      expect(answer).toMatchObject({
        status: 400,
        errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { [field]: unstorable } } }],
      });
    }
    const bySlug = await server.graphql('{ raffle(slug: "\\u0000") { id } }');
    expect(bySlug.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { slug: unstorable } });
    expect(await countRaffles()).toBe(before);
  });

  it('is refused in a variable of its own, and whole pairs are texts like any other', async () => {
    const query = 'query ($slug: String) { raffle(slug: $slug) { id } }';
    expect((await server.graphql(query, { slug: '\0' })).errors?.[0]?.extensions.fields).toEqual({ slug: unstorable });
    expect((await server.graphql(query, { slug: '😀' })).errors ?? []).not.toContainEqual(
      expect.objectContaining({ extensions: { code: 'INTERNAL_SERVER_ERROR' } }),
    );
  });

  it('hidden in JSON that is nested without end is looked for without running out of stack', async () => {
    const deep = `${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}`;
    const answer = await server.rest('POST', '/graphql', {
      body: `{"query":"query ($slug: String) { raffle(slug: $slug) { id } }","variables":{"slug":${deep}}}`,
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] } });
  });
});

describe('a list in the variables', () => {
  it('may have a thousand items, and is refused by its field before any of them is looked at when it has more', async () => {
    const create = (fastSelectionCards: number[]) =>
      server.graphql(
        'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }',
        { input: { title: 'x', quotaPrice: '1', quotaQuantity: 1, fastSelectionCards } },
        { token: admin.token },
      );
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
    expect((await create(numbers(1_000))).errors?.[0]?.message).toContain('must contain no more than 12 elements');
    expect(await create(numbers(1_001))).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { fastSelectionCards: ['has more than 1000 items'] } } }],
    });
    const ofVariable =
      'mutation ($id: ID!, $secrets: [ApiClientSecret!]!) { rotateApiClientSecrets(id: $id, secrets: $secrets) { client { id } } }';
    expect(
      await server.graphql(ofVariable, { id: '1', secrets: Array(1_001).fill('CLIENT_SECRET') }, { token: admin.token }),
    ).toMatchObject({ status: 400, errors: [{ extensions: { fields: { secrets: ['has more than 1000 items'] } } }] });
  });
});

describe('over WebSocket the same limits', () => {
  it('hold, with the same codes', async () => {
    const raffle = await anOpenRaffle(server);
    const order = await server.graphql(
      'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
      { input: { raffleId: raffle.id, quotaQuantity: 1 } },
      { token: buyer.token },
    );
    const orderId: string = order.data.createOrder.id;
    const client = connect(server, bearer(buyer.token));
    const refusal = async (query: string, variables?: Record<string, unknown>) =>
      (await client.subscribe(query, variables).ended) as unknown[];
    const complex = [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }];

    const numbers = `subscription ($orderId: ID!, $first: Int) {
      orderStatus(orderId: $orderId) { luckyNumbers(first: $first) { ${repeat(210, (i) => `n${i}: nodes`)} } }
    }`;
    expect(await refusal(numbers, { orderId, first: 100 })).toMatchObject(complex);
    expect((await client.subscribe(numbers, { orderId, first: 20 }).next()).errors).toBeUndefined();
    expect(await refusal(`subscription { orderStatus(orderId: "1") { ${repeat(1_000, () => 'id')} } }`)).toMatchObject(complex);
    expect(await refusal(`subscription { orderStatus(orderId: "1") { ...f0 } } ${doubling('Order')}`)).toMatchObject(complex);
    expect(await refusal(`subscription { ${repeat(11, (i) => `a${i}: orderStatus(orderId: "1") { id }`)} }`)).toContainEqual(
      expect.objectContaining(complex[0] as object),
    );
    expect(
      (await refusal(`subscription { orderStatus(orderId: "1") { ${repeat(50, (i) => `nothing${i}`)} } }`)).length,
    ).toBeLessThanOrEqual(51);
    expect(
      await refusal('subscription ($orderId: ID!) { orderStatus(orderId: $orderId) { id } }', { orderId: '\0' }),
    ).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: { orderId: [expect.stringContaining('NUL')] } } }]);
    await client.close();
  });
});

it("a stranger's documents are not kept when they are long, however many come", async () => {
  const send = async (count: number, round: string) => {
    for (let i = 0; i < count; i++) await server.graphql(`{ __typename } # ${round} ${i} ${'z'.repeat(95_000)}`);
  };
  await send(30, 'first');
  const before = heapUsed();
  await send(200, 'then');
  // All of them together are 19 MB.
  expect(heapUsed() - before).toBeLessThan(10_000_000);
});

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
