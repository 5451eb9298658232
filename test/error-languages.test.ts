import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { bearer } from './support/graphql-client.js';
import { aPaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { connect } from './support/subscribe.js';

describe('a refusal', () => {
  const server = forTests(startTestServer);
  let admin: string;
  let buyer: string;
  beforeAll(async () => {
    ({ token: admin } = await anAdmin(server));
    ({ token: buyer } = await aCustomer(server));
  });

  const graphql = async (query: string, language: string | undefined, variables: object = {}) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${admin}`,
        ...(language !== undefined && { 'accept-language': language }),
      },
      body: JSON.stringify({ query, variables }),
    });
    return { headers: response.headers, body: (await response.json()) as any };
  };
  const CREATE = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }';
  const WRONG = { input: { title: ' ', quotaPrice: '1.00', quotaQuantity: 0, endsAt: '2026-13-01', status: 'OPENED' } };

  it.each([
    [undefined, 'en', 'There is no such raffle.'],
    ['fr', 'en', 'There is no such raffle.'],
    ['en-US,en;q=0.9,pt;q=0.8', 'en', 'There is no such raffle.'],
    ['pt-BR', 'pt-BR', 'Rifa não encontrada.'],
    ['pt', 'pt-BR', 'Rifa não encontrada.'],
    ['pt-PT,pt;q=0.9,en;q=0.5', 'pt-BR', 'Rifa não encontrada.'],
  ])('is told to who asks for %s in %s', async (asked, language, message) => {
    const { headers, body } = await graphql('mutation { deleteRaffle(id: "1") { id } }', asked);
    expect(body.errors[0]).toMatchObject({ message, extensions: { code: 'NOT_FOUND' } });
    expect([headers.get('content-language'), headers.get('vary')]).toEqual([
      language,
      expect.stringContaining('accept-language'),
    ]);
  });

  it('by field is told in the language too, with the rules for programs the same in each', async () => {
    const english = (await graphql(CREATE, 'en', WRONG)).body.errors[0];
    const portuguese = (await graphql(CREATE, 'pt-BR', WRONG)).body.errors[0];
    expect(english.extensions.fields.endsAt).toEqual(['must be an ISO 8601 instant, like 2026-12-24T18:00:00Z']);
    expect(portuguese.extensions.fields.endsAt).toEqual(['deve ser um instante ISO 8601, como 2026-12-24T18:00:00Z']);
    expect(portuguese.message).toContain('endsAt deve ser um instante ISO 8601');
    const rules = (error: any) =>
      Object.entries(error.extensions.problems).map(([field, list]) => [
        field,
        (list as any[]).map(({ rule, params }) => [rule, params]),
      ]);
    expect(rules(portuguese)).toEqual(rules(english));
    expect(Object.fromEntries(rules(english))).toMatchObject({
      endsAt: [['dateTime', { example: '2026-12-24T18:00:00Z' }]],
      status: [['enum', { values: expect.arrayContaining(['DRAFT', 'OPEN']) }]],
    });
  });

  it('over REST has the code, the rules and the language, of a whole body and of a field', async () => {
    const headers = { 'accept-language': 'pt-BR' };
    const noSuch = await server.rest('DELETE', '/v1/raffles/1', { token: admin, headers });
    expect(noSuch.body).toEqual({
      error: 'Record Not Found',
      statusCode: 404,
      code: 'NOT_FOUND',
      message: 'Rifa não encontrada.',
    });
    expect(noSuch.headers.get('content-language')).toBe('pt-BR');
    const wrong = await server.rest('POST', '/v1/raffles', { token: admin, headers, body: WRONG.input });
    expect(wrong.body).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: { endsAt: ['deve ser um instante ISO 8601, como 2026-12-24T18:00:00Z'] },
      problems: { endsAt: [{ rule: 'dateTime', message: 'deve ser um instante ISO 8601, como 2026-12-24T18:00:00Z' }] },
    });
    const nowhere = await server.rest('GET', '/nowhere', { headers });
    expect(nowhere.body).toMatchObject({ code: 'NOT_FOUND', message: 'Não há nada em GET /nowhere.' });
    const notThere = await server.rest('PUT', '/v1/raffles', { token: admin, headers, body: {} });
    expect(notThere.body).toMatchObject({ code: 'METHOD_NOT_ALLOWED', message: expect.stringContaining('não é atendido aqui') });
  });

  it('over a WebSocket is told as its parameters ask', async () => {
    const client = connect(server, { ...bearer(buyer), acceptLanguage: 'pt-BR' });
    const query = 'subscription ($id: ID!) { orderStatus(orderId: $id) { id } }';
    const { errors } = await client.subscribe(query, { id: 'none' }).next();
    expect(errors).toMatchObject([{ message: 'Pedido não encontrado.' }]);
    await client.close();
  });

  it('over a WebSocket is told to each subscriber of the same in their own language, whatever else a value says', async () => {
    const { id } = await aPaidOrder(server, (await anOpenRaffle(server)).id, 3);
    const query = 'subscription ($id: ID!) { orderStatus(orderId: $id) { id refunds(first: 0) { nodes { id } } } }';
    const clients = ['pt-BR', 'en'].map((acceptLanguage) => connect(server, { ...bearer(admin), acceptLanguage }));
    const values = clients.map((client) => client.subscribe(query, { id: String(id) }));
    const told: unknown[] = [];
    for (const value of values) told.push((await value.next()).errors?.[0]?.message);
    expect(told).toEqual(['first não pode ser menor que 1', 'first must not be less than 1']);
    for (const client of clients) await client.close();
  });

  it('changes nothing of what is answered well', async () => {
    const { headers, body } = await graphql('{ me { role } }', 'pt-BR');
    expect([body, headers.get('content-language')]).toEqual([{ data: { me: { role: 'ADMIN' } } }, null]);
  });
});
