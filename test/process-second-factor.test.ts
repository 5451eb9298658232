import { expect, it } from 'vitest';
import { startCommand } from './support/commands.js';
import { aPasskey } from './support/authenticator.js';
import { anEnrolledOperator, anOperator, codeOf } from './support/second-factors.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);

async function command(...args: string[]) {
  const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.app.config.dataDir };
  const { code, output, errors } = await startCommand('commands/reset-second-factor-command.ts', env, args).ended;
  return { code, said: output + errors };
}

it('the only owner who lost the device and the codes logs in again by the command of the machine, which is on record', async () => {
  const { id, email, logIn, secret, enrolledBy } = await anEnrolledOperator(server);
  expect((await logIn()).errors?.[0]?.extensions.code).toBe('SECOND_FACTOR_REQUIRED');
  expect(await command(` ${email.toUpperCase()} `)).toEqual({ code: 0, said: expect.stringContaining('the password alone') });
  expect((await logIn()).data.adminLogin.user).toEqual({ id });
  expect((await logIn(codeOf(secret))).errors).toBeUndefined();
  const late = await server.graphql('{ me { id } }', {}, { token: enrolledBy });
  expect(late.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  const last = await server.app.db.prisma.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(last).toMatchObject({ action: 'resetSecondFactor', actorId: null, subjectType: 'user', subjectId: id });
  expect(await command(email)).toEqual({ code: 1, said: expect.stringMatching(/has no second factor\.$/m) });
}, 60_000);

it('so does one who lost the only passkey', async () => {
  const { id, email, logIn, token } = await anOperator(server);
  const { authenticator } = await aPasskey(server, await token());
  expect((await logIn()).errors?.[0]?.extensions.code).toBe('SECOND_FACTOR_REQUIRED');
  expect(await command(email)).toEqual({ code: 0, said: expect.stringContaining('the password alone') });
  expect((await logIn()).data.adminLogin.user).toEqual({ id });
  const { options } = (await server.graphql('mutation { beginPasskeyLogin { options } }')).data.beginPasskeyLogin;
  const late = 'mutation ($passkey: String!) { passkeyLogin(input: { passkey: $passkey }) { user { id } } }';
  const answer = await server.graphql(late, { passkey: authenticator.get(options) });
  expect(answer.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
}, 60_000);

it('says why not', async () => {
  expect(await command()).toEqual({ code: 1, said: expect.stringMatching(/npm run reset-second-factor -- /) });
  expect(await command('nobody@example.com')).toEqual({ code: 1, said: expect.stringMatching(/^There is no operator with/m) });
}, 60_000);
