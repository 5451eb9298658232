import { buildSchema, getOperationAST, parse, type GraphQLSchema } from 'graphql';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.js';
import { createCompiledOperations } from '../src/graphql/compiled-operations.js';
import { createExecutor, type Executor } from '../src/graphql/executor.js';
import type { Operation } from '../src/graphql/operation.js';
import { RootOutcome } from '../src/graphql/root-outcome.js';
import { DomainError } from '../src/platform/domain-error.js';
import { createMetrics } from '../src/platform/metrics.js';
import { createRateLimits } from '../src/platform/rate-limits.js';
import { UNLIMITED } from './support/rates.js';
import { NO_TRACER } from '../src/platform/tracer.js';

const CONTEXT = { principal: { role: 'PUBLIC' }, clientAddress: '192.0.2.1' } as Context;

let made: unknown[];
let schema: GraphQLSchema;
beforeEach(() => {
  made = [];
  schema = buildSchema(`
    enum Kind { PIX CARD }
    input Part { name: String!, times: Int! = 2 }
    input Asked { title: String!, kind: Kind! = PIX, parts: [Part!] = [{name: "one"}], note: String }
    type Thing { id: ID!, broken: String, needed: String! }
    type Query { thing(asked: Asked!): Thing }
    type Mutation { make(asked: Asked!): Thing, plain(times: Int! = 1): Thing, must(asked: Asked!): Thing!, refuse(asked: Asked!): Thing }
  `);
  const refuse = () => {
    throw new DomainError('CONFLICT', { message: 'This one never.' });
  };
  const thing = { id: 7, broken: refuse, needed: refuse };
  const make = (_: unknown, { asked }: { asked: unknown }) => {
    made.push(asked);
    return thing;
  };
  const { make: makes, must, refuse: refuses } = schema.getMutationType()!.getFields();
  makes!.resolve = async (...args) => make(args[0], args[1] as never);
  must!.resolve = refuse;
  refuses!.resolve = (...args) => {
    make(args[0], args[1] as never);
    return refuse();
  };
  schema.getQueryType()!.getFields().thing!.resolve = (...args) => make(args[0], args[1] as never);
});

function operationOf(text: string, variables: Record<string, unknown> = {}): Operation {
  const document = parse(text);
  return { document, operation: getOperationAST(document)!, variables };
}

const rateLimits = createRateLimits({ ceilings: UNLIMITED, db: { query: () => Promise.resolve([]) }, secret: 'secret' });
/** Its answers without what is left of the limits, which differs each time. */
function executor(): Pick<Executor, 'run'> {
  const app = { log: pino({ level: 'silent' }), metrics: createMetrics(), tracer: NO_TRACER, rateLimits, features: [] };
  const { run } = createExecutor({ app, schema });
  return {
    async run(...asked) {
      const { headers: _headers, ...answer } = await run(...asked);
      return answer;
    },
  };
}

const MAKE = 'mutation ($asked: Asked!, $bare: Boolean = false) { make(asked: $asked) { id broken @skip(if: $bare) } }';

describe('an operation that was seen before', () => {
  const given = { title: 'Moto' };
  const read = { title: 'Moto', kind: 'PIX', parts: [{ name: 'one', times: 2 }] };

  it.each([
    ['a query', 'query ($asked: Asked!) { thing(asked: $asked) { id } }', undefined],
    ['a mutation', 'mutation ($asked: Asked!) { make(asked: $asked) { id } }', new RootOutcome()],
  ])('runs compiled, its defaults filled in: %s', async (_, text, root) => {
    const asked = operationOf(text, { asked: given });
    const compiled = createCompiledOperations(schema);
    expect(compiled.run(asked, CONTEXT, root)).toBeUndefined();
    expect(await compiled.run(asked, CONTEXT, root)).toEqual({ data: { [root ? 'make' : 'thing']: { id: '7' } } });
    expect(made).toEqual([read]);
  });

  it.each([
    ['a list for an object', { asked: [{ title: 'Moto' }] }],
    ['no such field', { asked: { ...given, colour: 'red' } }],
    ['nothing', {}],
    ['a field of a part', { asked: { ...given, parts: [{ times: 1 }] } }],
  ])('is not run for variables that do not fit: %s', (_, variables) => {
    const asked = operationOf(MAKE, variables);
    const compiled = createCompiledOperations(schema);
    for (let times = 0; times < 3; times++) expect(compiled.run(asked, CONTEXT, new RootOutcome())).toBeUndefined();
    expect(made).toEqual([]);
  });

  it('makes what it makes once, also where the answer has errors, which are those of the first time', async () => {
    const { run } = executor();
    for (const text of [
      MAKE,
      MAKE.replace('id broken', 'id needed'),
      'mutation ($asked: Asked!) { refuse(asked: $asked) { id } }',
      'mutation ($asked: Asked!) { again: refuse(asked: $asked) { id } }',
      'mutation { refuse(asked: {title: "Moto"}) { id } }',
    ]) {
      const asked = operationOf(text, { asked: given });
      const first = await run(asked, CONTEXT);
      expect(first.result.errors).toHaveLength(1);
      for (let times = 2; times <= 4; times++) {
        expect(await run(asked, CONTEXT)).toEqual(first);
        expect(made).toHaveLength(times);
      }
      made = [];
    }
  });

  it('waits once for a database that does not answer, and says so as the first time', async () => {
    const { run } = executor();
    schema.getQueryType()!.getFields().thing!.resolve = async (...args) => {
      made.push(args[1]);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
    const asked = operationOf('query ($asked: Asked!) { thing(asked: $asked) { id } }', { asked: given });
    const first = await run(asked, CONTEXT);
    expect(first.result).toMatchObject({ data: { thing: null }, errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
    for (let times = 2; times <= 4; times++) {
      expect(await run(asked, CONTEXT)).toEqual(first);
      expect(made).toHaveLength(times);
    }
  });

  it('refuses what is not there for an argument that needs a value, as the first time', async () => {
    const { run } = executor();
    const asked = operationOf('mutation ($times: Int) { plain(times: $times) { id } }', { times: null });
    const first = await run(asked, CONTEXT);
    expect(first.result.errors).toHaveLength(1);
    for (let times = 0; times < 3; times++) expect(await run(asked, CONTEXT)).toEqual(first);
  });

  it('tells of the schema what it told the first time', async () => {
    const { run } = executor();
    const asked = operationOf(
      '{ ...meta } fragment meta on Query { __schema { types { name } } __type(name: "CoercedVariable") { name } }',
    );
    const first = await run(asked, CONTEXT);
    expect(first.result.errors).toBeUndefined();
    for (let times = 0; times < 3; times++) expect(await run(asked, CONTEXT)).toEqual(first);
  });

  it('leaves out what a variable says', async () => {
    const { run } = executor();
    const asked = operationOf(MAKE, { asked: given, bare: true });
    for (let times = 0; times < 3; times++) expect((await run(asked, CONTEXT)).result).toEqual({ data: { make: { id: '7' } } });
  });

  it('stops at the first field of a mutation that must not fail and does', async () => {
    const { run } = executor();
    const asked = operationOf(
      'mutation ($asked: Asked!) { a: make(asked: $asked) { id } b: must(asked: $asked) { id } c: make(asked: $asked) { id } }',
      { asked: given },
    );
    for (let times = 1; times <= 3; times++) {
      expect((await run(asked, CONTEXT)).result.data).toBeNull();
      expect(made).toHaveLength(times);
    }
  });
});
