import { JSON_ERROR_CODES } from '../src/platform/http/json-errors.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHAPTERS } from '../src/graphql/chapters.js';
import { ERROR_CODES } from '../src/platform/error-codes.js';
import { features } from '../src/features.js';
import { DESCRIPTION } from '../src/rest/openapi-texts.js';
import { anAdmin } from './support/actors.js';
import { withoutReferences } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';

interface Operation {
  summary?: string;
  description: string;
  tags: string[];
  responses: object;
  security: object[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
}

const server = forTests(startTestServer);
let document: {
  info: { description: string };
  tags: { name: string; description: string }[];
  servers: object[];
  components: { schemas: Record<string, { properties: Record<string, object> }> };
};
let operations: (Operation & { route: string })[];
beforeAll(async () => {
  const { body } = await server.rest('GET', '/openapi.json');
  document = body;
  const { paths } = withoutReferences(body) as unknown as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
  );
});

describe('/openapi.json', () => {
  it('sums each route up by the first sentence of its description', () => {
    expect(operations.length).toBeGreaterThan(100);
    for (const { route, summary = '', description } of operations)
      expect([route, description.startsWith(summary), /^[^\n]{7,200}\.$/.test(summary)]).toEqual([route, true, true]);
    const { summary } = operations.find(({ route }) => route === 'POST /v1/orders') ?? {};
    expect(summary).toBe('Orders quotas and creates their PIX charge.');
  });

  it('answers records that have a name, and no other objects', () => {
    const answers = operations.flatMap(({ route, responses }) =>
      Object.entries<{ content?: Record<string, { schema: { type?: unknown } }> }>(responses as never)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content }]) => (content?.['application/json']?.schema.type === 'object' ? [route] : [])),
    );
    const byDocuments = answers.filter((route) => !/ \/(?:auth|cashin|client)\//.test(route));
    expect(byDocuments).toEqual(['POST /v1/raffles/upload', 'GET /v1/users/profile/data', 'GET /v1/users/{id}/data']);
    const named = Object.keys(document.components.schemas);
    expect(named).toEqual(expect.arrayContaining(['Order', 'OrderPage', 'Raffle', 'RafflePage', 'User', 'UserPage', 'PageInfo']));
  });

  it('says of each tag what it is about, and of no other', () => {
    const used = [...new Set(operations.flatMap(({ tags }) => tags))].toSorted();
    const tags: Record<string, string> = Object.assign({}, ...features.map(({ openapi }) => openapi?.tags));
    expect(document.tags).toEqual(used.map((name) => ({ name, description: tags[name] })));
    expect(Object.keys(tags).toSorted()).toEqual(used);
  });

  it('lists the Idempotency-Key where it is read', () => {
    const taking = operations.filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'));
    expect(taking.map(({ route }) => route).toSorted()).toEqual([
      'PATCH /v1/orders/{orderId}/refund',
      'POST /cashin/api/billing_order',
      'POST /v1/orders',
      'POST /v1/orders/without-payment-gateway',
    ]);
  });

  it('says where a code has another status than elsewhere', () => {
    const fewer = operations.filter(({ description }) => description.includes('are answered with status 400'));
    expect(fewer.map(({ route }) => route)).toEqual(['POST /v1/orders/without-payment-gateway', 'POST /v1/awarded-boxes']);
    for (const { description, responses } of fewer) {
      expect(Object.keys(responses)).toEqual(['201', '400', '401', '403', '429', '500', '502', '503']);
      expect(description).toMatch(/ Here NOT_FOUND, CONFLICT, SOLD_OUT, IDEMPOTENCY_MISMATCH are answered with status 400\.$/);
    }
  });

  it('tells the bounds that inputs are held to, and how lists are', async () => {
    const { token } = await anAdmin(server);
    const { CreateWebhookEndpointInput, CreateOrderInput } = document.components.schemas;
    expect(CreateOrderInput?.properties).toMatchObject({ quotaQuantity: { minimum: 1, maximum: 20_000 } });
    const { url, events } = CreateWebhookEndpointInput?.properties ?? {};
    expect([url, events]).toMatchObject([{ minLength: 1, maxLength: 2_000 }, { maxItems: expect.any(Number) }]);
    const first = operations
      .find(({ route }) => route === 'GET /v1/webhooks/deliveries')
      ?.parameters?.find(({ name }) => name === 'first');
    expect(first?.schema).toMatchObject({ minimum: 1, maximum: 100 });
    for (const outside of [0, 101]) {
      const { status, body } = await server.rest('GET', `/v1/webhooks/deliveries?first=${outside}`, { token });
      expect([status, Object.keys(body.message)]).toEqual([400, ['first']]);
    }
  });

  it('says who is asked for a token, and where the service is', () => {
    const open = operations.filter(({ security }) => security.length === 0).map(({ route }) => route);
    expect(open).toEqual(operations.map(({ route }) => route).filter((route) => / \/(auth|public)\/v1\//.test(route)));
    expect(document.servers).toEqual([{ url: '/', description: 'This service.' }]);
  });

  it('tells the status of every error code', () => {
    expect(document.info.description).toBe(DESCRIPTION);
    const told = [...DESCRIPTION.matchAll(/((?:[A-Z]+_?[A-Z_]+(?: and |, )?)+) ([45]\d\d)/g)].flatMap(([, codes = '', status]) =>
      codes.split(' and ').map((code) => [code, Number(status)] as const),
    );
    expect(Object.fromEntries(told)).toEqual({
      ...Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status])),
      METHOD_NOT_ALLOWED: 405,
      PAYLOAD_TOO_LARGE: 413,
      UNSUPPORTED_MEDIA_TYPE: 415,
    });
    expect(JSON_ERROR_CODES.filter((code) => !DESCRIPTION.includes(code))).toEqual([]);
  });
});

describe('the chapters of the schema', () => {
  it('name every error code', () => {
    expect(Object.keys(ERROR_CODES).filter((code) => !CHAPTERS.Query.includes(code))).toEqual([]);
  });

  it('say truly what becomes of several mutations in one request, of which one fails', async () => {
    const { token } = await anAdmin(server);
    const made = (name: string) => `createRaffleCategory(input: { name: "${name}" }) { id }`;
    const answer = await server.graphql(`mutation { a: ${made('First')} b: ${made(' ')} c: ${made('Third')} }`, {}, { token });
    expect(answer).toMatchObject({ data: null, errors: [{ path: ['b'] }] });
    const names = await server.app.db.prisma.raffleCategory.findMany({ select: { name: true } });
    expect(names).toEqual([{ name: 'First' }]);
  });
});
