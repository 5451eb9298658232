import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

interface Shown {
  example?: unknown;
}
interface Operation {
  parameters: (Shown & { name: string; in: string; required: boolean })[];
  requestBody?: { content: Record<string, Shown> };
  responses: Record<string, { content?: Record<string, Shown> }>;
}

const server = forTests(startTestServer);
let operations: (Operation & { method: string; path: string })[];
beforeAll(async () => {
  await seedProviders(server);
  const { paths } = (await server.rest('GET', '/openapi.json')).body as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
});

it('every operation of /openapi.json has an example of each parameter, body and answer, and of a refusal', () => {
  const without = operations.flatMap(({ method, path, parameters, requestBody, responses }) => {
    const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    const refusal = Object.values(responses).some(({ content }) => {
      const error = content?.['application/json']?.example as { statusCode?: number } | undefined;
      return error?.statusCode !== undefined;
    });
    const lacking = [
      ...parameters.filter(({ example }) => example === undefined).map(({ name }) => name),
      ...(requestBody?.content['application/json'] && requestBody.content['application/json'].example === undefined
        ? ['body']
        : []),
      ...answers.flatMap(([status, { content }]) =>
        content?.['application/json'] && content['application/json'].example === undefined ? [status] : [],
      ),
      ...(refusal ? [] : ['refusal']),
    ];
    return lacking.length > 0 ? [`${method} ${path}: ${lacking.join(', ')}`] : [];
  });
  expect(without).toEqual([]);
});

/** What an example cannot know: a password, who has an account, and which raffles there are. */
const NOT_OF_THIS_SHOP: Record<string, string[]> = {
  // The text of a code must have the code.
  'PATCH /v1/messages/texts': ['body'],
  'POST /v1/messages/texts/preview': ['body'],
  'PATCH /v1/users/password': ['currentPassword'],
  // What a device signs.
  'POST /v1/users/second-factor/passkeys': ['passkey'],
  'POST /v1/users': ['cpf', 'phone'],
  'POST /v1/orders/without-payment-gateway': ['raffleId'],
  'POST /v1/awarded-boxes': ['quantityBoxes', 'quantityTitles', 'raffleId'],
};

it('every example of a request is understood', async () => {
  const tokens = { operator: (await anAdmin(server)).token, buyer: (await aCustomer(server)).token };
  const misread: unknown[] = [];
  for (const { method, path, parameters, requestBody } of operations.filter((one) => one.path.startsWith('/v1/'))) {
    const body = requestBody?.content['application/json']?.example;
    if (requestBody && !requestBody.content['application/json']) continue;
    const valueOf = (name: string) => encodeURIComponent(String(parameters.find((one) => one.name === name)?.example));
    const query = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => `${name}=${valueOf(name)}`);
    const address =
      path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name)) + (query.length > 0 ? `?${query.join('&')}` : '');
    const token = path.startsWith('/v1/orders') && method === 'POST' ? tokens.buyer : tokens.operator;
    const answer = await server.rest(method, address, { token, ...(body !== undefined && { body }) });
    if (answer.status !== 400 && answer.status !== 500) continue;
    const route = `${method} ${path}`;
    const isKnown = String(Object.keys(answer.body.message).toSorted()) === String(NOT_OF_THIS_SHOP[route]);
    if (!isKnown) misread.push([route, body, answer.body.message]);
  }
  expect(misread).toEqual([]);
});
