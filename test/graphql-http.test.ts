import { ApolloServer } from '@apollo/server';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle, countsOf, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const buyer = forTests(() => aCustomer(server));
let raffleId: string;

beforeAll(async () => {
  await anAdmin(server);
  await seedProviders(server);
  raffleId = (await anOpenRaffle(server)).id;
});
afterEach(() => void vi.restoreAllMocks());

interface Sent {
  body: unknown;
  headers?: Record<string, string> | undefined;
  method?: string;
}

async function send({ body, headers, method = 'POST' }: Sent) {
  const response = await fetch(`${server.url}/graphql`, {
    method,
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

/** How the second request for a document is answered: by running its operation at once, or by asking Apollo again. */
type Way = 'AT ONCE' | 'BY APOLLO';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe('an answer is the same when the document was seen before, however it comes about', () => {
  const one = { query: QUERY, operationName: 'One', variables: { id: 'raffleId' } };
  const accepting = (accept: string) => ({ accept });
  it.each<[string, Way, Sent]>([
    ['data', 'AT ONCE', { body: one }],
    ['another operation of the document', 'AT ONCE', { body: { query: QUERY, operationName: 'Two' } }],
    ['no such operation', 'BY APOLLO', { body: { query: QUERY, operationName: 'Three' } }],
    ['none named of two', 'BY APOLLO', { body: { query: QUERY, variables: null } }],
    ['an operation that is no text', 'BY APOLLO', { body: { ...one, operationName: 1 } }],
    ['variables that are a text', 'BY APOLLO', { body: { ...one, variables: '{"id":"1"}' } }],
    ['variables that are a list', 'BY APOLLO', { body: { ...one, variables: [] } }],
    ['variables that do not fit', 'AT ONCE', { body: { ...one, variables: { id: {} } } }],
    ['a variable that no text may hold', 'AT ONCE', { body: { ...one, variables: { id: '\0' } } }],
    ['a variable that is missing', 'AT ONCE', { body: { ...one, variables: {} } }],
    ['extensions that mean nothing here', 'AT ONCE', { body: { ...one, extensions: { clientLibrary: { name: 'c' } } } }],
    ['extensions that are a list', 'BY APOLLO', { body: { ...one, extensions: [] } }],
    ['a persisted query', 'BY APOLLO', { body: { ...one, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } } }],
    ['a batch', 'BY APOLLO', { body: [one] }],
    ['an unknown key beside', 'AT ONCE', { body: { ...one, surprise: true } }],
    ['a failing field', 'AT ONCE', { body: { query: 'query ($id: ID!) { raffle(id: $id) { id } }', variables: { id: 'none' } } }],
    ['an operation that needs a token', 'AT ONCE', { body: { query: RESTRICTED, variables: { id: '1' } } }],
    [
      'an operation with a token',
      'AT ONCE',
      { body: { query: RESTRICTED, variables: { id: '1' } }, headers: { authorization: 'token' } },
    ],
    ['a token that is none', 'AT ONCE', { body: one, headers: { authorization: 'Bearer x' } }],
    [
      'a subscription',
      'AT ONCE',
      { body: { query: 'subscription ($id: ID!) { sellBar(raffleId: $id) { paid } }', variables: { id: 'raffleId' } } },
    ],
    [
      'too large a page',
      'AT ONCE',
      { body: { query: 'query ($n: Int) { raffles(first: $n) { edges { node { id } } } }', variables: { n: 1000 } } },
    ],
    ['introspection', 'AT ONCE', { body: { query: '{ __schema { queryType { name } } }' } }],
    [
      'a client of either media type',
      'AT ONCE',
      { body: one, headers: accepting('application/graphql-response+json, application/json;q=0.9') },
    ],
    ['a client of the newer media type', 'AT ONCE', { body: one, headers: accepting('application/graphql-response+json') }],
    [
      'a content type that names its encoding',
      'AT ONCE',
      { body: one, headers: { 'content-type': 'application/json; charset=utf-8' } },
    ],
    [
      'a content type that a form may send',
      'BY APOLLO',
      { body: JSON.stringify(one), headers: { 'content-type': 'text/plain' } },
    ],
  ])('%s: %s', async (_, way, sent) => {
    const request = JSON.parse(
      JSON.stringify(sent).replaceAll('"raffleId"', `"${raffleId}"`).replaceAll('"token"', `"Bearer ${buyer.token}"`),
    ) as Sent;
    const unseen = { ...request, body: withComment(request.body) };
    const askedApollo = vi.spyOn(ApolloServer.prototype, 'executeHTTPGraphQLRequest');
    const first = await send(unseen);
    expect(askedApollo).toHaveBeenCalledTimes(1);
    // Now it is seen, even if this request was refused before anybody looked at its document.
    if (isRecord(unseen.body)) await send({ body: { query: unseen.body.query, operationName: 'Two' } });
    askedApollo.mockClear();
    for (const _again of [1, 2]) expect(await send(unseen)).toEqual(first);
    expect(askedApollo).toHaveBeenCalledTimes(way === 'AT ONCE' ? 0 : 2);
  });

  let comments = 0;
  function withComment(body: unknown): unknown {
    if (!isRecord(body) || !('query' in body)) return body;
    return { ...body, query: `${String(body.query)} # ${++comments}` };
  }
});

it('refuses a client that takes no answer of ours before anything is done', async () => {
  const body = {
    query: 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
    variables: { input: { raffleId, quotaQuantity: 5 } },
  };
  for (const _ of [1, 2]) {
    const refused = await send({ body, headers: { authorization: `Bearer ${buyer.token}`, accept: 'text/html' } });
    expect(refused).toMatchObject({ status: 406, contentType: 'application/json; charset=utf-8' });
    expect(JSON.parse(refused.body)).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  }
  expect(await countsOf(server, raffleId)).toMatchObject({ reserved: 0 });
});

it('is refused when it subscribes: over HTTP nobody would get the second answer', async () => {
  const body = { query: 'subscription ($id: ID!) { sellBar(raffleId: $id) { paid } }', variables: { id: raffleId } };
  for (const _ of [1, 2]) {
    const refused = await send({ body });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.body)).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  }
});

// Another one would see nothing of the requests that are answered without Apollo.
it('has no plugin of Apollo but the one that hands operations over, and those that switch something off', async () => {
  const askedApollo = vi.spyOn(ApolloServer.prototype, 'executeHTTPGraphQLRequest');
  await send({ body: { query: '{ __typename } # nobody has sent this' } });
  const [apollo] = askedApollo.mock.contexts as unknown as { internals: { plugins: Record<string, unknown>[] } }[];
  const plugins = apollo?.internals.plugins.map(({ __internal_plugin_id__: id, __is_disabled_plugin__: off, ...hooks }) =>
    off ? `${String(id)} off` : (id ?? Object.keys(hooks)),
  );
  expect(plugins).toEqual([
    ['contextCreationDidFail', 'unexpectedErrorProcessingRequest', 'requestDidStart'],
    'CacheControl off',
    'LandingPageDisabled off',
    'UsageReporting off',
    'SchemaReporting off',
    // Apollo's own, silent unless the schema is a part of a federation.
    'InlineTrace',
  ]);
});
