import { graphql, GraphQLObjectType, GraphQLSchema, GraphQLString, subscribe, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { OperatorRole } from '../src/generated/prisma/client.js';
import { authorizeSchema } from '../src/graphql/authorize-schema.js';

const field = (roles?: string[], operators: readonly OperatorRole[] | undefined = []) => ({
  type: GraphQLString,
  extensions: { roles, operators },
  resolve: () => 'done',
});
const root = (name: string, fields: Record<string, object>) => new GraphQLObjectType({ name, fields: fields as never });

describe('an operation', () => {
  it('that names no role does not start', () => {
    for (const roles of [undefined, []]) {
      const schema = () => new GraphQLSchema({ query: root('Query', { open: field(['PUBLIC']), forgotten: field(roles) }) });
      expect(() => authorizeSchema(schema())).toThrow('Query.forgotten names no role');
    }
  });

  it('is done for the roles that it names and no other, operators included', async () => {
    const OPERATIONS = { public: ['PUBLIC'], buyers: ['USER'], operators: ['ADMIN'], both: ['USER', 'ADMIN'] };
    const fields = Object.fromEntries(Object.entries(OPERATIONS).map(([name, roles]) => [name, field(roles)]));
    const schema = authorizeSchema(new GraphQLSchema({ query: root('Query', fields) }));
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
    );
    const document = parse('subscription { news }');
    const refused = await subscribe({ schema, document, contextValue: { principal: { role: 'PUBLIC' } } });
    expect(refused).toMatchObject({ errors: [{ extensions: {}, message: expect.stringContaining('log in') }] });
    expect(opened).toBe(0);
  });

  it('of operators is done for an owner and those that it names', async () => {
    const OPERATORS = ['OWNER', 'FINANCE', 'MANAGER', 'SUPPORT'] as const;
    const rights = new Map<string, readonly OperatorRole[]>([
      ['owners', []],
      ['money', ['FINANCE']],
      ['people', ['SUPPORT']],
      ['everybody', ['FINANCE', 'MANAGER', 'SUPPORT']],
    ]);
    const fields = Object.fromEntries([...rights].map(([name, operators]) => [name, field(['USER', 'ADMIN'], operators)]));
    const schema = authorizeSchema(new GraphQLSchema({ query: root('Query', fields) }));
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

  it('of operators that does not name which does not start', () => {
    const forgotten = { type: GraphQLString, extensions: { roles: ['ADMIN'] } };
    const schema = new GraphQLSchema({ query: root('Query', { forgotten }) });
    expect(() => authorizeSchema(schema)).toThrow('Query.forgotten is for operators, and nothing says for which');
  });
});
