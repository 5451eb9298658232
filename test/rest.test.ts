import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { startTestServer, type TestServer } from './support/start.js';

let server: TestServer;
let admin: string;
let customer: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = (await anAdmin(server)).token;
  customer = (await aCustomer(server)).token;
});
afterAll(() => server.stop());
beforeEach(() => server.app.db.prisma.raffleCategory.deleteMany());

const CATEGORIES = '/v1/raffle-categories';
const countCategories = () => server.app.db.prisma.raffleCategory.count();

/** A body that is sent as it stands. */
const post = (body: string, headers: Record<string, string> = {}) => server.rest('POST', CATEGORIES, { token: admin, body, headers });

describe('the token', () => {
  const UNAUTHORIZED = { error: 'Unauthorized', statusCode: 401, message: expect.any(String) };

  it.each(['GET /v1/raffles', 'POST /v1/raffles', 'GET /v1/users/profile', 'DELETE /v1/raffles', 'GET /v1/nothing-here', 'GET /%761/raffles'])(
    'is asked for before anything else: %s',
    async (address) => {
      const [method = '', path = ''] = address.split(' ');
      const answer = await server.rest(method, path);
      expect(answer).toMatchObject({ status: 401, body: UNAUTHORIZED });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  it.each(['{', 'x'.repeat(200_000)])('is asked for before the body is read', async (body) => {
    const answer = await server.rest('POST', CATEGORIES, { body });
    expect(answer).toMatchObject({ status: 401, body: UNAUTHORIZED });
  });

  it('must be one of a user or an operator, ours and unexpired', async () => {
    const client = server.app.tokens.issue('CLIENT', '019a0000-0000-7000-8000-000000000000').accessToken;
    for (const token of [client, 'nonsense', `${admin}x`]) {
      expect(await server.rest('GET', CATEGORIES, { token })).toMatchObject({ status: 401, body: UNAUTHORIZED });
    }
    for (const authorization of ['', 'Basic YTpi', `Token ${admin}`, 'Bearer']) {
      expect(await server.rest('GET', CATEGORIES, { headers: { authorization } })).toMatchObject({ status: 401 });
    }
    for (const token of [admin, customer]) expect(await server.rest('GET', CATEGORIES, { token })).toMatchObject({ status: 200 });
  });

  it('of another role is refused with 403, and nothing happens', async () => {
    const answer = await server.rest('POST', CATEGORIES, { token: customer, body: { name: 'Cars' } });
    expect(answer).toMatchObject({ status: 403, body: { error: 'Forbidden', statusCode: 403, message: 'This is for ADMIN only.' } });
    expect(await countCategories()).toBe(0);
  });

  it('that has expired does not stand in the way of a new login', async () => {
    const answer = await server.rest('POST', '/auth/v1/admin/login', { token: 'expired', body: { email: 'nobody@example.com', password: 'wrong' } });
    expect(answer).toMatchObject({ status: 401, body: { ...UNAUTHORIZED, message: 'The email or the password is wrong.' } });
  });
});

describe('a body', () => {
  const badRequest = (message: unknown) => ({ status: 400, body: { error: 'Bad Request', statusCode: 400, message } });

  it.each(['[]', '[{"name":"Cars"}]', '"Cars"', '7', 'null', ''])('that is no JSON object is refused: %j', async (body) => {
    expect(await post(body)).toMatchObject(badRequest('The body must be a JSON object.'));
    expect(await countCategories()).toBe(0);
  });

  it.each(['{', '{"name":"Cars",}', '{"name":"Cars","__proto__":{}}'])('that is not JSON, or would poison a prototype, is refused: %j', async (body) => {
    expect(await post(body)).toMatchObject(badRequest('The body is not valid JSON.'));
  });

  it('without a field, with one of another type and with an unknown one is told each of them by name', async () => {
    expect(await post('{}')).toMatchObject(badRequest({ name: ['is required'] }));
    expect(await post('{"name":5}')).toMatchObject(badRequest({ name: [expect.stringContaining('5')] }));
    expect(await post('{"name":null}')).toMatchObject(badRequest({ name: [expect.any(String)] }));
    expect(await post('{"nome":"Cars","name":5}')).toMatchObject(badRequest({ name: [expect.any(String)], nome: ['is not a field of this input'] }));
    expect(await post('{"name":""}')).toMatchObject(badRequest({ name: [expect.stringContaining('1 characters')] }));
    expect(await countCategories()).toBe(0);
  });

  it.each(['"5"', '1.5', '2147483648', '1e400', 'true', 'null', '[5]', '{}'])('whose whole number is %s is refused by its field', async (quotaQuantity) => {
    const body = `{"title":"Car","quotaPrice":"1.00","quotaQuantity":${quotaQuantity}}`;
    expect(await server.rest('POST', '/v1/raffles', { token: admin, body })).toMatchObject(badRequest({ quotaQuantity: [expect.any(String)] }));
    expect(await server.app.db.prisma.raffle.count()).toBe(0);
  });

  it('with a text that cannot be stored is refused by its field', async () => {
    expect(await post('{"name":"Ca\\u0000rs"}')).toMatchObject(badRequest({ name: [expect.stringContaining('NUL')] }));
  });

  it('that is nested without end is refused', async () => {
    expect(await post(`{"name":${'['.repeat(40_000)}${']'.repeat(40_000)}}`)).toMatchObject({ status: 400 });
  });

  it('that is too large is refused with 413', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(200_000) }));
    expect(answer).toMatchObject({ status: 413, body: { error: 'Payload Too Large', statusCode: 413, message: expect.any(String) } });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x'])('of type %s is refused with 415', async (type) => {
    const answer = await post('{"name":"Cars"}', { 'content-type': type });
    expect(answer).toMatchObject({ status: 415, body: { error: 'Unsupported Media Type', statusCode: 415, message: expect.stringContaining('application/json') } });
    expect(await countCategories()).toBe(0);
  });

  it('is taken with a charset, and may be missing or empty where a route needs none', async () => {
    const { body } = await post('{"name":"Cars"}', { 'content-type': 'application/json; charset=utf-8' });
    const other = await post('{"name":"Boats"}');
    expect(await server.rest('DELETE', `${CATEGORIES}/${body.id}`, { token: admin })).toMatchObject({ status: 200 });
    expect(await server.rest('DELETE', `${CATEGORIES}/${other.body.id}`, { token: admin, body: '' })).toMatchObject({ status: 200 });
  });

  it('a route has no use for is refused by field, those of its path included', async () => {
    const { body } = await post('{"name":"Cars"}');
    const answer = await server.rest('DELETE', `${CATEGORIES}/${body.id}`, { token: admin, body: { id: 'other', reason: 'sold' } });
    expect(answer).toMatchObject(badRequest({ id: ['is not a field of this request'], reason: ['is not a field of this request'] }));
    expect(await countCategories()).toBe(1);
  });
});

describe('an address', () => {
  it('of nothing answers 404 as JSON', async () => {
    const message = 'There is nothing at GET /nothing.';
    expect(await server.rest('GET', '/nothing?a=1')).toMatchObject({ status: 404, body: { error: 'Not Found', statusCode: 404, message } });
    expect(await server.rest('GET', '/v1/nothing', { token: admin })).toMatchObject({ status: 404, body: { error: 'Not Found', statusCode: 404 } });
    expect(await server.rest('GET', '/v1/raffles/%zz', { token: admin })).toMatchObject({ status: 400, body: { error: 'Bad Request', statusCode: 400 } });
  });

  it.each([
    ['PUT', CATEGORIES, 'GET, POST, HEAD, OPTIONS'],
    ['POST', `${CATEGORIES}/019a0000-0000-7000-8000-000000000000`, 'PATCH, DELETE, OPTIONS'],
    ['GET', '/v1/users/customers', 'POST, OPTIONS'],
  ])('with the wrong method answers 405 and the right ones: %s %s', async (method, path, allow) => {
    const answer = await server.rest(method, path, { token: admin, ...(method !== 'GET' && { body: '{' }) });
    expect(answer).toMatchObject({ status: 405, body: { error: 'Method Not Allowed', statusCode: 405, message: `${method} is not served here; ${allow} are.` } });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('tells its methods by OPTIONS, and its headers by HEAD', async () => {
    const options = await server.rest('OPTIONS', CATEGORIES);
    expect(options).toMatchObject({ status: 204, body: undefined });
    expect(options.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    expect(await server.rest('HEAD', CATEGORIES, { token: admin })).toMatchObject({ status: 200, body: undefined });
    expect(await server.rest('HEAD', CATEGORIES)).toMatchObject({ status: 401, body: undefined });
  });

  it('takes the parameters of its query string and refuses any other by name', async () => {
    const unknown = await server.rest('GET', '/v1/raffles?page=2&first=1', { token: admin });
    expect(unknown).toMatchObject({ status: 400, body: { message: { page: ['is not a parameter of this request'] } } });
    for (const first of ['0', '101', '-1', 'ten', '1.5', '', '1e1', '99999999999', '5&first=6']) {
      expect(await server.rest('GET', `/v1/raffles?first=${first}`, { token: admin })).toMatchObject({ status: 400, body: { message: { first: [expect.any(String)] } } });
    }
    expect(await server.rest('GET', '/v1/raffles?after=nonsense', { token: admin })).toMatchObject({ status: 400, body: { message: { after: [expect.any(String)] } } });
    expect(await server.rest('GET', '/v1/raffles?status=LOST', { token: admin })).toMatchObject({ status: 400, body: { message: { status: [expect.any(String)] } } });
    expect(await server.rest('GET', '/v1/raffles?first=100&highlighted=true&status=OPEN', { token: admin })).toMatchObject({ status: 200 });
  });
});

it('an answer is JSON and never HTML, whatever the caller prefers', async () => {
  for (const path of ['/v1/raffles', '/nothing', '/openapi.json']) {
    const { headers } = await server.rest('GET', path, { headers: { accept: 'text/html' } });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

it('a body without a content type is refused with 415', async () => {
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${server.url}${CATEGORIES}`, { method: 'POST', headers: { authorization: `Bearer ${admin}`, 'content-length': 15 } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end('{"name":"Cars"}');
  });
  expect(status).toBe(415);
  expect(await countCategories()).toBe(0);
});
