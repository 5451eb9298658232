import { beforeAll, expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { startCommand } from './support/commands.js';
import { forTests, startTestServer } from './support/start.js';

const EMAIL = 'boss@example.com';
const NEW = 'trombone vermelho janela';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
beforeAll(async () => {
  const owner = { name: 'Boss', email: EMAIL, password: 'cavalo bateria velha', role: 'ADMIN', operatorRole: 'OWNER' };
  const made = await server.graphql(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
    { input: owner },
    admin,
  );
  expect(made.errors).toBeUndefined();
});

const logIn = async (password: string) => {
  const login = 'mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken } }';
  const { data, errors } = await server.graphql(login, { input: { email: EMAIL, password } });
  return (data?.adminLogin?.accessToken as string | undefined) ?? errors?.[0]?.extensions.code;
};
async function command(email: string | undefined, password: string) {
  const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.app.config.dataDir };
  const run = startCommand('commands/set-admin-password-command.ts', env, email === undefined ? [] : [email]);
  run.write(`${password}\n`);
  const { code, output, errors } = await run.ended;
  return { code, said: output + errors };
}

it('who runs the service gives an operator another password, which ends what the old one had opened, and is on record', async () => {
  const opened = await logIn('cavalo bateria velha');
  expect(await command(` ${EMAIL.toUpperCase()} `, NEW)).toEqual({
    code: 0,
    said: expect.stringContaining('sessions with the old one have ended'),
  });
  expect([await logIn('cavalo bateria velha'), await logIn(NEW)]).toEqual(['UNAUTHENTICATED', expect.stringMatching(/^ey/)]);
  const late = await server.graphql('{ me { id } }', {}, { token: opened });
  expect(late.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  const log = await server.graphql('{ auditLog(first: 1) { nodes { action actor { id } subjectType } } }', {}, admin);
  expect(log.data?.auditLog.nodes).toEqual([{ action: 'setOperatorPassword', actor: null, subjectType: 'user' }]);
});

it('says why not, and changes nothing', async () => {
  await command(EMAIL, NEW);
  for (const [email, password, said] of [
    [undefined, NEW, /npm run set-admin-password -- /],
    ['nobody@example.com', NEW, /^There is no operator with the email nobody@example\.com/],
    [EMAIL, 'password1234', /^The password is easy to guess, because it is made of common words, .*: use four words that .*\.$/m],
    [EMAIL, '', /^The password must have 12 to 200 characters, not counting spaces at its ends\.$/m],
  ] as const) {
    expect(await command(email, password)).toEqual({ code: 1, said: expect.stringMatching(said) });
  }
  expect(await logIn(NEW)).toMatch(/^ey/);
}, 60_000);
