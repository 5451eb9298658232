import jwt from 'jsonwebtoken';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../src/platform/passwords.js';
import { applyRetention } from '../src/workers.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { ageCaches } from './support/clock.js';
import { validCpf } from './support/cpf.js';
import type { GraphqlAnswer } from './support/graphql-client.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { bearer, connect } from './support/subscribe.js';

const TOKENS = 'accessToken expiresAt refreshToken refreshExpiresAt user { id role cpf }';
const USER_LOGIN = `mutation ($input: UserLoginInput!) { userLogin(input: $input) { ${TOKENS} } }`;
const ADMIN_LOGIN = `mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { ${TOKENS} } }`;
const REFRESH = `mutation ($token: String!) { refreshSession(refreshToken: $token) { ${TOKENS} } }`;
const LOG_OUT = 'mutation ($token: String) { logOut(refreshToken: $token) { count } }';
const SESSIONS = '{ mySessions { id network userAgent createdAt rotatedAt refreshExpiresAt isCurrent } }';
const END = 'mutation ($id: ID!) { endSession(id: $id) { id } }';
const END_ALL = 'mutation { endAllSessions { count } }';
const ME = '{ me { id } }';
const PASSWORD = 'correct horse battery';
const DAY_MS = 24 * 3_600_000;
const OVER = { code: 'UNAUTHENTICATED', message: 'The refresh token is not valid any more: log in again.' };
/** How long a token may outlive its session. */
const LATE_MS = 3_000;

const server = forTests(startTestServer);
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

interface Tokens {
  accessToken: string;
  refreshToken: string;
  refreshExpiresAt: string;
  user: { id: string; role: string };
}

async function aBuyer() {
  const { id, phone } = await aCustomer(server);
  await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash } });
  const logIn = async (): Promise<Tokens> =>
    (await server.graphql(USER_LOGIN, { input: { phone, password: PASSWORD } })).data.userLogin;
  return { id, phone, logIn };
}
async function anOperator() {
  const { id } = await anAdmin(server, 'SUPPORT');
  await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash } });
  const input = { email: `${id}@example.com`, password: PASSWORD };
  const logIn = async (): Promise<Tokens> => (await server.graphql(ADMIN_LOGIN, { input })).data.adminLogin;
  return { id, logIn };
}

const refresh = (token: string) => server.graphql<{ refreshSession: Tokens }>(REFRESH, { token });
const sql = (text: string, ...values: unknown[]) => server.app.db.pool.query(text, values);
const sessionOf = (token: string) => (jwt.decode(token) as { sub: string }).sub;
const rowsOf = (userId: string) => server.app.db.prisma.session.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
/** As if so much time had gone by since the last refresh. */
const letPass = (refreshToken: string, seconds: number) =>
  sql(`UPDATE sessions SET rotated_at = rotated_at - make_interval(secs => $2) WHERE id = $1`, sessionOf(refreshToken), seconds);
const holds = async (token: string) => (await server.graphql(ME, {}, { token })).status === 200;
const ends = async (token: string) => {
  ageCaches(LATE_MS + 1);
  expect(await holds(token)).toBe(false);
};

function refusal(answer: GraphqlAnswer<unknown>) {
  expect(answer.data ?? null).toBeNull();
  const [error] = answer.errors ?? [];
  return { code: error?.extensions.code, message: error?.message };
}

describe('logging in', () => {
  it('begins a session, a buyer’s for 30 days and an operator’s for 7 unless it is refreshed', async () => {
    const input = { name: 'Ana Lima', phone: '11987650009', cpf: validCpf(300_000_009), password: PASSWORD };
    const signUp = `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { ${TOKENS} } }`;
    const { createCustomer } = (await server.graphql(signUp, { input })).data;
    for (const [days, tokens] of [
      [30, await (await aBuyer()).logIn()],
      [30, createCustomer],
      [7, await (await anOperator()).logIn()],
    ] as [number, Tokens][]) {
      const left = Date.parse(tokens.refreshExpiresAt) - Date.now();
      expect(Math.abs(left - days * DAY_MS)).toBeLessThan(60_000);
      expect((await rowsOf(tokens.user.id)).map(({ id }) => id)).toEqual([sessionOf(tokens.refreshToken)]);
      expect(jwt.decode(tokens.accessToken)).toMatchObject({ sid: sessionOf(tokens.refreshToken) });
    }
  });

  it('gives two tokens of which neither passes for the other', async () => {
    const { accessToken, refreshToken } = await (await aBuyer()).logIn();
    expect((await server.graphql(ME, {}, { token: refreshToken })).status).toBe(401);
    expect((await server.rest('GET', '/v1/users/profile', { token: refreshToken })).status).toBe(401);
    expect((await connect(server, bearer(refreshToken)).closed).code).toBe(4403);
    expect(refusal(await refresh(accessToken))).toEqual(OVER);
  });
});

describe('refreshing', () => {
  it('gives tokens that work, and the person’s own data whole, over GraphQL and REST', async () => {
    const { id, logIn } = await aBuyer();
    const first = await logIn();
    const second = (await refresh(first.refreshToken)).data.refreshSession;
    expect(second.user).toMatchObject({ id, cpf: expect.stringMatching(/^\d{11}$/) });
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await holds(second.accessToken)).toBe(true);
    const { status, body } = await server.rest('POST', '/auth/v1/refresh', { body: { refreshToken: second.refreshToken } });
    expect([status, body.user.id, await holds(body.accessToken)]).toEqual([200, id, true]);
    expect((await rowsOf(id)).map(({ generation }) => generation)).toEqual([2]);
  });

  it('by many at once is done once: all get the same next token', async () => {
    const { id, logIn } = await aBuyer();
    const { refreshToken } = await logIn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
    expect(new Set(answers.map(({ data }) => data.refreshSession.refreshToken)).size).toBe(1);
    expect((await rowsOf(id)).map(({ generation, endedAt }) => [generation, endedAt])).toEqual([[1, null]]);
  });

  it('whose answer was lost is answered the same again within a minute', async () => {
    const { refreshToken } = await (await aBuyer()).logIn();
    const lost = (await refresh(refreshToken)).data.refreshSession;
    expect((await refresh(refreshToken)).data.refreshSession.refreshToken).toBe(lost.refreshToken);
    await letPass(refreshToken, 55);
    const again = await refresh(refreshToken);
    const next = (await refresh(again.data.refreshSession.refreshToken)).data.refreshSession;
    expect(await holds(next.accessToken)).toBe(true);
    expect(await holds(lost.accessToken)).toBe(true);
  });

  it('keeps from where it was done last', async () => {
    const { id, logIn } = await aBuyer();
    const { refreshToken } = await logIn();
    await server.graphql(REFRESH, { token: refreshToken }, { headers: { 'user-agent': `Phone/${'9'.repeat(300)}` } });
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({ network: '127.0.0.1', userAgent: `Phone/${'9'.repeat(194)}` });
  });

  it('does not go on for ever: 30 days at most from one to the next, and no day longer than the session', async () => {
    const { id, logIn } = await aBuyer();
    const { refreshToken } = await logIn();
    await sql(`UPDATE sessions SET expires_at = now() + interval '1 day' WHERE user_id = $1`, id);
    const next = (await refresh(refreshToken)).data.refreshSession;
    expect(Math.abs(Date.parse(next.refreshExpiresAt) - Date.now() - DAY_MS)).toBeLessThan(60_000);
    expect((jwt.decode(next.refreshToken) as { exp: number }).exp).toBe(Date.parse(next.refreshExpiresAt) / 1_000);
    await sql(`UPDATE sessions SET refresh_expires_at = now() WHERE user_id = $1`, id);
    expect(refusal(await refresh(next.refreshToken))).toEqual(OVER);
  });
});

describe('a refresh token that was replaced', () => {
  it.each<[string, (tokens: Tokens[]) => Promise<string>]>([
    [
      'more than a minute ago',
      async ([first]) => {
        await letPass(first!.refreshToken, 61);
        return first!.refreshToken;
      },
    ],
    [
      'twice, however lately',
      async ([first, second]) => {
        await refresh(second!.refreshToken);
        return first!.refreshToken;
      },
    ],
  ])('%s ends its session for everybody, and that is told', async (_, stolenOf) => {
    const { id, logIn } = await aBuyer();
    const raffle = await anOpenRaffle(server);
    const [first, elsewhere] = [await logIn(), await logIn()];
    const second = (await refresh(first.refreshToken)).data.refreshSession;
    const socket = connect(server, bearer(second.accessToken));
    await socket.subscribe('subscription ($id: ID!) { sellBar(raffleId: $id) { paid } }', { id: raffle.id }).next();
    const stolen = await stolenOf([first, second]);
    const warned = vi.spyOn(server.app.log, 'warn');

    expect(refusal(await refresh(stolen))).toEqual(OVER);
    const session = sessionOf(stolen);
    const told = warned.mock.calls.map(([line]) => line).filter((line: any) => line.event === 'auth.session.reused');
    warned.mockRestore();
    expect(told).toEqual([{ event: 'auth.session.reused', session, user: id }]);
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: session } });
    expect(entries).toMatchObject([{ actorId: null, action: 'sessionReused', subjectType: 'session', details: { userId: id } }]);

    expect(refusal(await refresh(second.refreshToken))).toEqual(OVER);
    expect(refusal(await refresh(stolen))).toEqual(OVER);
    for (const { accessToken } of [first, second]) await ends(accessToken);
    expect((await socket.closed).code).toBe(4403);
    expect(await server.app.db.prisma.auditEntry.count({ where: { subjectId: session } })).toBe(1);
    expect(await holds(elsewhere.accessToken)).toBe(true);
    expect((await refresh(elsewhere.refreshToken)).errors).toBeUndefined();
  });
});

describe('a session ends by itself', () => {
  it.each<[string, string]>([
    ['another password', `UPDATE users SET password_hash = 'x' WHERE id = $1`],
    ['another role', `UPDATE users SET role = 'ADMIN', operator_role = 'SUPPORT' WHERE id = $1`],
    ['a block', 'UPDATE users SET blocked_at = now() WHERE id = $1'],
    ['a deletion', 'UPDATE users SET deleted_at = now() WHERE id = $1'],
    ['a row that is gone', 'DELETE FROM users WHERE id = $1'],
  ])('with %s of its person, and nothing is kept of it', async (_, text) => {
    const { id, logIn } = await aBuyer();
    const { refreshToken } = await logIn();
    const other = await (await aBuyer()).logIn();
    await sql(text, id);
    expect(await rowsOf(id)).toEqual([]);
    expect(refusal(await refresh(refreshToken))).toEqual(OVER);
    expect((await refresh(other.refreshToken)).errors).toBeUndefined();
  });

  it('and not only because its row is deleted: a login of before the change leaves one that is dead', async () => {
    const { id, logIn } = await aBuyer();
    const { refreshToken } = await logIn();
    await sql('UPDATE sessions SET token_version = token_version - 1 WHERE user_id = $1', id);
    expect(refusal(await refresh(refreshToken))).toEqual(OVER);
  });

  it('with the secret that signs tokens', async () => {
    const { refreshToken } = await (await aBuyer()).logIn();
    const rotated = await startTestServer({ databaseUrl: server.databaseUrl, jwtSecret: 'another secret of thirty-two bytes' });
    try {
      expect(refusal(await rotated.graphql(REFRESH, { token: refreshToken }))).toEqual(OVER);
    } finally {
      await rotated.stop();
    }
    expect((await refresh(refreshToken)).errors).toBeUndefined();
  });
});

describe('what is no refresh token of ours', () => {
  const forge = (claims: Record<string, unknown>, secret = server.app.config.jwtSecret, algorithm: jwt.Algorithm = 'HS256') =>
    jwt.sign(
      JSON.parse(JSON.stringify({ iss: 'raffle-gateway', aud: 'REFRESH', gen: 0, exp: Date.now() / 1_000 + 60, ...claims })),
      algorithm === 'none' ? '' : secret,
      { algorithm },
    );
  it.each<[string, (sub: string) => string]>([
    ['one that has expired', (sub) => forge({ sub, exp: Date.now() / 1_000 - 1 })],
    ['one without an end', (sub) => forge({ sub, exp: undefined })],
    ['one of another issuer', (sub) => forge({ sub, iss: 'somebody else' })],
    ['one that is an access token too', (sub) => forge({ sub, aud: ['REFRESH', 'USER'] })],
    ['one without a session', () => forge({})],
    ['one whose session is no id', () => forge({ sub: 'mine' })],
    ['one of a session that is not there', () => forge({ sub: uuidv7() })],
    ['one of no generation', (sub) => forge({ sub, gen: 'last' })],
    ['one of a generation to come', (sub) => forge({ sub, gen: 1 })],
    ['one that another secret signed', (sub) => forge({ sub }, 'x'.repeat(32))],
    ['one of another algorithm', (sub) => forge({ sub }, undefined, 'HS512')],
    ['one that nobody signed', (sub) => forge({ sub }, undefined, 'none')],
    ['a text', () => 'hello'],
  ])('is refused, and ends nothing: %s', async (name, made) => {
    const { refreshToken } = await (await aBuyer()).logIn();
    const expired = { code: 'TOKEN_EXPIRED', message: 'The session has expired: log in again.' };
    expect(refusal(await refresh(made(sessionOf(refreshToken))))).toEqual(name === 'one that has expired' ? expired : OVER);
    expect((await refresh(refreshToken)).errors).toBeUndefined();
  });
});

describe('logging out', () => {
  const logOut = (token: string | undefined, as?: string) => server.graphql(LOG_OUT, { token }, { token: as });

  it('ends the session of a refresh token, its access tokens within seconds, and no other', async () => {
    const { logIn } = await aBuyer();
    const [mine, other] = [await logIn(), await logIn()];
    expect(await holds(mine.accessToken)).toBe(true);
    expect((await logOut(mine.refreshToken)).data.logOut).toEqual({ count: 1 });
    expect(refusal(await refresh(mine.refreshToken))).toEqual(OVER);
    await ends(mine.accessToken);
    expect(await holds(other.accessToken)).toBe(true);
    expect((await logOut(mine.refreshToken)).data.logOut).toEqual({ count: 0 });
    expect((await logOut('hello')).data.logOut).toEqual({ count: 0 });
  });

  it('ends that of the access token when no refresh token came', async () => {
    const { accessToken, refreshToken } = await (await anOperator()).logIn();
    expect((await logOut(undefined, accessToken)).data.logOut).toEqual({ count: 1 });
    expect(refusal(await refresh(refreshToken))).toEqual(OVER);
    await ends(accessToken);
  });

  it('says what is needed when neither came', async () => {
    const { token } = await aCustomer(server);
    for (const as of [undefined, token]) expect(refusal(await logOut(undefined, as)).code).toBe('BAD_USER_INPUT');
  });

  it('is POST /auth/v1/logout over REST', async () => {
    const { refreshToken } = await (await aBuyer()).logIn();
    const logOutByRest = (body: object) => server.rest('POST', '/auth/v1/logout', { body });
    expect(await logOutByRest({ refreshToken })).toMatchObject({ status: 200, body: { count: 1 } });
    expect(refusal(await refresh(refreshToken))).toEqual(OVER);
    expect((await logOutByRest({})).status).toBe(400);
  });
});

describe('one’s sessions', () => {
  it('are listed for their person alone, the last refreshed first, without those that are over', async () => {
    const { id, logIn } = await aBuyer();
    const [first, over, third] = [await logIn(), await logIn(), await logIn()];
    await (await aBuyer()).logIn();
    await server.graphql(LOG_OUT, { token: over.refreshToken });
    await sql(`UPDATE sessions SET rotated_at = rotated_at - interval '1 hour' WHERE user_id = $1`, id);
    await refresh(first.refreshToken);
    const { mySessions } = (await server.graphql(SESSIONS, {}, { token: third.accessToken })).data;
    expect(mySessions).toEqual([
      expect.objectContaining({ id: sessionOf(first.refreshToken), isCurrent: false, network: '127.0.0.1', userAgent: 'node' }),
      expect.objectContaining({ id: sessionOf(third.refreshToken), isCurrent: true }),
    ]);
    const { status, body } = await server.rest('GET', '/v1/users/sessions', { token: third.accessToken });
    expect([status, body]).toEqual([200, mySessions]);
  });

  it('are seen by support, but those of an operator by an owner alone', async () => {
    const [buyer, operator] = [await aBuyer(), await anOperator()];
    const held = await buyer.logIn();
    await operator.logIn();
    const [owner, support, finance] = await Promise.all([
      anAdmin(server),
      anAdmin(server, 'SUPPORT'),
      anAdmin(server, 'FINANCE'),
    ]);
    const query = 'query ($id: ID!) { sessionsOfUser(userId: $id) { id network isCurrent } }';
    const seen = (id: string, token: string) => server.graphql(query, { id }, { token });
    const expected = [{ id: sessionOf(held.refreshToken), network: '127.0.0.1', isCurrent: false }];
    expect((await seen(buyer.id, support.token)).data.sessionsOfUser).toEqual(expected);
    expect((await seen(operator.id, owner.token)).data.sessionsOfUser).toHaveLength(1);
    expect(refusal(await seen(operator.id, support.token)).code).toBe('FORBIDDEN');
    expect(refusal(await seen(buyer.id, finance.token)).code).toBe('FORBIDDEN');
    expect(refusal(await seen(buyer.id, held.accessToken)).code).toBe('FORBIDDEN');
    expect(refusal(await seen(uuidv7(), owner.token)).code).toBe('NOT_FOUND');
  });

  it('are ended one by one by their person alone', async () => {
    const { logIn } = await aBuyer();
    const [mine, lost] = [await logIn(), await logIn()];
    const stranger = await (await aBuyer()).logIn();
    const end = (token: string, id: string) => server.graphql(END, { id }, { token });
    const lostId = sessionOf(lost.refreshToken);
    for (const id of [lostId, uuidv7(), 'mine']) expect(refusal(await end(stranger.accessToken, id)).code).toBe('NOT_FOUND');
    expect(await holds(lost.accessToken)).toBe(true);
    expect(await server.app.db.prisma.auditEntry.count({ where: { subjectId: lostId } })).toBe(0);

    expect((await end(mine.accessToken, lostId)).data.endSession).toEqual({ id: lostId });
    expect(refusal(await end(mine.accessToken, lostId)).code).toBe('NOT_FOUND');
    await ends(lost.accessToken);
    expect(refusal(await refresh(lost.refreshToken))).toEqual(OVER);
    expect(await holds(mine.accessToken)).toBe(true);
    const mineId = sessionOf(mine.refreshToken);
    const answer = await server.rest('DELETE', `/v1/users/sessions/${mineId}`, { token: mine.accessToken });
    expect(answer).toMatchObject({ status: 200, body: { id: mineId, isCurrent: true } });
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: { in: [lostId, mineId] } } });
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['endSession', mine.user.id],
      ['endSession', mine.user.id],
    ]);
  });

  it.each(['GraphQL', 'REST'])(
    'end all at once over %s, with every access token, and the next login works at once',
    async (by) => {
      const { id, logIn } = by === 'REST' ? await anOperator() : await aBuyer();
      const [mine, other] = [await logIn(), await logIn()];
      const role = mine.user.role as 'USER' | 'ADMIN';
      const ofNoSession = server.app.tokens.issue(role, id, 1).accessToken;
      const stranger = await (await aBuyer()).logIn();
      for (const token of [mine.accessToken, other.accessToken, ofNoSession]) expect(await holds(token)).toBe(true);
      const count =
        by === 'REST'
          ? (await server.rest('DELETE', '/v1/users/sessions', { token: mine.accessToken })).body
          : (await server.graphql(END_ALL, {}, { token: mine.accessToken })).data.endAllSessions;
      expect(count).toEqual({ count: 2 });
      // Over and over by the token that is remembered for seconds.
      const again = await server.graphql(
        'mutation { a: endAllSessions { count } b: endAllSessions { count } }',
        {},
        { token: mine.accessToken },
      );
      expect(again.data).toEqual({ a: { count: 0 }, b: { count: 0 } });
      const fresh = await logIn();
      expect(await holds(fresh.accessToken)).toBe(true);
      for (const token of [mine.accessToken, other.accessToken, ofNoSession]) await ends(token);
      for (const { refreshToken } of [mine, other]) expect(refusal(await refresh(refreshToken))).toEqual(OVER);
      expect(await holds(stranger.accessToken)).toBe(true);
      expect(
        await server.app.db.prisma.auditEntry.count({ where: { subjectId: id, action: 'endAllSessions', actorId: id } }),
      ).toBe(1);
    },
  );

  it('are a hundred at most: who logs in again and again crowds out what was never refreshed', async () => {
    const { id, logIn } = await aBuyer();
    const [refreshed, oldest] = [await logIn(), await logIn()];
    await refresh(refreshed.refreshToken);
    await sql(`UPDATE sessions SET rotated_at = now() - interval '1 day' WHERE user_id = $1`, id);
    await sql(
      `INSERT INTO sessions (id, user_id, token_version, expires_at, refresh_expires_at, network)
       SELECT gen_random_uuid(), $1, 1, now() + interval '1 day', now() + interval '1 day', '192.0.2.1' FROM generate_series(1, 98)`,
      id,
    );
    const last = await logIn();
    const left = (await rowsOf(id)).map((row) => row.id);
    expect(left).toHaveLength(100);
    const [kept, gone] = [[refreshed, last], [oldest]].map((all) => all.map(({ refreshToken }) => sessionOf(refreshToken)));
    expect(left).toEqual(expect.arrayContaining(kept!));
    expect(left).not.toContain(gone![0]);
    expect(refusal(await refresh(oldest.refreshToken))).toEqual(OVER);
    // A program that never refreshes goes on with the token that it has.
    ageCaches(LATE_MS + 1);
    expect(await holds(oldest.accessToken)).toBe(true);
    const logOut = () => server.graphql(LOG_OUT, {}, { token: oldest.accessToken });
    expect((await logOut()).data.logOut).toEqual({ count: 1 });
    await ends(oldest.accessToken);
    expect(await holds(last.accessToken)).toBe(true);
  });

  it('that were not refreshed in time are logged out by the access token that still holds', async () => {
    const { logIn } = await aBuyer();
    const { accessToken, refreshToken } = await logIn();
    await sql(`UPDATE sessions SET refresh_expires_at = now() - interval '1 second' WHERE id = $1`, sessionOf(refreshToken));
    expect(await holds(accessToken)).toBe(true);
    expect((await server.graphql(LOG_OUT, {}, { token: accessToken })).data.logOut).toEqual({ count: 1 });
    await ends(accessToken);
  });

  it('are forgotten two days after they ended', async () => {
    const { id, logIn } = await aBuyer();
    const [ended, idle, held] = [await logIn(), await logIn(), await logIn()];
    await server.graphql(LOG_OUT, { token: ended.refreshToken });
    await applyRetention(server.app);
    expect(await rowsOf(id)).toHaveLength(3);
    await sql(
      `UPDATE sessions SET refresh_expires_at = refresh_expires_at - interval '49 hours' WHERE id = $1`,
      sessionOf(ended.refreshToken),
    );
    await sql(`UPDATE sessions SET refresh_expires_at = now() - interval '49 hours' WHERE id = $1`, sessionOf(idle.refreshToken));
    await applyRetention(server.app);
    expect((await rowsOf(id)).map((row) => row.id)).toEqual([sessionOf(held.refreshToken)]);
  });
});
