import { beforeEach, describe, expect, it } from 'vitest';
import { ensureAdmin } from '../src/auth/operator.service.js';
import { StartProblem } from '../src/platform/start-problem.js';
import { aCustomer } from './support/actors.js';
import { forTests, startTestServer } from './support/start.js';
import { withoutTriggers } from './support/without-triggers.js';

const FIRST = { email: 'first@example.com', password: 'first password' };
const LOGIN = `mutation ($email: String!, $password: String!) {
  adminLogin(input: { email: $email, password: $password }) { accessToken user { id role operatorRole } }
}`;

const server = forTests(startTestServer);
beforeEach(() => withoutTriggers(server, 'TRUNCATE users, audit_log CASCADE'));

const start = (credentials = FIRST) => ensureAdmin(server.app, credentials);

async function logIn(credentials = FIRST): Promise<{ token: string; id: string } | undefined> {
  const { data } = await server.graphql(LOGIN, credentials);
  return data?.adminLogin && { token: data.adminLogin.accessToken, id: data.adminLogin.user.id };
}

describe('the first operator', () => {
  it('is made once, an owner, by however many processes start at once, and audited', async () => {
    await Promise.all(Array.from({ length: 5 }, () => start({ ...FIRST, email: 'First@Example.com' })));
    expect(await server.app.db.prisma.user.findMany()).toMatchObject([{ email: FIRST.email, operatorRole: 'OWNER' }]);
    const { id } = (await logIn())!;
    expect(await server.app.db.prisma.auditEntry.findMany()).toMatchObject([
      { action: 'createFirstOperator', actorId: null, subjectId: id, details: { operatorRole: 'OWNER' } },
    ]);
  });

  it('does not get a bad password in production, as long as there is none', async () => {
    const production = { ...server.app, config: { ...server.app.config, production: true } };
    const refused: [string, RegExp][] = [
      ['short', /^ADMIN_PASSWORD must have 12 to 200 characters, not counting spaces at its ends\.$/],
      ['admin-development', /^ADMIN_PASSWORD is easy to guess, because it is made of common words.*\.$/],
      ['first@example', /^ADMIN_PASSWORD is easy to guess, because it has your name or e-mail address.*\.$/],
    ];
    for (const [password, said] of refused) {
      const refusal: unknown = await ensureAdmin(production, { ...FIRST, password }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StartProblem);
      expect((refusal as StartProblem).message).toMatch(said);
    }
    expect(await server.app.db.prisma.user.count()).toBe(0);
    await start();
    for (const [password] of refused) await ensureAdmin(production, { ...FIRST, password });
  });

  it('keeps a password changed since', async () => {
    await start();
    await start({ ...FIRST, password: 'another password' });
    expect(await logIn({ ...FIRST, password: 'another password' })).toBeUndefined();
    expect(await logIn()).toBeDefined();
  });

  it.each([
    ['was deleted', 'mutation ($id: ID!) { done: deleteUser(id: $id) { id } }'],
    [
      'has another email since',
      'mutation ($id: ID!) { done: updateUser(id: $id, input: { email: "other@example.com" }) { id } }',
    ],
    ['was made another role', 'mutation ($id: ID!) { done: updateUser(id: $id, input: { operatorRole: SUPPORT }) { id } }'],
  ])('is not made again who %s', async (_, change) => {
    await start();
    const first = (await logIn())!;
    const second = { email: 'second@example.com', password: 'cavalo bateria dois' };
    const made = await server.graphql(
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`,
      { input: { role: 'ADMIN', operatorRole: 'OWNER', name: 'Outra Dona', ...second } },
      first,
    );
    expect(made.errors).toBeUndefined();
    const changed = await server.graphql(change, { id: first.id }, await logIn(second));
    expect(changed.errors).toBeUndefined();
    const before = await server.app.db.prisma.user.findMany({ orderBy: { id: 'asc' } });
    await start();
    expect(await server.app.db.prisma.user.findMany({ orderBy: { id: 'asc' }, omit: { updatedAt: true } })).toMatchObject(
      before.map(({ updatedAt: _at, ...user }) => user),
    );
    expect(await server.app.db.prisma.user.count({ where: { operatorRole: 'OWNER', deletedAt: null } })).toBeGreaterThan(0);
  });

  it('is made beside a customer who has that email, who stays one', async () => {
    const customer = await aCustomer(server, { email: FIRST.email });
    await start();
    const first = (await logIn())!;
    expect(await server.app.db.prisma.user.findMany({ orderBy: { createdAt: 'asc' } })).toMatchObject([
      { id: customer.id, role: 'USER', operatorRole: null },
      { id: first.id, role: 'ADMIN', operatorRole: 'OWNER' },
    ]);
  });
});
