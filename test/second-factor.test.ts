import { describe, expect, it } from 'vitest';
import { unseal } from '../src/platform/crypto.js';
import { stepOfCode } from '../src/second-factor/totp.js';
import { anAdmin } from './support/actors.js';
import { eventually } from './support/eventually.js';
import { anEnrolledOperator, anOperator, codeOf, PASSWORD } from './support/second-factors.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);

const MINE = '{ mySecondFactor { methods totpConfirmedAt recoveryCodesLeft isDemanded } }';
const CONFIRM = 'mutation ($code: String!) { confirmTotp(code: $code) { codes } }';
const mine = async (token: string) => (await server.graphql(MINE, {}, { token })).data?.mySecondFactor;
const codeIn = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
const actionsOf = async (subjectId: string) =>
  (await server.app.db.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ action }) => action);
const holds = async (token: string) => (await server.graphql('{ me { id } }', {}, { token })).status === 200;

describe('RFC 6238, appendix B', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at %d the code is %s', (seconds, code) => {
    const secret = Buffer.from('12345678901234567890');
    const step = Math.floor(seconds / 30);
    expect(stepOfCode(secret, code, seconds * 1_000)).toBe(step);
    expect(stepOfCode(secret, code, (seconds + 30) * 1_000)).toBe(step);
    expect(stepOfCode(secret, code, (seconds + 60) * 1_000)).toBeUndefined();
    expect(stepOfCode(secret, '000000', seconds * 1_000)).toBeUndefined();
  });
});

describe('an authenticator app', () => {
  it('is set up by its first code, and asked for from then on', async () => {
    const operator = await anOperator(server);
    const token = await operator.token();
    const other = await operator.token();
    expect(await mine(token)).toEqual({ methods: [], totpConfirmedAt: null, recoveryCodesLeft: 0, isDemanded: false });
    expect(codeIn(await server.graphql(CONFIRM, { code: '123456' }, { token }))).toBe('CONFLICT');

    const { data } = await server.graphql('mutation { beginTotp { secret uri qrCodeImage } }', {}, { token });
    const { secret, uri, qrCodeImage } = data.beginTotp;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const label = `Rifas:${encodeURIComponent(operator.email)}`;
    expect(uri).toBe(`otpauth://totp/${label}?issuer=Rifas&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    expect(qrCodeImage).toMatch(/^data:image\/png;base64,/);
    // Nothing is asked for yet.
    expect(await holds(await operator.token())).toBe(true);

    const wrong = await server.graphql(CONFIRM, { code: '000000' }, { token });
    expect(wrong.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { code: [expect.stringMatching(/wrong/)] },
    });
    const typed = codeOf(secret, -1).replace(/^.../, '$& ');
    const { codes } = (await server.graphql(CONFIRM, { code: typed }, { token })).data.confirmTotp;
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(await mine(token)).toEqual({
      methods: ['TOTP', 'RECOVERY_CODE'],
      totpConfirmedAt: expect.any(String),
      recoveryCodesLeft: 10,
      isDemanded: false,
    });
    // Sessions of before had only a password.
    await eventually(async () => !(await holds(other)));
    expect(await holds(token)).toBe(true);

    const without = await operator.logIn();
    expect(without.errors?.[0]?.extensions).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      problems: { secondFactor: [{ rule: 'needed', params: { methods: ['TOTP', 'RECOVERY_CODE'] } }] },
    });
    expect(codeIn(await operator.logIn(undefined, 'not the password'))).toBe('UNAUTHENTICATED');
    expect(await holds(await operator.token(codeOf(secret)))).toBe(true);
    expect(await actionsOf(operator.id)).toEqual(['beginTotp', 'confirmTotp']);
  });

  it('is kept as a secret that only our key opens', async () => {
    const { id, secret } = await anEnrolledOperator(server);
    const { sealedSecret, sealedNewSecret } = await server.app.db.prisma.totpSecret.findUniqueOrThrow({ where: { userId: id } });
    expect(sealedNewSecret).toBeNull();
    expect(Buffer.from(sealedSecret!).includes(secret)).toBe(false);
    const opened = unseal(server.app.config.encryptionKeys, sealedSecret!);
    expect(stepOfCode(opened, codeOf(secret))).toBeDefined();
  });

  it('has codes that are accepted once, also of two logins at once, and none before the last', async () => {
    const { logIn, secret } = await anEnrolledOperator(server);
    const now = codeOf(secret);
    const answers = await Promise.all([logIn(now), logIn(now), logIn(now)]);
    expect(answers.map(codeIn).filter((code) => code === undefined)).toHaveLength(1);
    expect(codeIn(await logIn(now))).toBe('UNAUTHENTICATED');
    expect(codeIn(await logIn(codeOf(secret, -1)))).toBe('UNAUTHENTICATED');
    expect(codeIn(await logIn(codeOf(secret, 1)))).toBeUndefined();
  });

  it('is replaced by another one, and the old one counts until the new one has its code', async () => {
    const { logIn, secret, enrolledBy: token, recoveryCodes } = await anEnrolledOperator(server);
    const { data } = await server.graphql('mutation { beginTotp { secret } }', {}, { token });
    expect(codeIn(await logIn(codeOf(secret)))).toBeUndefined();
    await server.graphql(CONFIRM, { code: codeOf(data.beginTotp.secret, -1) }, { token });
    expect(codeIn(await logIn(codeOf(secret, 1)))).toBe('UNAUTHENTICATED');
    expect(codeIn(await logIn(recoveryCodes[0]))).toBe('UNAUTHENTICATED');
    expect(codeIn(await logIn(codeOf(data.beginTotp.secret)))).toBeUndefined();
  });

  it('is removed with its recovery codes, and then the password is enough', async () => {
    const { id, logIn, enrolledBy: token } = await anEnrolledOperator(server);
    const removed = await server.graphql('mutation { removeTotp { methods recoveryCodesLeft } }', {}, { token });
    expect(removed.data.removeTotp).toEqual({ methods: [], recoveryCodesLeft: 0 });
    expect(codeIn(await logIn())).toBeUndefined();
    expect(await actionsOf(id)).toEqual(['beginTotp', 'confirmTotp', 'removeTotp']);
  });
});

describe('who guesses a second factor', () => {
  it('has ten tries in 15 minutes, and the right password forgets none of them', async () => {
    const { logIn, secret } = await anEnrolledOperator(server);
    for (let i = 0; i < 10; i += 1) expect(codeIn(await logIn('000000'))).toBe('UNAUTHENTICATED');
    expect(codeIn(await logIn())).toBe('SECOND_FACTOR_REQUIRED');
    expect(codeIn(await logIn(codeOf(secret)))).toBe('RATE_LIMITED');
  });

  it('does not keep its owner out of a device on which they logged in before', async () => {
    const { logIn, secret } = await anEnrolledOperator(server);
    const { deviceToken } = (await logIn(codeOf(secret))).data.adminLogin;
    for (let i = 0; i < 11; i += 1) await logIn('000000');
    expect(codeIn(await logIn(codeOf(secret, 1), PASSWORD, deviceToken))).toBeUndefined();
  });
});

describe('who lost the device', () => {
  it('logs in by a recovery code, which works once and is on record', async () => {
    const { id, logIn, recoveryCodes } = await anEnrolledOperator(server);
    const [first = '', second = ''] = recoveryCodes;
    const { accessToken } = (await logIn(first.toLowerCase().replaceAll('-', ' '))).data.adminLogin;
    expect(await mine(accessToken)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(codeIn(await logIn(first))).toBe('UNAUTHENTICATED');
    expect(codeIn(await logIn(second))).toBeUndefined();
    const [, , used] = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    expect(used).toMatchObject({ action: 'useRecoveryCode', actorId: id, actorAddress: '127.0.0.1', details: { left: 9 } });
    const stored = await server.app.db.prisma.recoveryCode.findMany({ where: { userId: id } });
    expect(stored.every(({ codeHash }) => codeHash.length === 32)).toBe(true);
  });

  it('makes new codes, and the old ones end', async () => {
    const { logIn, recoveryCodes, enrolledBy: token } = await anEnrolledOperator(server);
    const { codes } = (await server.graphql('mutation { createRecoveryCodes { codes } }', {}, { token })).data
      .createRecoveryCodes;
    expect(codes).toHaveLength(10);
    expect(codeIn(await logIn(recoveryCodes[0]))).toBe('UNAUTHENTICATED');
    expect(codeIn(await logIn(codes[0]))).toBeUndefined();
    const nobody = await anAdmin(server);
    expect(codeIn(await server.graphql('mutation { createRecoveryCodes { codes } }', {}, nobody))).toBe('CONFLICT');
  });
});

describe('who lost the device and the codes', () => {
  const RESET = 'mutation ($id: ID!) { resetSecondFactor(id: $id) { id } }';

  it('asks another owner, whose reset ends all sessions and is on record', async () => {
    const { id, logIn, enrolledBy } = await anEnrolledOperator(server, 'FINANCE');
    const manager = await anAdmin(server, 'MANAGER');
    expect(codeIn(await server.graphql(RESET, { id }, manager))).toBe('FORBIDDEN');
    expect(codeIn(await logIn())).toBe('SECOND_FACTOR_REQUIRED');
    const owner = await anAdmin(server);
    expect((await server.graphql(RESET, { id }, owner)).data.resetSecondFactor).toEqual({ id });
    await eventually(async () => !(await holds(enrolledBy)));
    expect(codeIn(await logIn())).toBeUndefined();
    expect((await server.graphql(RESET, { id }, owner)).errors).toBeUndefined();
    expect(await actionsOf(id)).toEqual(['beginTotp', 'confirmTotp', 'resetSecondFactor']);
  });
});

describe('a role that demands a second factor', () => {
  const DEMAND = 'mutation ($roles: [OperatorRole!]!) { demandSecondFactor(roles: $roles) { roles } }';
  const demand = async (roles: string[], by: { token: string }) => server.graphql(DEMAND, { roles }, by);

  it('lets an operator without one do nothing but set it up', async () => {
    const owner = await anAdmin(server);
    const operator = await anOperator(server, 'SUPPORT');
    const token = await operator.token();
    const ask = (query: string) => server.graphql(query, {}, { token });
    expect(codeIn(await ask('{ users { nodes { id } } }'))).toBeUndefined();
    expect(codeIn(await demand(['SUPPORT'], await anAdmin(server, 'MANAGER')))).toBe('FORBIDDEN');
    expect((await demand(['SUPPORT', 'SUPPORT'], owner)).data.demandSecondFactor).toEqual({ roles: ['SUPPORT'] });

    await eventually(async () => codeIn(await ask('{ users { nodes { id } } }')) === 'SECOND_FACTOR_REQUIRED');
    const late = await operator.token();
    expect(await mine(late)).toMatchObject({ isDemanded: true, methods: [] });
    // Also what is public: an operator sees more of it.
    expect(codeIn(await ask('{ settings { notes } }'))).toBe('SECOND_FACTOR_REQUIRED');
    expect(codeIn(await ask('{ me { id } settings { notes } }'))).toBe('SECOND_FACTOR_REQUIRED');
    expect((await server.rest('GET', '/v1/users', { token })).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    const file = await server.rest('GET', `/v1/raffles/${owner.id}/orders.csv`, { token });
    expect(file.status).toBe(403);
    expect((await ask('{ me { id name } }')).data.me).toEqual({ id: operator.id, name: expect.stringMatching(/^Operator/) });

    const { secret } = (await server.graphql('mutation { beginTotp { secret } }', {}, { token: late })).data.beginTotp;
    await server.graphql(CONFIRM, { code: codeOf(secret, -1) }, { token: late });
    // At once, though owners of tokens are remembered for seconds.
    expect(codeIn(await server.graphql('{ users { nodes { id } } }', {}, { token: late }))).toBeUndefined();

    const { data } = await server.graphql('{ secondFactorDemand { roles } secondFactors { id hasSecondFactor } }', {}, owner);
    expect(data.secondFactorDemand).toEqual({ roles: ['SUPPORT'] });
    expect(data.secondFactors).toContainEqual({ id: operator.id, hasSecondFactor: true });
    expect(data.secondFactors).toContainEqual({ id: owner.id, hasSecondFactor: false });
    // Other roles are not asked.
    expect(codeIn(await server.graphql('{ users { nodes { id } } }', {}, await anAdmin(server, 'FINANCE')))).toBeUndefined();

    expect((await demand([], owner)).data.demandSecondFactor).toEqual({ roles: [] });
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { action: 'demandSecondFactor' } });
    expect(entries.map(({ details }) => details)).toEqual([
      { rolesBefore: '', roles: 'SUPPORT' },
      { rolesBefore: 'SUPPORT', roles: '' },
    ]);
  });
});

it('a deleted operator leaves no secret behind', async () => {
  const { id } = await anEnrolledOperator(server, 'SUPPORT');
  const owner = await anAdmin(server);
  await server.graphql('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id }, owner);
  const { prisma } = server.app.db;
  expect([
    await prisma.totpSecret.count({ where: { userId: id } }),
    await prisma.recoveryCode.count({ where: { userId: id } }),
  ]).toEqual([0, 0]);
});
