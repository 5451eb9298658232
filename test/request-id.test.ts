import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { anAdmin } from './support/actors.js';
import { runSql } from './support/database.js';
import { bearer, jsonHeaders } from './support/graphql-client.js';
import { startLoggedServer } from './support/logged-server.js';
import { forTests, startTestServer } from './support/start.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const GIVEN = 'front-end.42:a_B';

const server = forTests(startTestServer);
const logged = forTests(() => startLoggedServer(server, { corsOrigins: ['https://rifas.example.com'] }));
const operator = forTests(() => anAdmin(server));

function send(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
  const { port } = new URL(logged.url);
  return new Promise<{ status: number | undefined; id: unknown; headers: http.IncomingHttpHeaders; text: string }>(
    (resolve, reject) => {
      const request = http.request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, id: response.headers['x-request-id'], headers: response.headers, text }),
        );
      });
      request.on('error', reject);
      request.end(body);
    },
  );
}

const ask = (query: string, headers: Record<string, string> = {}) =>
  send('/graphql', { ...jsonHeaders(), ...headers }, 'POST', JSON.stringify({ query }));
const linesOf = (id: string) =>
  logged
    .logged()
    .split('\n')
    .filter((line) => line.includes(id))
    .map((line) => JSON.parse(line) as { event?: string; requestId?: string });

describe("a request's id", () => {
  const given = { 'x-request-id': GIVEN };

  it.each<[string, () => ReturnType<typeof send>, number]>([
    ['GraphQL', () => ask('{ raffleCategories { id } }', given), 200],
    ['GraphQL that is refused', () => ask('{ nothing }', given), 400],
    ['a body that is no JSON', () => send('/graphql', { ...jsonHeaders(), ...given }, 'POST', '{'), 400],
    ['a token that is none', () => ask('{ me { id } }', { ...given, ...bearer('none') }), 401],
    ['REST', () => send('/v1/raffle-categories', { ...given, ...bearer(operator.token) }), 200],
    ['REST without a token', () => send('/v1/raffle-categories', given), 401],
    ['REST by another method', () => send('/auth/v1/user/login', given, 'PUT'), 405],
    ['the deprecated group', () => send('/client/api/balance', given), 401],
    ['a callback of nobody', () => send('/v1/payments/callbacks/nobody', { ...jsonHeaders(), ...given }, 'POST', '{}'), 404],
    ['a page', () => send('/dashboard', given), 200],
    ['a file that is not there', () => send('/files/nothing.webp', given), 404],
    ['what is nowhere', () => send('/nowhere', given), 404],
    ['an address that cannot be read', () => send('/%zz', given), 400],
    ['health', () => send('/healthz', given), 200],
    ['the figures', () => send('/metrics', given), 200],
    [
      'a preflight',
      () =>
        send('/graphql', { ...given, origin: 'https://rifas.example.com', 'access-control-request-method': 'POST' }, 'OPTIONS'),
      204,
    ],
  ])('is answered as it came: %s', async (_, answered, status) => {
    const answer = await answered();
    expect([answer.status, answer.id]).toEqual([status, GIVEN]);
  });

  it('is a new one where none comes', async () => {
    const [first, second] = [await send('/healthz'), await ask('{ __typename }')];
    expect([first.id, second.id]).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
    expect(first.id).not.toBe(second.id);
  });

  it.each([
    ['a space', 'two words'],
    ['a quote', 'a"b'],
    ['a slash', 'a/b'],
    ['a letter that is not ASCII', 'n\u00famero'],
    ['a tab', 'a\tb'],
    ['nothing', ''],
    ['more than 128', 'x'.repeat(129)],
  ])('is a new one where it could not be read in a log: %s', async (_, id) => {
    expect((await send('/healthz', { 'x-request-id': id })).id).toMatch(UUID);
    expect((await send('/healthz', { 'x-request-id': 'x'.repeat(128) })).id).toBe('x'.repeat(128));
  });

  it('may be read by the pages that may call', async () => {
    const answer = await ask('{ __typename }', { origin: 'https://rifas.example.com' });
    expect(answer.headers['access-control-expose-headers']?.split(', ')).toContain('x-request-id');
  });

  it('stands in the lines of the log about the request, each still one line of JSON', async () => {
    await ask('{ me { id } }', { 'x-request-id': 'logged-1' });
    expect(linesOf('logged-1')).toContainEqual(
      expect.objectContaining({ event: 'graphql.operation.refused', requestId: 'logged-1' }),
    );
  });

  it("stands in the entry of an operator's act", async () => {
    const create = 'mutation { createRaffleCategory(input: { name: "Carros" }) { id } }';
    expect((await ask(create, { 'x-request-id': 'act-1', ...bearer(operator.token) })).status).toBe(200);
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { requestId: 'act-1' } });
    expect(entries.map(({ action, actorId }) => ({ action, actorId }))).toEqual([
      { action: 'createRaffleCategory', actorId: operator.id },
    ]);
  });

  it('is told with a failure that nobody expected, over GraphQL and REST, and the log has the failure under it', async () => {
    await runSql(server.databaseUrl, 'ALTER TABLE raffle_categories RENAME TO gone');
    try {
      const byGraphql = await ask('{ raffleCategories { id } }', { 'x-request-id': 'broken-1' });
      const [error] = (JSON.parse(byGraphql.text) as { errors: { message: string; extensions: unknown }[] }).errors;
      expect(error?.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', requestId: 'broken-1' });
      expect(error?.message).toContain('tell us the number of the request');
      const byRest = await send('/v1/raffle-categories', { 'x-request-id': 'broken-2', ...bearer(operator.token) });
      expect([byRest.status, JSON.parse(byRest.text)]).toEqual([500, expect.objectContaining({ requestId: 'broken-2' })]);
      expect(linesOf('broken-1').map(({ event }) => event)).toContain('graphql.unexpected_error');
      expect(linesOf('broken-2').map(({ event }) => event)).toContain('graphql.unexpected_error');
    } finally {
      await runSql(server.databaseUrl, 'ALTER TABLE gone RENAME TO raffle_categories');
    }
  });

  it('is told with a failure before anybody knew who asks', async () => {
    const { token } = await anAdmin(server);
    await runSql(server.databaseUrl, 'ALTER TABLE sessions RENAME TO gone');
    try {
      const answer = await ask('{ __typename }', { 'x-request-id': 'broken-3', ...bearer(token) });
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
        500,
        { errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'broken-3' } }] },
      ]);
    } finally {
      await runSql(server.databaseUrl, 'ALTER TABLE gone RENAME TO sessions');
    }
  });

  it('is not told with what a caller did wrong: the answer says what', async () => {
    const refused = await send('/v1/raffle-categories', given);
    expect(Object.keys(JSON.parse(refused.text) as object)).toEqual(['error', 'statusCode', 'message', 'code']);
  });

  it('is answered to a WebSocket, one that is refused too', async () => {
    const upgrade = (path: string) =>
      new Promise<unknown>((resolve, reject) => {
        const socket = new WebSocket(`${logged.url.replace('http', 'ws')}${path}`, 'graphql-transport-ws', { headers: given });
        socket.on('upgrade', (answer) => {
          resolve([answer.statusCode, answer.headers['x-request-id']]);
          socket.close();
        });
        socket.on('unexpected-response', (_request, answer) => {
          resolve([answer.statusCode, answer.headers['x-request-id']]);
          answer.resume();
        });
        socket.on('error', reject);
      });
    expect(await upgrade('/graphql')).toEqual([101, GIVEN]);
    expect(await upgrade('/nowhere')).toEqual([404, GIVEN]);
  });
});
