import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle, countsOf, seedProviders } from './support/sales.js';
import { startTestServer, type TestServer } from './support/start.js';

let server: TestServer;
let token: string;
let raffleId: string;

beforeAll(async () => {
  server = await startTestServer();
  await anAdmin(server);
  await seedProviders(server);
  token = (await aCustomer(server)).token;
  raffleId = (await anOpenRaffle(server)).id;
});
afterAll(() => server?.stop());

interface Sent {
  body: unknown;
  headers?: Record<string, string> | undefined;
}

async function send({ body, headers }: Sent) {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    authenticate: response.headers.get('www-authenticate'),
    headers: [...response.headers.keys()].filter((name) => name !== 'date'),
    body: await response.text(),
  };
}

const QUERY = 'query One($id: ID!) { raffle(id: $id) { id title } } query Two { raffleCategories { id } }';
const RESTRICTED = 'query ($id: ID!) { order(id: $id) { id } }';

describe('an answer is the same when the document was seen before', () => {
  const one = { query: QUERY, operationName: 'One', variables: { id: 'raffleId' } };
  const accepting = (accept: string) => ({ accept });
  it.each<[string, Sent]>([
    ['data', { body: one }],
    ['another operation of the document', { body: { query: QUERY, operationName: 'Two' } }],
    ['no such operation', { body: { query: QUERY, operationName: 'Three' } }],
    ['none named of two', { body: { query: QUERY, variables: null } }],
    ['an operation that is no text', { body: { ...one, operationName: 1 } }],
    ['variables that are a text', { body: { ...one, variables: '{"id":"1"}' } }],
    ['variables that are a list', { body: { ...one, variables: [] } }],
    ['variables that do not fit', { body: { ...one, variables: { id: {} } } }],
    ['a variable that no text may hold', { body: { ...one, variables: { id: '\0' } } }],
    ['a variable that is missing', { body: { ...one, variables: {} } }],
    ['extensions that mean nothing here', { body: { ...one, extensions: { clientLibrary: { name: 'c' } } } }],
    ['extensions that are a list', { body: { ...one, extensions: [] } }],
    ['a persisted query', { body: { ...one, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } } }],
    ['a batch', { body: [one] }],
    ['an unknown key beside', { body: { ...one, surprise: true } }],
    ['a failing field', { body: { query: 'query ($id: ID!) { raffle(id: $id) { id } }', variables: { id: 'none' } } }],
    ['an operation that needs a token', { body: { query: RESTRICTED, variables: { id: '1' } } }],
    ['an operation with a token', { body: { query: RESTRICTED, variables: { id: '1' } }, headers: { authorization: 'token' } }],
    ['a token that is none', { body: one, headers: { authorization: 'Bearer x' } }],
    [
      'a subscription',
      { body: { query: 'subscription ($id: ID!) { sellBar(raffleId: $id) { sold } }', variables: { id: '1' } } },
    ],
    [
      'too large a page',
      { body: { query: 'query ($n: Int) { raffles(first: $n) { edges { node { id } } } }', variables: { n: 1000 } } },
    ],
    ['introspection', { body: { query: '{ __schema { queryType { name } } }' } }],
    [
      'a client of either media type',
      { body: one, headers: accepting('application/graphql-response+json, application/json;q=0.9') },
    ],
    ['a client of the newer media type', { body: one, headers: accepting('application/graphql-response+json') }],
    ['a client of no media type', { body: one, headers: accepting('text/html') }],
    ['a content type that names its encoding', { body: one, headers: { 'content-type': 'application/json; charset=utf-8' } }],
    ['a content type that a form may send', { body: JSON.stringify(one), headers: { 'content-type': 'text/plain' } }],
  ])('%s', async (_, sent) => {
    const request = JSON.parse(
      JSON.stringify(sent).replaceAll('"raffleId"', `"${raffleId}"`).replaceAll('"token"', `"Bearer ${token}"`),
    ) as Sent;
    const unseen = { ...request, body: withComment(request.body) };
    const first = await send(unseen);
    for (const _again of [1, 2]) expect(await send(unseen)).toEqual(first);
  });

  /** Another text of the same document, which nobody has sent yet. */
  let comments = 0;
  function withComment(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || !('query' in body)) return body;
    return { ...body, query: `${String(body.query)} # ${++comments}` };
  }
});

it('refuses a client that takes no answer of ours before anything is done', async () => {
  const body = {
    query: 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
    variables: { input: { raffleId, quotaQuantity: 5 } },
  };
  for (const _ of [1, 2]) {
    const refused = await send({ body, headers: { authorization: `Bearer ${token}`, accept: 'text/html' } });
    expect(refused).toMatchObject({ status: 406, contentType: 'application/json; charset=utf-8' });
    expect(JSON.parse(refused.body)).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  }
  expect(await countsOf(server, raffleId)).toMatchObject({ reserved: 0 });
});
