import { getNamedType, isObjectType, type GraphQLArgument, type GraphQLField, type GraphQLObjectType } from 'graphql';
import pMap from 'p-map';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../src/schema.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { aLegacyClient } from './support/legacy-client.js';
import { aListedRow, anOrderOfNumbers } from './support/listed-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const UUID = '01990000-0000-7000-8000-000000000001';
const NOW = '2026-11-20T10:00:00.000Z';

const base64 = (text: string) => Buffer.from(text).toString('base64url');
const cursor = (...key: unknown[]) => base64(JSON.stringify(key));

/** What no list has ever answered. Of keys of one, two and three parts each, since lists have one or two. */
const CRAFTED: string[] = [
  '',
  ' ',
  'nonsense',
  '🦀',
  '%00',
  'a'.repeat(10_000),
  ...['null', '[]', '{}', '1', '"x"', '[', '[[]]', '{"0":"1","length":1}', '\0', '["1"', '[null,null]', '[{},{}]', '[1,2]'].map(
    base64,
  ),
  ...[
    '',
    ' 1',
    '1\n',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'NaN',
    '\0',
    '1\0',
    '9'.repeat(18),
    '9'.repeat(19),
    '9'.repeat(400),
    UUID,
    UUID.slice(1),
    `${UUID}0`,
    '-'.repeat(36),
    `${'0'.repeat(32)}----`,
    "' OR 1=1 --",
  ].flatMap((part) => [
    cursor(part),
    cursor(part, UUID),
    cursor(NOW, part),
    cursor('1795000000000', part),
    cursor(part, part, part),
  ]),
  ...[
    '2026-13-01T00:00:00.000Z',
    '2026-00-00T00:00:00.000Z',
    '2026-02-31T00:00:00.000Z',
    '2026-01-01T25:00:00.000Z',
    '2026-01-01T23:59:60.000Z',
    '2026-01-01T00:00:00Z',
    '2026-01-01',
    '0000-01-01T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '+275760-09-13T00:00:00.001Z',
    '99999-01-01T00:00:00.000Z',
    `${NOW}\0`,
    '8640000000000000',
    '8640000000000001',
    '99999999999999',
    '253402300800000',
    '-62167219200001',
  ].map((instant) => cursor(instant, UUID)),
  cursor(NOW, UUID.toUpperCase()),
  cursor(1, UUID),
  cursor(true),
  cursor(null, null),
  cursor([NOW], [UUID]),
];

const server = forTests(startTestServer);
let raffleId: string;
let orderId: string;
let clientId: string;
const buyer = forTests(() => aCustomer(server));
const admin = forTests(() => anAdmin(server));

beforeAll(async () => {
  raffleId = (await anOpenRaffle(server)).id;
  orderId = await anOrderOfNumbers(server, 3);
  clientId = (await aLegacyClient(server)).id;
  for (const n of [1, 2, 3]) await aListedRow({ server, buyerId: buyer.id, raffleId }, n);
});

interface Way {
  coordinate: string;
  query: string;
}

function connections(): Way[] {
  const query = schema.getQueryType();
  if (!query) return [];
  const found: Way[] = [];
  const seen = new Set<GraphQLObjectType>([query]);
  let level: [type: GraphQLObjectType, around: string][] = [[query, '{ X }']];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const [type, around] of level) {
      for (const field of Object.values(type.getFields())) {
        const coordinate = `${type.name}.${field.name}`;
        const args = argumentsOf(field);
        if (field.args.some(({ name }) => name === 'after'))
          found.push({
            coordinate,
            query: around.replace('X', `${field.name}(${[...args, 'after: $after'].join()}) { pageInfo { endCursor } }`),
          });
        const target = targetOf(field);
        if (!target || seen.has(target)) continue;
        seen.add(target);
        const inner = isConnection(field) ? `${field.name}${list(args)} { nodes { X } }` : `${field.name}${list(args)} { X }`;
        next.push([target, around.replace('X', inner)]);
      }
    }
    level = next;
  }
  return found;
}

const isConnection = ({ type }: GraphQLField<unknown, unknown>) => getNamedType(type).name.endsWith('Connection');
const list = (args: string[]) => (args.length > 0 ? `(${args.join()})` : '');

function targetOf(field: GraphQLField<unknown, unknown>): GraphQLObjectType | undefined {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return undefined;
  if (!isConnection(field)) return type;
  const nodes = getNamedType(type.getFields().nodes?.type);
  return isObjectType(nodes) ? nodes : undefined;
}

/** Of whose rows: the ids are known when it is asked. */
function argumentsOf({ args }: GraphQLField<unknown, unknown>): string[] {
  const known = ['raffleId', 'orderId', 'userId', 'clientId', 'id', 'token'];
  return args.filter(({ name }) => known.includes(name)).map(({ name }) => `${name}: "${name}"`);
}

async function ask({ coordinate, query }: Way, after: string) {
  const token = coordinate.startsWith('Query.my') ? buyer.token : admin.token;
  const link = server.app.orderLinks.tokenOf(orderId);
  const ids: Record<string, string> = { raffleId, orderId, userId: buyer.id, clientId, id: orderId, token: link };
  const asked = Object.entries(ids).reduce(
    (text, [name, id]) => text.replaceAll(`${name}: "${name}"`, `${name}: "${id}"`),
    query.replace('raffle(id: "id")', `raffle(id: "${raffleId}")`),
  );
  return server.graphql(`query ($after: String) ${asked}`, { after }, { token });
}

const WAYS = connections();

describe('a cursor that no list has answered', () => {
  it('is put to every connection of the schema', () => {
    expect(WAYS.map(({ coordinate }) => coordinate).sort()).toEqual(
      Object.values(schema.getTypeMap())
        .filter(isObjectType)
        .flatMap((type) => Object.values(type.getFields()).map((field) => ({ coordinate: `${type.name}.${field.name}`, field })))
        .filter(({ field }) => field.args.some(({ name }: GraphQLArgument) => name === 'after'))
        .map(({ coordinate }) => coordinate)
        .sort(),
    );
  });

  it.each(WAYS)('is refused by $coordinate, by name', async (way) => {
    const answers = await pMap(CRAFTED, async (after) => ({ after, ...(await ask(way, after)) }), { concurrency: 4 });
    for (const { after, data, errors } of answers) {
      // In the very form of the list's own, a cursor is a place in it, if one where nothing is.
      if (!errors) expect(data).toBeTruthy();
      for (const { extensions } of errors ?? []) {
        const told = { after: Buffer.from(after, 'base64url').toString(), ...extensions };
        expect(told).toEqual({ ...told, code: 'BAD_USER_INPUT', fields: { after: [expect.any(String)] } });
      }
    }
  });

  it.each(['pixPayments', 'myPixPayments', 'latePayments'])(
    'is none of %s for being in nearly the form of its own',
    async (name) => {
      const way = { coordinate: `Query.${name}`, query: `{ ${name}(after: $after) { pageInfo { endCursor } } }` };
      expect((await ask(way, cursor(NOW, UUID))).errors).toBeUndefined();
      for (const key of [
        ['2026-02-31T00:00:00.000Z', UUID],
        ['0000-01-01T00:00:00.000Z', UUID],
        [NOW, '-'.repeat(36)],
        [NOW, UUID.replaceAll('-', '0')],
      ]) {
        expect((await ask(way, cursor(...key))).errors?.[0]?.extensions.fields).toEqual({ after: [expect.any(String)] });
      }
    },
  );

  it('is refused by the lists of legacy clients', async () => {
    const client = await aLegacyClient(server);
    for (const path of ['/client/api/extracts', '/client/api/webhooks/deliveries']) {
      for (const after of CRAFTED) {
        const { status, body } = await client.call('GET', `${path}?after=${encodeURIComponent(after)}`);
        const told = `${path} ${JSON.stringify(Buffer.from(after, 'base64url').toString().slice(0, 80))}`;
        expect([told, status === 200 || status === 400]).toEqual([told, true]);
        if (status === 400) expect(Object.keys(body.message as object)).toEqual(['after']);
      }
    }
  });
});

describe('a cursor of a list', () => {
  it.each(['pixPayments', 'latePayments', 'raffles', 'webhookDeliveries', 'orders', 'apiClients'])(
    'leads on in %s',
    async (name) => {
      const query = `query ($after: String) { ${name}(first: 1, after: $after) { edges { cursor node { id } } pageInfo { hasNextPage } } }`;
      const first = (await server.graphql(query, {}, { token: admin.token })).data[name];
      const second = (await server.graphql(query, { after: first.edges[0].cursor }, { token: admin.token })).data[name];
      expect(second.edges[0].node.id).not.toBe(first.edges[0].node.id);
    },
  );
});
