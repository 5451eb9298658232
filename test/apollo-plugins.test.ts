import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { DomainError } from '../src/platform/domain-error.js';
import type { Plugin } from '../src/graphql/apollo-plugins.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { jsonHeaders } from './support/graphql-client.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(() => startTestServer({}, { apolloPlugins: [counting] }));
let token: string;
let counts: Record<string, number>;
let asked: (string | undefined)[];

const count = (hook: string): void => void (counts[hook] = (counts[hook] ?? 0) + 1);

const counting: Plugin = {
  async requestDidStart({ request }) {
    count('requestDidStart');
    return {
      didResolveSource: async () => count('didResolveSource'),
      async didResolveOperation({ operationName, contextValue }) {
        count('didResolveOperation');
        asked.push(`${operationName} of ${contextValue.principal.role} by ${request.http?.method ?? 'REST'}`);
        if (operationName === 'Refused') throw new DomainError('RATE_LIMITED', { message: 'A plugin refuses it.' });
        if (operationName === 'Broken') throw new Error('a secret of the plugin');
      },
      async responseForOperation({ operationName }) {
        if (operationName !== 'Known') return null;
        const headers = new HeaderMap([['x-known', 'yes']]);
        return { http: { status: 200, headers }, body: { kind: 'single', singleResult: { data: { me: 'of the plugin' } } } };
      },
      async executionDidStart() {
        count('executionDidStart');
        return { executionDidEnd: async () => count('executionDidEnd') };
      },
      async didEncounterErrors({ errors }) {
        count('didEncounterErrors');
        expect(errors.every((error) => error instanceof GraphQLError)).toBe(true);
      },
      async willSendResponse({ response }) {
        count('willSendResponse');
        response.http.headers.set('x-counted', '1');
      },
    };
  },
};

beforeAll(async () => {
  await anAdmin(server);
  token = (await aCustomer(server)).token;
});
beforeEach(() => {
  counts = {};
  asked = [];
});

async function post(query: string) {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: jsonHeaders({ token }),
    body: JSON.stringify({ query }),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const OF_AN_OPERATION = {
  requestDidStart: 1,
  didResolveSource: 1,
  didResolveOperation: 1,
  executionDidStart: 1,
  executionDidEnd: 1,
  willSendResponse: 1,
};

it.each([
  ['a query', 'query Me { me { id } }', 'Me', {}],
  ['one that fails', 'query Order { order(id: "1") { id } }', 'Order', { didEncounterErrors: 1 }],
  ['one that may not be called', 'query Audit { auditLog { nodes { id } } }', 'Audit', { didEncounterErrors: 1 }],
])('every operation passes the hooks of a plugin once, a document that was seen before too: %s', async (_, query, name, more) => {
  const answers = [];
  for (let times = 0; times < 4; times++) {
    counts = {};
    const { status, headers, body } = await post(query);
    answers.push({ status, body });
    expect(headers.get('x-counted')).toBe('1');
    expect(counts).toEqual({ ...OF_AN_OPERATION, ...more });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(asked).toEqual(Array(4).fill(`${name} of USER by POST`));
});

it('and so does an operation of REST', async () => {
  expect((await server.rest('GET', '/v1/users/profile', { token })).status).toBe(200);
  expect(counts).toEqual(OF_AN_OPERATION);
  expect(asked).toEqual([expect.stringMatching(/^\w+ of USER by REST$/)]);
});

it.each([
  ['that cannot be parsed', 'query Me { me { id', {}],
  ['of fields that are not there', 'query Me { me { colour } }', { didResolveOperation: 1 }],
])('a document %s tells the plugin of its errors', async (_, query, more) => {
  expect((await post(query)).status).toBe(400);
  expect(counts).toEqual({ requestDidStart: 1, didResolveSource: 1, didEncounterErrors: 1, willSendResponse: 1, ...more });
});

it('a plugin may answer in place of the execution', async () => {
  for (let times = 0; times < 3; times++) {
    const { headers, body } = await post('query Known { me { id } }');
    expect(JSON.parse(body)).toEqual({ data: { me: 'of the plugin' } });
    expect(headers.get('x-known')).toBe('yes');
  }
  expect(counts).not.toHaveProperty('executionDidStart');
});

it.each([
  ['Refused', 'RATE_LIMITED'],
  ['Broken', 'INTERNAL_SERVER_ERROR'],
])('a plugin may refuse an operation, and what it throws unexpectedly is not shown: %s', async (name, code) => {
  for (let times = 0; times < 3; times++) {
    counts = {};
    const { body } = await post(`query ${name} { me { id } }`);
    expect(JSON.parse(body).errors).toMatchObject([{ extensions: { code } }]);
    expect(body).not.toContain('secret');
    expect(counts).toMatchObject({ didEncounterErrors: 1, willSendResponse: 1 });
    expect(counts).not.toHaveProperty('executionDidStart');
  }
});
