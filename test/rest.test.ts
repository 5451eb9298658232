import { request } from 'node:http';
import { print, validate } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../src/routes.js';
import { schema } from '../src/schema.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { refused } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';

const CATEGORIES = '/v1/raffle-categories';
const NOBODY = '019a0000-0000-7000-8000-000000000000';
const SOME_PROBLEM = [expect.any(String)];

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const customer = forTests(() => aCustomer(server));
beforeEach(() => server.app.db.prisma.raffleCategory.deleteMany());

const countCategories = () => server.app.db.prisma.raffleCategory.count();
const get = (path: string, token?: string) => server.rest('GET', path, { token });
const post = (body: string, headers: Record<string, string> = {}) =>
  server.rest('POST', CATEGORIES, { token: admin.token, body, headers });

it('runs documents that the schema allows, each by a name of its own', () => {
  for (const route of routes) {
    const { document } = route.document();
    expect.soft(validate(schema, document), print(document)).toEqual([]);
  }
  const names = routes.filter(({ path }) => !path.startsWith('/public/')).map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

describe('the token', () => {
  it.each([
    ['GET', '/v1/raffles'],
    ['POST', '/v1/raffles'],
    ['GET', '/v1/users/profile'],
    ['GET', '/v1/nothing-here'],
    ['GET', '/%761/raffles'],
  ])('is asked for before anything else: %s %s', async (method, path) => {
    const answer = await server.rest(method, path);
    expect(answer).toMatchObject(refused(401));
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each(['{', 'x'.repeat(200_000)])('is asked for before the body is read', async (body) => {
    expect(await server.rest('POST', CATEGORIES, { body })).toMatchObject(refused(401));
  });

  it('must be one of a user or an operator, ours and unexpired', async () => {
    const client = server.app.tokens.issue('CLIENT', NOBODY).accessToken;
    for (const token of [client, 'nonsense', `${admin.token}x`]) expect(await get(CATEGORIES, token)).toMatchObject(refused(401));
    for (const authorization of ['', 'Basic YTpi', `Token ${admin.token}`, 'Bearer']) {
      expect(await server.rest('GET', CATEGORIES, { headers: { authorization } })).toMatchObject(refused(401));
    }
    for (const token of [admin.token, customer.token]) expect(await get(CATEGORIES, token)).toMatchObject({ status: 200 });
  });

  it('of another role is refused with 403, and nothing happens', async () => {
    const answer = await server.rest('POST', CATEGORIES, { token: customer.token, body: { name: 'Cars' } });
    expect(answer).toMatchObject(refused(403, 'This is for ADMIN only.'));
    expect(await countCategories()).toBe(0);
  });

  it('that has expired does not stand in the way of a new login', async () => {
    const body = { email: 'nobody@example.com', password: 'wrong' };
    const answer = await server.rest('POST', '/auth/v1/admin/login', { token: 'expired', body });
    expect(answer).toMatchObject(refused(401, 'The email or the password is wrong.'));
  });
});

describe('a body', () => {
  it.each(['[]', '[{"name":"Cars"}]', '"Cars"', '7', 'null'])('that is no JSON object is refused: %j', async (body) => {
    expect(await post(body)).toMatchObject(refused(400, 'The body must be a JSON object.'));
    expect(await countCategories()).toBe(0);
  });

  it('that is none, empty or without fields says the same on every route, also where no field is required', async () => {
    const { paths } = (await server.rest('GET', '/openapi.json')).body;
    const optional: string[] = [];
    for (const { method, path } of routes.filter(({ method }) => method !== 'GET' && method !== 'DELETE')) {
      const told = async (headers: Record<string, string>, body?: string): Promise<unknown[]> => {
        const token = path === '/v1/users/customers/:id' ? customer.token : admin.token;
        const address = server.url + path.replaceAll(/:\w+/g, NOBODY);
        const answer = await fetch(address, {
          method,
          headers: { ...headers, authorization: `Bearer ${token}` },
          body: body ?? null,
        });
        const { message } = answer.status === 204 ? {} : ((await answer.json()) as { message?: unknown });
        return [method, path, answer.status, message];
      };
      const withoutFields = await told({ 'content-type': 'application/json' }, '{}');
      expect(await told({})).toEqual(withoutFields);
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream'])
        expect(await told({ 'content-type': type }, '')).toEqual(withoutFields);
      const { requestBody } = paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      if (requestBody?.required === false) optional.push(`${method} ${path}`);
    }
    expect(optional).toEqual(expect.arrayContaining(['PATCH /v1/orders/:orderId/refund', 'POST /v1/raffles/:raffleId/winners']));
  });

  it.each(['{', '{"name":"Cars",}', '{"name":"Cars","__proto__":{}}'])('that is no JSON is refused: %j', async (body) => {
    expect(await post(body)).toMatchObject(refused(400, 'The body is not valid JSON.'));
    expect(await countCategories()).toBe(0);
  });

  it('is told every field that is missing, of another type or unknown, by its name', async () => {
    const unknown = ['is not a field of this input'];
    expect(await post('{}')).toMatchObject(refused(400, { name: ['is required'] }));
    expect(await post('{"name":5}')).toMatchObject(refused(400, { name: SOME_PROBLEM }));
    expect(await post('{"name":null}')).toMatchObject(refused(400, { name: SOME_PROBLEM }));
    expect(await post('{"name":""}')).toMatchObject(refused(400, { name: [expect.stringContaining('1 characters')] }));
    expect(await post('{"nome":"Cars","name":5}')).toMatchObject(refused(400, { name: SOME_PROBLEM, nome: unknown }));
    expect((await post('{"constructor":1,"name":"Cars"}')).body.message).toEqual({ constructor: unknown });
    expect(await countCategories()).toBe(0);
  });

  it.each(['"5"', '1.5', '2147483648', '1e400', 'true', 'null', '[5]', '{}'])('with %s as number is refused', async (number) => {
    const body = `{"title":"Car","quotaPrice":"1.00","quotaQuantity":${number}}`;
    const answer = await server.rest('POST', '/v1/raffles', { token: admin.token, body });
    expect(answer).toMatchObject(refused(400, { quotaQuantity: SOME_PROBLEM }));
    expect(await server.app.db.prisma.raffle.count()).toBe(0);
  });

  it('with a text that cannot be stored is refused', async () => {
    expect(await post('{"name":"Ca\\u0000rs"}')).toMatchObject(refused(400, { name: [expect.stringContaining('NUL')] }));
  });

  it('that is nested without end is refused', async () => {
    expect(await post(`{"name":${'['.repeat(40_000)}${']'.repeat(40_000)}}`)).toMatchObject({ status: 400 });
  });

  it('that is too large is refused with 413', async () => {
    expect(await post(JSON.stringify({ name: 'x'.repeat(200_000) }))).toMatchObject(refused(413));
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x'])(
    'of type %s is refused with 415',
    async (type) => {
      const answer = await post('{"name":"Cars"}', { 'content-type': type });
      expect(answer).toMatchObject(refused(415, expect.stringContaining('application/json')));
      expect(await countCategories()).toBe(0);
    },
  );

  it('of no type is refused with 415', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${admin.token}`, 'content-length': 15 };
      const sent = request(`${server.url}${CATEGORIES}`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end('{"name":"Cars"}');
    });
    expect(status).toBe(415);
    expect(await countCategories()).toBe(0);
  });

  it('is taken with a charset, and may be missing or empty where a route needs none', async () => {
    const { body } = await post('{"name":"Cars"}', { 'content-type': 'application/json; charset=utf-8' });
    const other = await post('{"name":"Boats"}');
    const remove = (id: string, sent?: string) =>
      server.rest('DELETE', `${CATEGORIES}/${id}`, { token: admin.token, body: sent });
    expect(await remove(body.id)).toMatchObject({ status: 200 });
    expect(await remove(other.body.id, '')).toMatchObject({ status: 200 });
  });

  it('a route has no use for is refused by field, those of its path included', async () => {
    const { body } = await post('{"name":"Cars"}');
    const sent = { id: 'other', reason: 'sold' };
    const answer = await server.rest('DELETE', `${CATEGORIES}/${body.id}`, { token: admin.token, body: sent });
    const unknown = ['is not a field of this request'];
    expect(answer).toMatchObject(refused(400, { id: unknown, reason: unknown }));
    expect(await countCategories()).toBe(1);
  });
});

describe('an address', () => {
  it('of nothing answers 404', async () => {
    const nothing = { error: 'Not Found', statusCode: 404, message: 'There is nothing at GET /nothing.' };
    expect(await get('/nothing?a=1')).toMatchObject({ status: 404, body: nothing });
    expect(await get('/v1/nothing', admin.token)).toMatchObject({ status: 404, body: { error: 'Not Found', statusCode: 404 } });
    expect(await get('/v1/raffles/%zz', admin.token)).toMatchObject(refused(400));
  });

  it.each([
    ['PUT', CATEGORIES, 'GET, POST, HEAD, OPTIONS'],
    ['POST', `${CATEGORIES}/${NOBODY}`, 'PATCH, DELETE, OPTIONS'],
    ['GET', '/v1/users/customers', 'POST, OPTIONS'],
  ])('with the wrong method answers 405 and the right ones: %s %s', async (method, path, allow) => {
    const answer = await server.rest(method, path, { token: admin.token, ...(method !== 'GET' && { body: '{' }) });
    expect(answer).toMatchObject(refused(405, `${method} is not served here; ${allow} are.`));
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('tells its methods by OPTIONS, and its headers by HEAD', async () => {
    const options = await server.rest('OPTIONS', CATEGORIES);
    expect(options).toMatchObject({ status: 204, body: undefined });
    expect(options.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    expect(await server.rest('HEAD', CATEGORIES, { token: admin.token })).toMatchObject({ status: 200, body: undefined });
    expect(await server.rest('HEAD', CATEGORIES)).toMatchObject({ status: 401, body: undefined });
  });

  it('takes the parameters of its query string, and refuses others by name', async () => {
    expect(await get('/v1/raffles?first=100&highlighted=true&status=OPEN', admin.token)).toMatchObject({ status: 200 });
    for (const first of ['0', '101', '-1', 'ten', '1.5', '', '1e1', '99999999999', '5&first=6']) {
      expect(await get(`/v1/raffles?first=${first}`, admin.token)).toMatchObject(refused(400, { first: SOME_PROBLEM }));
    }
    expect(await get('/v1/raffles?after=nonsense', admin.token)).toMatchObject(refused(400, { after: SOME_PROBLEM }));
    expect(await get('/v1/raffles?status=LOST', admin.token)).toMatchObject(refused(400, { status: SOME_PROBLEM }));
    const page = ['is not a parameter of this request'];
    expect(await get('/v1/raffles?page=2&first=1', admin.token)).toMatchObject(refused(400, { page }));
  });

  it('answers JSON and never HTML, whatever the caller prefers', async () => {
    for (const path of ['/v1/raffles', '/v1/nothing', '/openapi.json']) {
      const { headers } = await server.rest('GET', path, { headers: { accept: 'text/html' } });
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });
});
