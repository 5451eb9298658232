import { graphql, GraphQLObjectType, GraphQLSchema, GraphQLString, subscribe, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { authorizeSchema } from '../src/graphql/authorize-schema.js';

const field = (roles?: string[]) => ({ type: GraphQLString, extensions: { roles }, resolve: () => 'done' });
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
        contextValue: { principal: { role } },
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
});
