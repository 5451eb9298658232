import { getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../src/schema.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { ageCaches } from './support/clock.js';
import { eventually } from './support/eventually.js';
import { everyFieldOf } from './support/every-field.js';
import { aListedRow } from './support/listed-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
let raffleId: string;
const tokens = { PUBLIC: '', USER: '', ADMIN: '' };

beforeAll(async () => {
  const buyer = await aCustomer(server, { birthDate: new Date('1990-01-31') });
  tokens.USER = buyer.token;
  tokens.ADMIN = (await anAdmin(server)).token;
  raffleId = (await anOpenRaffle(server, { reservationFields: ['NAME'], fastSelectionCards: [1, 5], description: 'long' })).id;
  for (const n of [1, 2]) await aListedRow({ server, buyerId: buyer.id, raffleId }, n);
  // Then bars change no more by themselves.
  const { pool } = server.app.db;
  const UNPUBLISHED =
    'SELECT FROM raffle_counters c LEFT JOIN raffle_books b USING (raffle_id) WHERE c.leaves > coalesce(b.size, 0)';
  await eventually(async () => (await pool.query(UNPUBLISHED)).rowCount === 0, { timeoutMs: 20_000 });
  ageCaches(2_500);
});

const fieldsOf = (name: string): [field: string, selection: string][] => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type`);
  return Object.values(type.getFields()).map((field) => {
    const below = everyFieldOf(field.type);
    const isList = getNamedType(field.type).name.endsWith('Connection');
    return [
      field.name,
      isObjectType(getNamedType(field.type)) ? `${field.name}${isList ? '(first: 2)' : ''} ${below}` : field.name,
    ];
  });
};

/** What moves by itself between two questions. */
const MOVING = ['secondsLeft'];

describe.each([
  ['Order', 'orders', 'ADMIN'],
  ['Order', 'myOrders', 'USER'],
  ['Order', `ordersByRaffle`, 'ADMIN'],
  ['Raffle', 'raffles', 'ADMIN'],
  ['Raffle', 'raffles', 'PUBLIC'],
] as const)('a field of %s in %s for %s', (type, list, role) => {
  const fields = fieldsOf(type).filter(([name]) => !MOVING.includes(name));
  const args = list === 'ordersByRaffle' ? '($raffleId: ID!)' : '';
  const ask = async (selection: string) => {
    const query = `query ${args} { list: ${list}(first: 5${args && ', raffleId: $raffleId'}) { ${selection} } }`;
    const { data, errors } = await server.graphql(query, { ...(args && { raffleId }) }, { token: tokens[role] });
    expect(errors).toBeUndefined();
    return data.list;
  };

  let asked: ReturnType<typeof ask> | undefined;
  const askWhole = () => (asked ??= ask(`nodes { ${fields.map(([, one]) => one).join(' ')} }`));

  it.each(fields)('%s asked for alone is what it is among all', async (name, selection) => {
    const whole = await askWhole();
    expect(whole.nodes.length).toBeGreaterThan(1);
    const values = whole.nodes.map((node: Record<string, unknown>) => node[name]);
    expect((await ask(`nodes { ${selection} }`)).nodes.map((node: Record<string, unknown>) => node[name])).toEqual(values);
    // Some in one place and some in the other, under another name and in a fragment.
    const parts = await ask(
      `nodes { id ...Part } edges { node { other: ${selection} } }`.replace('...Part', `... on ${type} { __typename }`),
    );
    expect(parts.edges.map(({ node }: { node: Record<string, unknown> }) => node.other)).toEqual(values);
  });
});

describe.each(['PUBLIC', 'ADMIN'] as const)('a field of a raffle for %s', (role) => {
  it.each(fieldsOf('Raffle'))('%s asked for alone is what it is in the list', async (name, selection) => {
    const asked = { token: tokens[role] };
    const { data } = await server.graphql(`{ raffles { nodes { id ${selection} } } }`, {}, asked);
    const listed = data.raffles.nodes.find(({ id }: { id: string }) => id === raffleId);
    const one = await server.graphql(`query ($id: ID!) { raffle(id: $id) { ${selection} } }`, { id: raffleId }, asked);
    expect(one.errors).toBeUndefined();
    expect(one.data.raffle[name]).toEqual(listed[name]);
  });
});
