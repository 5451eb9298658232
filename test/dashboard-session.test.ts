import { describe, expect, it } from 'vitest';
import { hashPassword } from '../src/platform/passwords.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { forTests, startTestServer } from './support/start.js';

const PASSWORD = 'correct horse battery';
const server = forTests(startTestServer);

type Sent = Record<string, string>;

async function post(path: string, sent: Sent = {}, body: object = {}) {
  const response = await fetch(`${server.url}/auth/dashboard/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, ...sent },
    body: JSON.stringify(body),
  });
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('operator-session='));
  return {
    status: response.status,
    body: (await response.json()) as Record<string, string>,
    cookie,
    /** As the browser sends it back. */
    jar: cookie?.split(';')[0] ?? '',
    stored: response.headers.get('cache-control'),
  };
}

async function anOperator() {
  const { id } = await anAdmin(server);
  await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash: await hashPassword(PASSWORD) } });
  const logIn = (sent: Sent = {}, password = PASSWORD) => post('login', sent, { email: `${id}@example.com`, password });
  return { id, logIn };
}

const me = async (token: string | undefined) => (await server.graphql('{ me { id } }', {}, { token })).data?.me?.id as unknown;
const sessionsOf = (userId: string) =>
  server.app.db.prisma.session.findMany({ where: { userId }, select: { generation: true, endedAt: true } });

describe('the dashboard', () => {
  it('logs in, renews and logs out without ever seeing a refresh token', async () => {
    const { id, logIn } = await anOperator();
    const first = await logIn();
    expect([first.status, Object.keys(first.body), first.stored]).toEqual([200, ['accessToken', 'expiresAt'], 'no-store']);
    expect(first.cookie).toMatch(
      /^operator-session=[\w.-]+; Path=\/auth\/dashboard; Max-Age=(60479\d|604800); HttpOnly; SameSite=Strict$/,
    );
    expect(await me(first.body.accessToken)).toBe(id);

    const second = await post('refresh', { cookie: first.jar });
    expect([second.status, Object.keys(second.body)]).toEqual([200, ['accessToken', 'expiresAt']]);
    expect(second.jar).not.toBe(first.jar);
    expect(await sessionsOf(id)).toEqual([{ generation: 1, endedAt: null }]);

    const out = await post('logout', { cookie: second.jar });
    expect([out.status, out.body]).toEqual([200, { count: 1 }]);
    expect(out.cookie).toBe('operator-session=; Path=/auth/dashboard; Max-Age=0; HttpOnly; SameSite=Strict');
    expect(await sessionsOf(id)).toMatchObject([{ endedAt: expect.any(Date) }]);
    expect((await post('refresh', { cookie: second.jar })).status).toBe(401);
    expect((await post('logout')).body).toEqual({ count: 0 });
  });

  it('reads its own cookie alone, among others and beside a token that is none', async () => {
    const { logIn } = await anOperator();
    const noToken = { authorization: 'Bearer nothing' };
    const { status, jar } = await logIn(noToken);
    expect(status).toBe(200);
    expect((await post('refresh', { cookie: `x-${jar}` })).status).toBe(401);
    expect((await post('refresh', { cookie: `operator-session-x=1; other=2; ${jar}`, ...noToken })).status).toBe(200);
  });

  it('is refused without a cookie, with the token of elsewhere, a wrong password, and as a buyer', async () => {
    const { id, logIn } = await anOperator();
    const { phone } = await aCustomer(server);
    const { accessToken } = (await logIn()).body;
    expect((await post('refresh', { authorization: `Bearer ${accessToken}` })).status).toBe(401);
    for (const answer of [
      await logIn({}, 'a wrong one'),
      await post('login', {}, { email: phone, password: PASSWORD }),
      await post('login'),
    ])
      expect([answer.status, answer.cookie]).toEqual([401, undefined]);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  it.each([
    ['another site', 'https://evil.example'],
    ['a neighbouring host', 'https://shop.example.com'],
    ['a page without an origin', 'null'],
    ['another port of this machine', 'http://127.0.0.1:1'],
  ])('is not served to %s, which changes nothing', async (_, origin) => {
    const { id, logIn } = await anOperator();
    const { jar } = await logIn();
    for (const path of ['refresh', 'logout']) {
      const answer = await post(path, { cookie: jar, origin });
      expect([answer.status, answer.cookie]).toEqual([403, undefined]);
    }
    expect((await logIn({ origin })).status).toBe(403);
    const without = await fetch(`${server.url}/auth/dashboard/refresh`, { method: 'POST', headers: { cookie: jar } });
    expect(without.status).toBe(403);
    expect(await sessionsOf(id)).toEqual([{ generation: 0, endedAt: null }]);
  });

  it('is served to the public address behind a proxy, with a cookie for HTTPS', async () => {
    const { id } = await anOperator();
    const production = await startTestServer({
      databaseUrl: server.databaseUrl,
      production: true,
      publicUrl: 'https://rifas.example.com',
      corsOrigins: ['https://shop.example.com'],
    });
    const logIn = (origin: string) =>
      fetch(`${production.url}/auth/dashboard/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email: `${id}@example.com`, password: PASSWORD }),
      });
    try {
      const answer = await logIn('https://rifas.example.com');
      expect(answer.headers.getSetCookie().find((one) => one.startsWith('operator-session='))).toMatch(
        /; HttpOnly; SameSite=Strict; Secure$/,
      );
      // Listed pages use tokens of their own.
      expect((await logIn('https://shop.example.com')).status).toBe(403);
    } finally {
      await production.stop();
    }
  });
});
