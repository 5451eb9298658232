import { describe, expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));

const countRaffles = () => server.app.db.prisma.raffle.count();

const RAFFLE = {
  title: ' ',
  quotaPrice: 'free',
  quotaQuantity: 100,
  status: 'OPEN',
  endsAt: '2020-01-01T00:00:00Z',
  drawAt: 'tomorrow',
  minReservationQuantity: 5,
  maxReservationQuantity: 2,
  drawMode: 'LOTTERY',
  fastSelectionCards: [2, 2],
  prizes: [{ title: 'Moto' }, { title: ' ', description: 7 }],
  colour: 'red',
};
const EXPECTED = {
  title: [expect.any(String)],
  quotaPrice: ['must be an amount in reais with at most two decimals, like "12.50"'],
  endsAt: ['has passed: move it to open the raffle'],
  drawAt: ['must be an ISO 8601 instant, like 2026-12-24T18:00:00Z'],
  maxReservationQuantity: ['must be at least minReservationQuantity, 5'],
  drawMode: ['must be one of BEACON, LOTERIA_FEDERAL'],
  fastSelectionCards: ['must name each one once'],
  'prizes.1.title': ['must not be blank'],
  'prizes.1.description': ['must be text'],
  colour: ['is not a field of this input'],
};

describe('all that is wrong with an input is told at once', () => {
  it('however many of its values fit no type', async () => {
    const names = [
      'title',
      'subtitle',
      'description',
      'slug',
      'quotaPrice',
      'quotaQuantity',
      'drawMode',
      'drawAt',
      'endsAt',
      'prizes',
    ];
    const input = { ...Object.fromEntries(names.map((name) => [name, [{}]])), minReservationQuantity: -1 };
    const create = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }';
    const { errors } = await server.graphql(create, { input }, admin);
    expect(Object.keys(errors?.[0]?.extensions.fields ?? {}).sort()).toEqual(
      [...names.map((name) => (name === 'prizes' ? 'prizes.0.title' : name)), 'minReservationQuantity'].sort(),
    );
  });

  it('over GraphQL, whichever way it is wrong, and nothing is made', async () => {
    const before = await countRaffles();
    const create = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }';
    const { errors } = await server.graphql(create, { input: RAFFLE }, admin);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions.fields).toEqual(EXPECTED);
    expect(await countRaffles()).toBe(before);
  });

  it('and the same over REST', async () => {
    const { status, body } = await server.rest('POST', '/v1/raffles', { token: admin.token, body: RAFFLE });
    expect([status, body.message]).toEqual([400, EXPECTED]);
  });

  it('where the types are right, too', async () => {
    const {
      title,
      status,
      endsAt: end,
      minReservationQuantity,
      maxReservationQuantity: most,
      fastSelectionCards: cards,
    } = RAFFLE;
    const amounts = { quotaPrice: '0', quotaQuantity: 100, freeCampaign: false };
    const bounds = { minReservationQuantity, maxReservationQuantity: most, fastSelectionCards: cards };
    const input = { title, status, endsAt: end, ...amounts, ...bounds };
    const create = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }';
    const { errors } = await server.graphql(create, { input }, admin);
    const { endsAt, maxReservationQuantity, fastSelectionCards } = EXPECTED;
    expect(errors?.[0]?.extensions.fields).toEqual({
      title: EXPECTED.title,
      endsAt,
      maxReservationQuantity,
      fastSelectionCards,
      freeCampaign: ['must be true where quotaPrice is 0'],
    });
  });

  it('where they are written into the document', async () => {
    const before = await countRaffles();
    // A variable within is its own affair; an enum's value is no text.
    const written = JSON.stringify(RAFFLE)
      .replace(/"(\w+)":/g, '$1:')
      .replace(/"(OPEN|LOTTERY)"/g, '$1')
      .replace('" "', '$title');
    const create = `mutation ($title: String!) { createRaffle(input: ${written}) { id } }`;
    const { errors = [] } = await server.graphql(create, { title: 'Moto' }, admin);
    const { title: _variable, 'prizes.1.description': ofPrize, ...expected } = EXPECTED;
    expect(Object.assign({}, ...errors.map(({ extensions }) => extensions.fields))).toEqual({
      ...expected,
      'prizes.description': ofPrize,
    });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual([
      ...Array.from({ length: 5 }, () => 'GRAPHQL_VALIDATION_FAILED'),
      'BAD_USER_INPUT',
    ]);
    expect(await countRaffles()).toBe(before);
  });

  it('of people, whose passwords are in no answer', async () => {
    const input = { role: 'USER', name: 'A', phone: '12', cpf: 5, email: 'at', password: 'short', operatorRole: 'BOSS' };
    const { errors } = await server.graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      { input },
      admin,
    );
    expect(Object.keys(errors?.[0]?.extensions.fields ?? {}).sort()).toEqual([
      'cpf',
      'email',
      'name',
      'operatorRole',
      'password',
      'phone',
    ]);
    expect(JSON.stringify(errors)).not.toContain('short');
    const customer = { name: '', phone: 5, cpf: '1', birthDate: 'soon', password: 'curta' };
    const signUp = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken } }';
    const refused = await server.graphql(signUp, { input: customer });
    expect(Object.keys(refused.errors?.[0]?.extensions.fields ?? {}).sort()).toEqual([
      'birthDate',
      'cpf',
      'name',
      'password',
      'phone',
    ]);
  });
});

it('an open raffle is not given a date that has passed, and a new one not opened with it', async () => {
  const create = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }';
  const input = { title: 'Moto', quotaPrice: '1.00', quotaQuantity: 10, status: 'OPEN', confirmNobodyCanPay: true };
  const { data } = await server.graphql(create, { input }, admin);
  const update = 'mutation ($id: ID!, $input: UpdateRaffleInput!) { updateRaffle(id: $id, input: $input) { id } }';
  const past = { endsAt: '2020-01-01T00:00:00Z' };
  for (const change of [past, { ...past, status: 'OPEN' }]) {
    const { errors } = await server.graphql(update, { id: data.createRaffle.id, input: change }, admin);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { endsAt: ['has passed: move it to open the raffle'] },
    });
  }
  const { endsAt, status } = await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id: data.createRaffle.id } });
  expect([endsAt, status]).toEqual([null, 'OPEN']);
});
