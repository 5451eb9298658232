import { getOperationAST, GraphQLError, parse, type ExecutionResult } from 'graphql';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context, SharedReads } from '../src/context.js';
import { createKeptAnswers, textOnce } from '../src/graphql/kept-answers.js';
import type { Operation } from '../src/graphql/operation.js';
import { RaffleResolver } from '../src/raffles/raffle.resolver.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const buyer = forTests(() => aCustomer(server));
const other = forTests(() => aCustomer(server));
beforeAll(() => seedProviders(server));
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const PAGE = 'query ($id: ID, $slug: String) { raffle(id: $id, slug: $slug) { id title version sellBar { reserved } } }';

const ask = async (query: string, variables: object, token?: string) => {
  const { data, errors } = await server.graphql(query, { ...variables }, { token });
  return errors?.[0]?.extensions.code ?? data;
};
/** The first time a document runs as it is, the second time compiled; then its answer can be kept. */
const keep = async (query: string, variables: object, token?: string) => {
  for (let i = 0; i < 3; i++) await ask(query, variables, token);
};
const runs = () => vi.spyOn(RaffleResolver.prototype, 'raffle');

describe('the answer about a public raffle', () => {
  it('is made once for all who ask the same while its snapshots are fresh', async () => {
    const { id } = await anOpenRaffle(server, { slug: 'kept', title: 'Moto' });
    for (const variables of [{ id }, { slug: 'kept' }]) {
      await keep(PAGE, variables);
      const made = runs();
      const answer = { raffle: { id, title: 'Moto', version: null, sellBar: { reserved: 0 } } };
      for (let i = 0; i < 5; i++) expect(await ask(PAGE, variables)).toEqual(answer);
      expect(made).toHaveBeenCalledTimes(0);
      vi.advanceTimersByTime(101);
      expect(await ask(PAGE, variables)).toEqual(answer);
      expect(made).toHaveBeenCalledTimes(1);
      vi.restoreAllMocks();
    }
  });

  it('is never older than the copy of which it was made: a sale shows within 100 ms', async () => {
    const { id } = await anOpenRaffle(server);
    await keep(PAGE, { id });
    vi.advanceTimersByTime(90);
    // Made again of copies that are 90 ms old already.
    await server.app.rafflePages.byId(id);
    await ask('query Again($id: ID) { raffle(id: $id) { sellBar { reserved } } }', { id });
    await keep('query Again($id: ID) { raffle(id: $id) { sellBar { reserved } } }', { id });
    await salesDesk(server.graphql).buyWithoutGateway(buyer.token, { raffleId: id, quotaQuantity: 3 });
    vi.advanceTimersByTime(11);
    expect(await ask(PAGE, { id })).toMatchObject({ raffle: { sellBar: { reserved: 3 } } });
    expect(await ask('query Again($id: ID) { raffle(id: $id) { sellBar { reserved } } }', { id })).toMatchObject({
      raffle: { sellBar: { reserved: 3 } },
    });
  });

  it('is another one for other variables, for another operation of the document, and for an operator', async () => {
    const [one, two] = [await anOpenRaffle(server), await anOpenRaffle(server)];
    await keep(PAGE, { id: one.id });
    expect(await ask(PAGE, { id: two.id })).toMatchObject({ raffle: { id: two.id } });
    await keep(PAGE, { id: one.id }, buyer.token);
    expect(await ask(PAGE, { id: one.id }, admin.token)).toMatchObject({ raffle: { version: expect.any(Number) } });
    expect(await ask(PAGE, { id: one.id }, buyer.token)).toMatchObject({ raffle: { version: null } });
    expect(await ask(PAGE, { id: one.id })).toMatchObject({ raffle: { version: null } });

    const both = 'query A($id: ID) { raffle(id: $id) { id } } query B($id: ID) { raffle(id: $id) { title } }';
    const ofOperation = async (operationName: string) => {
      const body = JSON.stringify({ query: both, operationName, variables: { id: one.id } });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })).json();
    };
    for (let i = 0; i < 4; i++) {
      expect(await ofOperation('A')).toEqual({ data: { raffle: { id: one.id } } });
      expect(await ofOperation('B')).toEqual({ data: { raffle: { title: expect.any(String) } } });
    }
  });

  it('is given to nobody else when it holds what belongs to a caller', async () => {
    const { id } = await anOpenRaffle(server);
    const withMe = 'query ($id: ID) { raffle(id: $id) { id } me { id } }';
    await keep(withMe, { id }, buyer.token);
    expect(await ask(withMe, { id }, buyer.token)).toEqual({ raffle: { id }, me: { id: buyer.id } });
    expect(await ask(withMe, { id }, other.token)).toEqual({ raffle: { id }, me: { id: other.id } });
    expect(await ask(withMe, { id })).toBe('UNAUTHENTICATED');
  });

  it('is kept for nobody when it is an error, which each caller reads in their own language', async () => {
    const slug = 'not-there-yet';
    const said = async (language: string) => {
      const { errors, data } = await server.graphql(PAGE, { slug }, { headers: { 'accept-language': language } });
      return errors?.[0]?.message ?? data.raffle.title;
    };
    const messages = [];
    for (const language of ['en', 'pt-BR', 'en', 'pt-BR', 'en', 'pt-BR']) messages.push(await said(language));
    expect(new Set(messages).size).toBe(2);
    expect(messages.slice(2, 4)).toEqual(messages.slice(4));
    await anOpenRaffle(server, { slug, title: 'Now' });
    expect(await said('en')).toBe('Now');
  });

  it('counts as an operation each time', async () => {
    const { id } = await anOpenRaffle(server);
    await keep(PAGE, { id });
    const ended = vi.spyOn(server.app.metrics, 'operationEnded');
    const taken = vi.spyOn(server.app.rateLimits, 'take');
    for (let i = 0; i < 3; i++) await ask(PAGE, { id });
    expect(ended).toHaveBeenCalledTimes(3);
    expect(taken.mock.calls.map(([, { kind }]) => kind)).toEqual(['cost', 'cost', 'cost']);
  });

  it('is made once of the whole raffle by REST too, and has what the operator reads of this moment', async () => {
    const { id } = await anOpenRaffle(server, { title: 'By REST' });
    const path = `/public/v1/raffles/${id}`;
    for (let i = 0; i < 3; i++) await server.rest('GET', path);
    const made = runs();
    const { body, headers } = await server.rest('GET', path);
    expect(made).toHaveBeenCalledTimes(0);
    expect(body).toMatchObject({ id, title: 'By REST', refundRule: 'WITHIN_7_DAYS', commitments: { boxesHash: null } });
    expect((await server.rest('GET', path)).headers.get('etag')).toBe(headers.get('etag'));
    const current = (await server.rest('GET', `/v1/raffles/${id}`, { token: admin.token })).body;
    expect(made).toHaveBeenCalledTimes(1);
    expect(Object.keys(current)).toEqual(Object.keys(body));
    expect(body.commitments).toEqual(current.commitments);
    vi.advanceTimersByTime(101);
    await server.rest('GET', path);
    expect(made).toHaveBeenCalledTimes(2);
  });

  it.each(['br', 'gzip'])('is compressed as %s once, and says so like one that is not kept', async (encoding) => {
    const { id } = await anOpenRaffle(server, { description: 'Moto zero. '.repeat(200) });
    const body = JSON.stringify({
      query: `query Of_${encoding}($id: ID) { raffle(id: $id) { id description } }`,
      variables: { id },
    });
    const post = async () => {
      const headers = { 'content-type': 'application/json', 'accept-encoding': encoding };
      const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
      const said = ['content-encoding', 'content-type', 'vary'].map((name) => response.headers.get(name));
      return { said, body: await response.json() };
    };
    const answers = [await post()];
    while (answers.length < 5) answers.push(await post());
    expect(answers[0]).toMatchObject({
      said: [encoding, expect.any(String), 'accept-encoding'],
      body: { data: { raffle: { id } } },
    });
    expect(answers.slice(1)).toEqual(answers.slice(1).map(() => answers[0]));
  });

  it('is the same by REST, with its tag', async () => {
    const { id } = await anOpenRaffle(server, { title: 'By REST' });
    const path = `/public/v1/metrics/raffles/${id}/sell-bar`;
    const answers = [await server.rest('GET', path)];
    while (answers.length < 4) answers.push(await server.rest('GET', path));
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => answers[0]?.body));
    await server.app.db.prisma.raffleCounter.update({ where: { raffleId: id }, data: { reserved: 7 } });
    vi.advanceTimersByTime(101);
    expect((await server.rest('GET', path)).body).toMatchObject({ reserved: 7 });
    await server.app.db.prisma.raffleCounter.update({ where: { raffleId: id }, data: { reserved: 0 } });
  });
});

interface StandIn {
  shelf: { get(key: string): unknown; other: string };
  principal: object;
  clientAddress: string;
}

describe('answers that are kept', () => {
  const asked = (text: string, variables = {}): Operation => {
    const document = parse(text);
    return { document, operation: getOperationAST(document)!, variables };
  };
  const sharedReads = { shelf: ['get'] } as SharedReads;
  let stock: Record<string, object>;
  let isAway: boolean;
  const contextOf = (principal: object): Context =>
    ({
      shelf: {
        get: (key: string) => (isAway || key === 'lost' ? Promise.reject(new Error('away')) : (stock[key] ??= {})),
        other: 'of the shelf',
      },
      principal,
      clientAddress: '203.0.113.1',
    }) satisfies StandIn as unknown as Context;
  beforeEach(() => {
    stock = {};
    isAway = false;
  });

  const answered = async (reads: (ctx: StandIn) => unknown, principal: object = { role: 'PUBLIC' }) => {
    const kept = createKeptAnswers(sharedReads);
    const operation = asked('{ raffle(id: "1") { id } }');
    const execute = vi.fn<(ctx: Context) => Promise<ExecutionResult>>(async (ctx) => {
      await reads(ctx as unknown as StandIn);
      return { data: {} };
    });
    for (let i = 0; i < 2; i++) await kept.run(operation, contextOf(principal), execute);
    return execute.mock.calls.length;
  };

  it.each<[string, (ctx: StandIn) => unknown, number]>([
    ['reads what is shared', (ctx) => ctx.shelf.get('a'), 1],
    ['reads it later', async (ctx) => (await Promise.resolve(), ctx.shelf.get('a')), 1],
    ['reads nothing', () => undefined, 2],
    ['reads another property of the part', (ctx) => [ctx.shelf.get('a'), ctx.shelf.other], 2],
    ['reads the address', (ctx) => [ctx.shelf.get('a'), ctx.clientAddress], 2],
    [
      'does without a read that failed',
      async ({ shelf }) => [shelf.get('a'), await (shelf.get('lost') as Promise<object>).catch(() => 0)],
      2,
    ],
    ['copies the context', (ctx) => [ctx.shelf.get('a'), { ...ctx }], 2],
    ['reads too much', (ctx) => Array.from({ length: 21 }, (_, i) => ctx.shelf.get(String(i))), 2],
  ])('one that %s', async (_, reads, made) => {
    expect(await answered(reads)).toBe(made);
  });

  it.each<[string, object, (ctx: StandIn) => unknown, number]>([
    ['the role of a buyer', { role: 'USER', id: '1' }, ({ principal }) => (principal as { role: string }).role, 1],
    ['the id of a buyer', { role: 'USER', id: '1' }, ({ principal }) => (principal as { id: string }).id, 2],
    ['the role of an operator', { role: 'ADMIN', id: '1' }, ({ principal }) => (principal as { role: string }).role, 2],
  ])('one that reads %s', async (_, principal, readsToo, made) => {
    expect(await answered((ctx) => [ctx.shelf.get('a'), readsToo(ctx)], principal)).toBe(made);
  });

  it('leave no failure that nobody takes, which would end the process', async () => {
    const kept = createKeptAnswers(sharedReads);
    const context = contextOf({ role: 'PUBLIC' });
    const operation = asked('{ raffle }');
    const execute = async (ctx: Context): Promise<ExecutionResult> => {
      await (ctx as unknown as StandIn).shelf.get('a');
      return { data: {} };
    };
    await kept.run(operation, context, execute);
    const untaken = vi.fn<(error: unknown) => void>();
    process.on('unhandledRejection', untaken);
    isAway = true;
    await expect(kept.run(operation, context, execute)).rejects.toThrow('away');
    await new Promise(setImmediate);
    process.off('unhandledRejection', untaken);
    expect(untaken).not.toHaveBeenCalled();
  });

  it('are made once for all who ask at the same time, and by each who asks where that fails', async () => {
    const kept = createKeptAnswers(sharedReads);
    const context = contextOf({ role: 'PUBLIC' });
    const operation = asked('{ raffle }');
    const execute = vi.fn<(ctx: Context) => Promise<ExecutionResult>>(async (ctx) => {
      await (ctx as unknown as StandIn).shelf.get('a');
      return { data: {} };
    });
    const ask = () => kept.run(operation, context, execute);
    await ask();
    stock = {};
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect([new Set(answers).size, execute.mock.calls.length]).toEqual([1, 2]);

    stock = {};
    execute.mockRejectedValueOnce(new Error('away'));
    const settled = await Promise.allSettled([ask(), ask(), ask()]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);

    // What was read is read again before the answer is there.
    stock = {};
    execute.mockImplementationOnce(async (ctx) => {
      await (ctx as unknown as StandIn).shelf.get('a');
      stock = {};
      return { data: { of: 'before' } };
    });
    expect(await Promise.all([ask(), ask()])).toEqual([{ data: { of: 'before' } }, { data: {} }]);
  });

  it('are kept apart for each role and for the variables', async () => {
    const kept = createKeptAnswers(sharedReads);
    const { document, operation } = asked('query ($key: ID) { raffle(id: $key) { id } }');
    const answer = async (role: string, key: string) => {
      const made = await kept.run({ document, operation, variables: { key } }, contextOf({ role }), (ctx) => {
        const { shelf, principal } = ctx as unknown as StandIn;
        shelf.get(key);
        return { data: { of: [(principal as { role: string }).role, key] } };
      });
      return made?.data?.of;
    };
    for (let i = 0; i < 2; i++) {
      for (const role of ['PUBLIC', 'USER', 'ADMIN'])
        for (const key of ['a', 'b']) expect(await answer(role, key)).toEqual([role, key]);
    }
  });

  it('are not kept with an error, nor for a mutation, and what is made of them is made once', async () => {
    const kept = createKeptAnswers(sharedReads);
    const context = contextOf({ role: 'PUBLIC' });
    const read = (ctx: Context) => (ctx as unknown as StandIn).shelf.get('a');
    const withError = vi.fn<(ctx: Context) => ExecutionResult>(
      (ctx) => (read(ctx), { data: {}, errors: [new GraphQLError('no')] }),
    );
    const failing = asked('{ failing }');
    await kept.run(failing, context, withError);
    await kept.run(failing, context, withError);
    expect(withError).toHaveBeenCalledTimes(2);
    const change = vi.fn<(ctx: Context) => ExecutionResult>((ctx) => (read(ctx), { data: {} }));
    const mutation = asked('mutation { write }');
    await kept.run(mutation, context, change);
    await kept.run(mutation, context, change);
    expect(change).toHaveBeenCalledTimes(2);

    const query = asked('{ raffle }');
    const answer = await kept.run(query, context, (ctx) => (read(ctx), { data: {} }));
    const purpose = {};
    const write = vi.fn<() => string>(() => 'short');
    textOnce(answer?.data, purpose, write);
    expect(textOnce(answer?.data, purpose, write)).toMatchObject({ bytes: Buffer.from('short') });
    expect(write).toHaveBeenCalledTimes(1);
    expect(textOnce(answer?.data, {}, () => 'for something else')).toMatchObject({ bytes: Buffer.from('for something else') });
    expect(textOnce({}, purpose, () => 'of other data')).toBe('of other data');
    // A text that is too long is not held.
    const forLong = {};
    for (let i = 0; i < 2; i++) expect(textOnce(answer?.data, forLong, () => 'x'.repeat(70_000))).toEqual(expect.any(String));
  });
});
