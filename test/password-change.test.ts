import { describe, expect, it } from 'vitest';
import { hashPassword } from '../src/platform/passwords.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { eventually } from './support/eventually.js';
import type { GraphqlAnswer } from './support/graphql-client.js';
import { forTests, startTestServer } from './support/start.js';

const CHANGE =
  'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { accessToken refreshToken user { id } } }';
const USER_LOGIN = 'mutation ($input: UserLoginInput!) { userLogin(input: $input) { accessToken refreshToken } }';
const ADMIN_LOGIN = 'mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken refreshToken } }';
const REFRESH = 'mutation ($token: String!) { refreshSession(refreshToken: $token) { accessToken } }';
const OLD = 'correct horse battery';
const NEW = 'staple of another window';

const server = forTests(startTestServer);

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

async function aPerson(who: 'buyer' | 'operator') {
  const { id, phone } = who === 'buyer' ? await aCustomer(server) : { ...(await anAdmin(server, 'FINANCE')), phone: '' };
  await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash: await hashPassword(OLD) } });
  const logIn = (password: string): Promise<GraphqlAnswer<Record<string, Tokens>>> =>
    who === 'buyer'
      ? server.graphql(USER_LOGIN, { input: { phone, password } })
      : server.graphql(ADMIN_LOGIN, { input: { email: `${id}@example.com`, password } });
  const tokens = async () => Object.values((await logIn(OLD)).data)[0]!;
  return { id, logIn, tokens };
}
const change = (token: string, currentPassword: string, newPassword = NEW) =>
  server.graphql(CHANGE, { input: { currentPassword, newPassword } }, { token });
const holds = async (token: string) => (await server.graphql('{ me { id } }', {}, { token })).status === 200;
const hashOf = async (id: string) => (await server.app.db.prisma.user.findUniqueOrThrow({ where: { id } })).passwordHash;

describe.each(['buyer', 'operator'] as const)('a password that a %s changes', (who) => {
  it('ends every token and session of before, and the answer has new ones', async () => {
    const { id, logIn, tokens } = await aPerson(who);
    const [mine, other] = [await tokens(), await tokens()];
    const { data } = await change(mine.accessToken, OLD);
    expect(data.changePassword.user).toEqual({ id });
    expect(await holds(data.changePassword.accessToken)).toBe(true);
    for (const { accessToken, refreshToken } of [mine, other]) {
      await eventually(async () => !(await holds(accessToken)));
      expect((await server.graphql(REFRESH, { token: refreshToken })).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    }
    expect((await server.graphql(REFRESH, { token: data.changePassword.refreshToken })).errors).toBeUndefined();
    expect((await logIn(OLD)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect((await logIn(NEW)).errors).toBeUndefined();
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id } });
    expect(entries).toMatchObject([{ action: 'changePassword', actorId: id, subjectType: 'user', details: {} }]);
  });

  it('is not changed by who does not know it, who guesses no faster than by logging in', async () => {
    const { id, logIn, tokens } = await aPerson(who);
    const { accessToken } = await tokens();
    const before = await hashOf(id);
    const [error] = (await change(accessToken, 'incorrect horse')).errors ?? [];
    expect(error?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: { currentPassword: ['is wrong'] } });
    for (let i = 0; i < 9; i += 1) await change(accessToken, 'incorrect horse');
    expect((await change(accessToken, OLD)).errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    // Those of a session keep nobody out elsewhere, and the other way round.
    expect((await logIn(OLD)).errors).toBeUndefined();
    expect(await hashOf(id)).toBe(before);
    expect(await holds(accessToken)).toBe(true);
    expect(await server.app.db.prisma.auditEntry.count({ where: { subjectId: id } })).toBe(0);
  });

  it('is changed by who knows it in a session, although others fail elsewhere', async () => {
    const { logIn, tokens } = await aPerson(who);
    const { accessToken } = await tokens();
    for (let i = 0; i < 11; i += 1) await logIn('incorrect horse');
    expect((await logIn(OLD)).errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    expect((await change(accessToken, OLD)).errors).toBeUndefined();
  });

  it('is changed by one of two who change it at once', async () => {
    const { id, logIn, tokens } = await aPerson(who);
    const { accessToken } = await tokens();
    const asked = ['the first of two', 'the second of two'].map((password) => change(accessToken, OLD, password));
    const codes = (await Promise.all(asked)).map(({ errors }) => errors?.[0]?.extensions.code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    const winner = ['the first of two', 'the second of two'][codes.indexOf(undefined)]!;
    expect((await logIn(winner)).errors).toBeUndefined();
    expect(await server.app.db.prisma.auditEntry.count({ where: { subjectId: id } })).toBe(1);
  });
});

it('is as long as it has to be', async () => {
  const { accessToken } = await (await aPerson('buyer')).tokens();
  const problemsOf = async (newPassword: string) =>
    (await change(accessToken, OLD, newPassword)).errors?.[0]?.extensions.fields ?? {};
  expect(Object.keys(await problemsOf('7 chars'))).toEqual(['newPassword']);
  expect(await problemsOf('8 chars.')).toEqual({});
});

it('is changed by PATCH /v1/users/password over REST', async () => {
  const { id, tokens } = await aPerson('buyer');
  const body = { currentPassword: OLD, newPassword: NEW };
  expect((await server.rest('PATCH', '/v1/users/password', { body })).status).toBe(401);
  const answer = await server.rest('PATCH', '/v1/users/password', { body, token: (await tokens()).accessToken });
  expect(answer).toMatchObject({ status: 200, body: { user: { id }, refreshToken: expect.any(String) } });
});

it('of a buyer has 8 to 200 characters', async () => {
  const { id } = await aCustomer(server);
  await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash: await hashPassword(OLD) } });
  const { tokenVersion } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id } });
  const mine = server.app.tokens.issue('USER', id, tokenVersion).accessToken;
  for (const bad of ['sete777', 'x'.repeat(201)]) {
    const [error] = (await change(mine, OLD, bad)).errors ?? [];
    expect(error?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: { newPassword: ['must have 8 to 200 characters'] } });
  }
  expect((await change(mine, OLD, 'oito8888')).errors).toBeUndefined();
});
