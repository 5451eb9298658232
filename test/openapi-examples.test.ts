import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { withoutReferences } from './support/rest-contract.js';
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
let schemas: Record<string, { properties?: Record<string, Record<string, unknown>> }>;
beforeAll(async () => {
  await seedProviders(server);
  const { body } = await server.rest('GET', '/openapi.json');
  ({ schemas } = body.components);
  const { paths } = withoutReferences(body) as unknown as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
});

it('every operation of /openapi.json has an example of what must be sent, and of a refusal', () => {
  const without = operations.flatMap(({ method, path, parameters, requestBody, responses }) => {
    const refusal = Object.values(responses).some(({ content }) => {
      const error = content?.['application/json']?.example as { statusCode?: number } | undefined;
      return error?.statusCode !== undefined;
    });
    const lacking = [
      ...parameters.filter(({ required, example }) => required && example === undefined).map(({ name }) => name),
      ...(requestBody?.content['application/json'] && requestBody.content['application/json'].example === undefined
        ? ['body']
        : []),
      ...(refusal ? [] : ['refusal']),
    ];
    return lacking.length > 0 ? [`${method} ${path}: ${lacking.join(', ')}`] : [];
  });
  expect(without).toEqual([]);
});

it('no page of documentation sends a cursor, a key or a filter that is only an example', () => {
  const optional = operations.flatMap(({ method, path, parameters }) =>
    parameters
      .filter(({ required, example }) => !required && example !== undefined)
      .map(({ name }) => `${method} ${path}: ${name}`),
  );
  expect(optional).toEqual([]);
});

it('each text of a record has an example, or a format or values that tell what it is like', () => {
  const untold = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, { type }]) => [type].flat().includes('string'))
      .filter(([, field]) => !['examples', 'format', 'enum', 'const'].some((keyword) => keyword in field))
      .map(([field]) => `${name}.${field}`),
  );
  expect(untold).toEqual([]);
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
