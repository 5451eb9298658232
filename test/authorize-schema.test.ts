import { graphql, GraphQLObjectType, GraphQLSchema, GraphQLString, subscribe, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { OperatorRole } from '../src/generated/prisma/client.js';
import { authorizeSchema } from '../src/graphql/authorize-schema.js';
import { OPERATOR_RIGHTS } from '../src/operator-rights.js';
import { schema as served } from '../src/schema.js';

const field = (roles?: string[]) => ({ type: GraphQLString, extensions: { roles }, resolve: () => 'done' });
const root = (name: string, fields: Record<string, object>) => new GraphQLObjectType({ name, fields: fields as never });

/** What operators do by a route that runs no document. */
const WITHOUT_A_FIELD = ['exportOrders', 'exportPersonalData', 'uploadFile'];
const NOBODY_ELSE = new Map(['operators', 'both', 'news'].map((name) => [name, []]));

describe('an operation', () => {
  it('that names no role does not start', () => {
    for (const roles of [undefined, []]) {
      const schema = () => new GraphQLSchema({ query: root('Query', { open: field(['PUBLIC']), forgotten: field(roles) }) });
      expect(() => authorizeSchema(schema(), NOBODY_ELSE)).toThrow('Query.forgotten names no role');
    }
  });

  it('is done for the roles that it names and no other, operators included', async () => {
    const OPERATIONS = { public: ['PUBLIC'], buyers: ['USER'], operators: ['ADMIN'], both: ['USER', 'ADMIN'] };
    const fields = Object.fromEntries(Object.entries(OPERATIONS).map(([name, roles]) => [name, field(roles)]));
    const schema = authorizeSchema(new GraphQLSchema({ query: root('Query', fields) }), NOBODY_ELSE);
    const done = async (role: string) => {
      const { data } = await graphql({
        schema,
        source: '{ public buyers operators both }',
        contextValue: { principal: role === 'ADMIN' ? { role, operatorRole: 'OWNER' } : { role } },
      });
      return Object.entries(data ?? {}).flatMap(([name, value]) => (value === 'done' ? [name] : []));
    };
    expect(await done('PUBLIC')).toEqual(['public']);
    expect(await done('USER')).toEqual(['public', 'buyers', 'both']);
    expect(await done('ADMIN')).toEqual(['public', 'operators', 'both']);
    expect(await done('CLIENT')).toEqual(['public']);
  });

  it('that is a stream is refused before it opens', async () => {
    let opened = 0;
    async function* open() {
      opened += 1;
      yield 'done';
    }
    const schema = authorizeSchema(
      new GraphQLSchema({
        query: root('Query', { open: field(['PUBLIC']) }),
        subscription: root('Subscription', { news: { ...field(['USER']), subscribe: open } }),
      }),
      NOBODY_ELSE,
    );
    const document = parse('subscription { news }');
    const refused = await subscribe({ schema, document, contextValue: { principal: { role: 'PUBLIC' } } });
    expect(refused).toMatchObject({ errors: [{ extensions: {}, message: expect.stringContaining('log in') }] });
    expect(opened).toBe(0);
  });

  it('of operators is done for an owner and those of the roles that the table names', async () => {
    const OPERATORS = ['OWNER', 'FINANCE', 'MANAGER', 'SUPPORT'] as const;
    const rights = new Map<string, readonly OperatorRole[]>([
      ['owners', []],
      ['money', ['FINANCE']],
      ['people', ['SUPPORT']],
      ['everybody', ['FINANCE', 'MANAGER', 'SUPPORT']],
    ]);
    const fields = Object.fromEntries([...rights.keys()].map((name) => [name, field(['USER', 'ADMIN'])]));
    const schema = authorizeSchema(new GraphQLSchema({ query: root('Query', fields) }), rights);
    const ask = (operatorRole: OperatorRole) =>
      graphql({
        schema,
        source: `{ ${[...rights.keys()].join(' ')} }`,
        contextValue: { principal: { role: 'ADMIN', operatorRole } },
      });
    const done = await Promise.all(
      OPERATORS.map(async (role) => {
        const { data } = await ask(role);
        return Object.entries(data ?? {}).flatMap(([name, value]) => (value === 'done' ? [name] : []));
      }),
    );
    expect(done).toEqual([
      ['owners', 'money', 'people', 'everybody'],
      ['money', 'everybody'],
      ['everybody'],
      ['people', 'everybody'],
    ]);
    const refused = (await ask('SUPPORT')).errors?.map(({ message }) => message);
    expect(refused).toEqual([
      'Among operators this is for OWNER only: ask an owner.',
      'Among operators this is for OWNER and FINANCE only: ask an owner.',
    ]);
    const said = Object.values(schema.getQueryType()?.getFields() ?? {}).map(({ description }) => description);
    expect(said).toEqual([
      'Roles: USER, ADMIN (owner).',
      'Roles: USER, ADMIN (owner, finance).',
      'Roles: USER, ADMIN (owner, support).',
      'Roles: USER, ADMIN.',
    ]);
  });

  it('of operators that the table does not name does not start', () => {
    const schema = new GraphQLSchema({ query: root('Query', { forgotten: field(['ADMIN']) }) });
    expect(() => authorizeSchema(schema, new Map())).toThrow('Query.forgotten is for operators, and nothing says for which');
  });
});

describe('the table of what operators may do', () => {
  it('names nothing that there is not', () => {
    const { Query, Mutation, Subscription } = served.getTypeMap() as Record<string, GraphQLObjectType>;
    const ofOperators = [Query, Mutation, Subscription].flatMap((type) =>
      Object.values(type?.getFields() ?? {}).filter(({ extensions }) => (extensions.roles as string[]).includes('ADMIN')),
    );
    const known = new Set([...ofOperators.map(({ name }) => name), ...WITHOUT_A_FIELD]);
    expect([...OPERATOR_RIGHTS.keys()].filter((name) => !known.has(name))).toEqual([]);
  });
});
