import { describe, expect, it, vi } from 'vitest';
import { newChallenge, readChallenge } from '../src/second-factor/passkey-challenge.js';
import { anAdmin } from './support/actors.js';
import { aPasskey, Authenticator, type Bent, BEGIN, CREATE, originOf } from './support/authenticator.js';
import { eventually } from './support/eventually.js';
import { anEnrolledOperator, anOperator, codeOf, PASSWORD } from './support/second-factors.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(() => startTestServer({ stepUpMinutes: 10 }));

type Answer = Awaited<ReturnType<typeof server.graphql>>;
const codeIn = ({ errors }: Answer) => errors?.[0]?.extensions.code;
const fieldsIn = ({ errors }: Answer) => Object.keys(errors?.[0]?.extensions.fields ?? {});
const ask = (query: string, token?: string, variables: Record<string, unknown> = {}) =>
  server.graphql(query, variables, token === undefined ? {} : { token });
const holds = async (token: string) => (await ask('{ me { id } }', token)).status === 200;
const actionsOf = async (subjectId: string) =>
  (await server.app.db.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(({ action }) => action);

const STATE = '{ methods recoveryCodesLeft isDemanded passkeys { id name lastUsedAt } }';
const mine = async (token: string) => (await ask(`{ mySecondFactor ${STATE} }`, token)).data.mySecondFactor;
const loginOptions = async () =>
  (await ask('mutation { beginPasskeyLogin { options } }')).data.beginPasskeyLogin.options as string;
const proofOptions = async (token: string) =>
  (await ask('mutation { beginPasskeyProof { options } }', token)).data.beginPasskeyProof.options as string;
const alone = (passkey: string) =>
  ask('mutation ($input: PasskeyLoginInput!) { passkeyLogin(input: $input) { accessToken user { id } } }', undefined, {
    input: { passkey },
  });
const confirm = (secondFactor: object, token: string) =>
  ask('mutation ($input: ConfirmIdentityInput!) { confirmIdentity(input: $input) { provedAt } }', token, {
    input: { secondFactor },
  });
const withPassword = (email: string, secondFactor?: object) =>
  ask('mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken user { id } } }', undefined, {
    input: { email, password: PASSWORD, ...(secondFactor && { secondFactor }) },
  });
const CLIENT = 'mutation { createApiClient(input: { name: "Shop" }) { clientKey } }';
const age = (userId: string) =>
  server.app.db.prisma.session.updateMany({ where: { userId }, data: { provedAt: new Date(Date.now() - 11 * 60_000) } });

/** An operator whose only second factor is a passkey. */
async function aHolder(role: 'OWNER' | 'SUPPORT' = 'OWNER') {
  const operator = await anOperator(server, role);
  const token = await operator.token();
  return { ...operator, userId: operator.id, registeredBy: token, ...(await aPasskey(server, token)) };
}

describe('a passkey', () => {
  it('is registered, listed, renamed and removed, and each is on record', async () => {
    const operator = await anOperator(server);
    const token = await operator.token();
    const other = await operator.token();
    const { options, expiresAt } = (await ask(BEGIN, token)).data.beginPasskey;
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(290_000);
    expect(JSON.parse(options)).toMatchObject({
      rp: { id: 'localhost', name: 'Rifas' },
      user: { name: operator.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const device = new Authenticator(originOf(server));
    const created = await ask(CREATE, token, { input: { name: '  MacBook ', passkey: device.create(options) } });
    const { passkey, codes } = created.data.createPasskey;
    expect(passkey).toEqual({ id: expect.any(String), name: 'MacBook', createdAt: expect.any(String), lastUsedAt: null });
    expect(codes).toHaveLength(10);
    // Sessions of before had only a password.
    await eventually(async () => !(await holds(other)));
    expect(await holds(token)).toBe(true);

    const second = await aPasskey(server, token, 'Celular');
    expect(second.codes).toEqual([]);
    const again = JSON.parse((await ask(BEGIN, token)).data.beginPasskey.options);
    expect(again.excludeCredentials).toHaveLength(2);
    expect(await mine(token)).toMatchObject({
      methods: ['PASSKEY', 'RECOVERY_CODE'],
      recoveryCodesLeft: 10,
      passkeys: [{ name: 'MacBook' }, { name: 'Celular' }],
    });

    const rename = 'mutation ($id: ID!, $name: String!) { renamePasskey(id: $id, name: $name) { passkeys { name } } }';
    expect((await ask(rename, token, { id: passkey.id, name: 'Mac da loja' })).data.renamePasskey.passkeys[0]).toEqual({
      name: 'Mac da loja',
    });
    expect(fieldsIn(await ask(rename, token, { id: passkey.id, name: ' ' }))).toEqual(['name']);
    const remove = `mutation ($id: ID!) { removePasskey(id: $id) ${STATE} }`;
    expect((await ask(remove, token, { id: passkey.id })).data.removePasskey).toMatchObject({
      methods: ['PASSKEY', 'RECOVERY_CODE'],
      recoveryCodesLeft: 10,
    });
    expect(codeIn(await ask(remove, token, { id: passkey.id }))).toBe('NOT_FOUND');
    expect(codeIn(await alone(device.get(await loginOptions())))).toBe('UNAUTHENTICATED');
    expect((await ask(remove, token, { id: second.id })).data.removePasskey).toEqual({
      methods: [],
      recoveryCodesLeft: 0,
      isDemanded: false,
      passkeys: [],
    });
    expect(codeIn(await operator.logIn())).toBeUndefined();
    expect(await actionsOf(operator.id)).toEqual([
      'createPasskey',
      'createPasskey',
      'renamePasskey',
      'removePasskey',
      'removePasskey',
    ]);
  });

  it('of another operator is not renamed, removed or registered again', async () => {
    const holder = await aHolder();
    const { id: other, token: theirs } = await anOperator(server).then(async (one) => ({ ...one, token: await one.token() }));
    const change = (name: string, more = '') => `mutation ($id: ID!) { ${name}(id: $id${more}) { methods } }`;
    expect(codeIn(await ask(change('removePasskey'), theirs, { id: holder.id }))).toBe('NOT_FOUND');
    expect(codeIn(await ask(change('renamePasskey', ', name: "x"'), theirs, { id: holder.id }))).toBe('NOT_FOUND');
    const { options } = (await ask(BEGIN, theirs)).data.beginPasskey;
    const passkey = holder.authenticator.create(options);
    expect(codeIn(await ask(CREATE, theirs, { input: { name: 'x', passkey } }))).toBe('CONFLICT');
    expect(await actionsOf(other)).toEqual([]);
    expect(await server.app.db.prisma.recoveryCode.count({ where: { userId: other } })).toBe(0);
  });

  it('is one of twenty at most', async () => {
    const holder = await aHolder();
    const rows = Array.from({ length: 19 }, (_, n) => ({
      id: `019a0000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
      userId: holder.id,
      name: `n${n}`,
      credentialId: Buffer.from(`${holder.email} ${n}`),
      publicKey: Buffer.alloc(1),
    }));
    await server.app.db.prisma.passkey.createMany({
      data: rows.map((row) => ({ ...row, userId: holder.userId })),
    });
    await expect(aPasskey(server, holder.registeredBy)).rejects.toThrow(/20 passkeys/);
  });

  it('is registered only by an answer to this session, at our address, by a device that verified the person', async () => {
    const { id, token: login } = await anOperator(server);
    const token = await login();
    const optionsOf = async (by: string) => (await ask(BEGIN, by)).data.beginPasskey.options as string;
    const device = new Authenticator(originOf(server));
    const send = (passkey: string) => ask(CREATE, token, { input: { name: 'x', passkey } });
    const bent: Bent[] = [
      { origin: 'https://rifas.example.com' },
      { rpId: 'rifas.example.com' },
      { isVerified: false },
      { type: 'webauthn.get' },
      {
        challenge: newChallenge({ jwtSecret: 'another secret of thirty-two bytes' }, { act: 'logIn' }).bytes.toString(
          'base64url',
        ),
      },
      { challenge: 'AAAA' },
    ];
    for (const one of bent)
      expect([one, fieldsIn(await send(device.create(await optionsOf(token), one)))]).toEqual([one, ['passkey']]);
    const elsewhere = await login();
    expect(fieldsIn(await send(device.create(await optionsOf(elsewhere))))).toEqual(['passkey']);
    const login1 = { ...JSON.parse(await optionsOf(token)), challenge: JSON.parse(await loginOptions()).challenge };
    expect(fieldsIn(await send(device.create(JSON.stringify(login1))))).toEqual(['passkey']);
    for (const none of ['{', '[]', '{"id":""}', 'null', '{"id":"AAAA"}', '{"id":"AAAA","response":{"clientDataJSON":5}}'])
      expect([none, fieldsIn(await send(none))]).toEqual([none, ['passkey']]);
    expect(await server.app.db.prisma.passkey.count({ where: { userId: id } })).toBe(0);

    const answer = device.create(await optionsOf(token));
    expect(codeIn(await send(answer))).toBeUndefined();
    expect(fieldsIn(await send(answer))).toEqual(['passkey']);
  });

  it('needs a recent proof to be registered, renamed or removed: a stolen session gets no door of its own', async () => {
    const { userId, id, registeredBy: token } = await aHolder();
    await age(userId);
    for (const mutation of [
      'beginPasskey { options }',
      'createPasskey(input: { name: "x", passkey: "{}" }) { codes }',
      `renamePasskey(id: "${id}", name: "x") { methods }`,
      `removePasskey(id: "${id}") { methods }`,
      'createRecoveryCodes { codes }',
    ])
      expect([mutation, codeIn(await ask(`mutation { ${mutation} }`, token))]).toEqual([mutation, 'STEP_UP_REQUIRED']);
  });
});

describe('a login', () => {
  it('takes a passkey after the password, beside a recovery code and an app', async () => {
    const { email, logIn, authenticator, codes, registeredBy: token, userId } = await aHolder();
    expect((await logIn()).errors?.[0]?.extensions).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      problems: { secondFactor: [{ params: { methods: ['PASSKEY', 'RECOVERY_CODE'] } }] },
    });
    const entered = await withPassword(email, { passkey: authenticator.get(await loginOptions()) });
    expect(entered.data.adminLogin.user).toEqual({ id: userId });
    expect((await mine(token)).passkeys[0].lastUsedAt).toEqual(expect.any(String));
    // A lost device.
    expect(codeIn(await logIn(codes[0]))).toBeUndefined();
    expect(codeIn(await logIn('000000'))).toBe('UNAUTHENTICATED');
    for (const none of [{}, { code: '000000', passkey: '{}' }])
      expect([none, codeIn(await withPassword(email, none))]).toEqual([none, 'BAD_USER_INPUT']);

    const both = await anEnrolledOperator(server);
    const second = await aPasskey(server, both.enrolledBy);
    expect(second.codes).toEqual([]);
    expect((await mine(both.enrolledBy)).methods).toEqual(['TOTP', 'PASSKEY', 'RECOVERY_CODE']);
    expect(codeIn(await both.logIn(codeOf(both.secret)))).toBeUndefined();
    expect(codeIn(await withPassword(both.email, { passkey: second.authenticator.get(await loginOptions()) }))).toBeUndefined();
    await ask('mutation { removeTotp { methods } }', both.enrolledBy);
    expect(await mine(both.enrolledBy)).toMatchObject({ methods: ['PASSKEY', 'RECOVERY_CODE'], recoveryCodesLeft: 10 });
  });

  it('takes a passkey alone, whose device has verified the person', async () => {
    const { userId, authenticator } = await aHolder();
    const options = await loginOptions();
    // Nothing tells who has one.
    expect(JSON.parse(options)).toEqual({
      rpId: 'localhost',
      challenge: expect.any(String),
      timeout: 300_000,
      userVerification: 'required',
    });
    const { data } = await alone(authenticator.get(options));
    expect(data.passkeyLogin.user).toEqual({ id: userId });
    expect(await holds(data.passkeyLogin.accessToken)).toBe(true);
    // It is a proof too.
    expect(codeIn(await ask(CLIENT, data.passkeyLogin.accessToken))).toBeUndefined();
  });

  it('takes an answer once, also of two at the same time', async () => {
    const { authenticator, email } = await aHolder();
    const answer = authenticator.get(await loginOptions());
    const answers = await Promise.all([alone(answer), alone(answer), alone(answer)]);
    expect(answers.filter((one) => codeIn(one) === undefined)).toHaveLength(1);
    expect(codeIn(await alone(answer))).toBe('UNAUTHENTICATED');
    expect(codeIn(await withPassword(email, { passkey: answer }))).toBe('UNAUTHENTICATED');
  });

  it('takes none of another origin, host, person, purpose or session, none that is late, and none without verification', async () => {
    const { authenticator: device, userId, email } = await aHolder();
    const other = await aHolder();
    const { config } = server.app;
    const challengeOf = (...of: Parameters<typeof newChallenge> extends [unknown, ...infer Rest] ? Rest : never) =>
      newChallenge(config, ...of).bytes.toString('base64url');
    const handle = Buffer.from(other.userId.replaceAll('-', ''), 'hex').toString('base64url');
    const bent: Bent[] = [
      { origin: 'https://rifas.example.com' },
      { origin: server.url.replace(/^http:/, 'https:') },
      { rpId: 'rifas.example.com' },
      { isVerified: false },
      { userHandle: handle },
      { type: 'webauthn.create' },
      { challenge: challengeOf({ act: 'logIn' }, Date.now() - 301_000) },
      { challenge: challengeOf({ act: 'confirm', userId, sessionId: undefined }) },
      { challenge: newChallenge({ jwtSecret: 'x'.repeat(32) }, { act: 'logIn' }).bytes.toString('base64url') },
    ];
    for (const one of bent) {
      const passkey = device.get(await loginOptions(), one);
      expect([one, codeIn(await alone(passkey))]).toEqual([one, 'UNAUTHENTICATED']);
      expect([one, codeIn(await withPassword(email, { passkey }))]).toEqual([one, 'UNAUTHENTICATED']);
    }
    // Somebody who knows a password, with a passkey of their own.
    expect(codeIn(await withPassword(email, { passkey: other.authenticator.get(await loginOptions()) }))).toBe('UNAUTHENTICATED');
    // A signature of another key under this id.
    const forger = new Authenticator(originOf(server));
    const forged = { ...JSON.parse(forger.get(await loginOptions())), ...idOf(other.authenticator) };
    expect(codeIn(await alone(JSON.stringify(forged)))).toBe('UNAUTHENTICATED');
    const proof = await proofOptions(other.registeredBy);
    expect(codeIn(await alone(other.authenticator.get(proof)))).toBe('UNAUTHENTICATED');
    expect(codeIn(await alone(other.authenticator.get(await loginOptions())))).toBeUndefined();
    expect(await actionsOf(userId)).toEqual(['createPasskey']);
  });

  it('refuses a device whose count of signatures falls, once and for all processes, and says so', async () => {
    const warn = vi.spyOn(server.app.log, 'warn');
    const { authenticator: device, userId, id } = await aHolder();
    expect(codeIn(await alone(device.get(await loginOptions(), { count: 7 })))).toBeUndefined();
    expect(codeIn(await alone(device.get(await loginOptions(), { count: 7 })))).toBe('UNAUTHENTICATED');
    expect(codeIn(await alone(device.get(await loginOptions(), { count: 0 })))).toBe('UNAUTHENTICATED');
    expect(codeIn(await alone(device.get(await loginOptions(), { count: 8 })))).toBeUndefined();
    expect(await actionsOf(userId)).toEqual(['createPasskey', 'passkeyCopied', 'passkeyCopied']);
    expect(warn).toHaveBeenCalledWith(
      { event: 'second_factor.passkey.copied', user: userId, passkey: id },
      expect.stringContaining('may have a copy'),
    );
    warn.mockRestore();
    // Passkeys that are synchronised count nothing.
    const synchronised = await aHolder();
    for (let n = 0; n < 2; n += 1)
      expect(codeIn(await alone(synchronised.authenticator.get(await loginOptions(), { count: 0 })))).toBeUndefined();
  });

  it('refuses a blocked operator, and one whose second factor was reset', async () => {
    const { authenticator: device, userId, logIn } = await aHolder('SUPPORT');
    const owner = await anAdmin(server);
    await ask('mutation ($id: ID!) { blockUser(id: $id, reason: "left") { id } }', owner.token, { id: userId });
    expect(codeIn(await alone(device.get(await loginOptions())))).toBe('UNAUTHENTICATED');
    await ask('mutation ($id: ID!) { unblockUser(id: $id) { id } }', owner.token, { id: userId });
    expect(codeIn(await alone(device.get(await loginOptions())))).toBeUndefined();
    await ask('mutation ($id: ID!) { resetSecondFactor(id: $id) { id } }', owner.token, { id: userId });
    expect(codeIn(await alone(device.get(await loginOptions())))).toBe('UNAUTHENTICATED');
    expect(codeIn(await logIn())).toBeUndefined();
    expect(await actionsOf(userId)).toContain('resetSecondFactor');
  });

  it('is refused after ten wrong answers, as after ten wrong codes', async () => {
    const { authenticator: device, email } = await aHolder();
    for (let n = 0; n < 10; n += 1) {
      const passkey = device.get(await loginOptions(), { isVerified: false });
      expect(codeIn(await withPassword(email, { passkey }))).toBe('UNAUTHENTICATED');
    }
    expect(codeIn(await withPassword(email, { passkey: device.get(await loginOptions()) }))).toBe('RATE_LIMITED');
    const alones = await aHolder();
    for (let n = 0; n < 10; n += 1)
      expect(codeIn(await alone(alones.authenticator.get(await loginOptions(), { isVerified: false })))).toBe('UNAUTHENTICATED');
    expect(codeIn(await alone(alones.authenticator.get(await loginOptions())))).toBe('RATE_LIMITED');
  });
});

const idOf = (device: Authenticator) => {
  const id = device.id.toString('base64url');
  return { id, rawId: id };
};

describe('a proof of identity', () => {
  it('is a passkey, asked for by this session and answered once', async () => {
    const { userId, authenticator: device, registeredBy: token, email } = await aHolder();
    const entered = await withPassword(email, { passkey: device.get(await loginOptions()) });
    const other = entered.data.adminLogin.accessToken as string;
    await age(userId);
    expect(codeIn(await ask(CLIENT, token))).toBe('STEP_UP_REQUIRED');
    const options = await proofOptions(token);
    expect(JSON.parse(options).allowCredentials).toEqual([
      { ...idOf(device), rawId: undefined, type: 'public-key', transports: ['internal'] },
    ]);
    const answer = device.get(options);
    // Of another session, and of a login.
    expect(fieldsIn(await confirm({ passkey: answer }, other))).toEqual(['secondFactor']);
    expect(fieldsIn(await confirm({ passkey: device.get(await loginOptions()) }, token))).toEqual(['secondFactor']);
    expect(codeIn(await ask(CLIENT, token))).toBe('STEP_UP_REQUIRED');
    expect(codeIn(await confirm({ passkey: answer }, token))).toBeUndefined();
    expect(codeIn(await ask(CLIENT, token))).toBeUndefined();
    expect(codeIn(await ask(CLIENT, other))).toBe('STEP_UP_REQUIRED');
    expect(fieldsIn(await confirm({ passkey: answer }, token))).toEqual(['secondFactor']);
    const stranger = await aHolder();
    expect(fieldsIn(await confirm({ passkey: stranger.authenticator.get(await proofOptions(token)) }, token))).toEqual([
      'secondFactor',
    ]);
  });
});

describe('a role that demands a second factor', () => {
  it('is content with a passkey, and asks again when it is removed', async () => {
    const owner = await anAdmin(server);
    const demand = (roles: string[]) =>
      ask('mutation ($roles: [OperatorRole!]!) { demandSecondFactor(roles: $roles) { roles } }', owner.token, { roles });
    const operator = await anOperator(server, 'SUPPORT');
    const token = await operator.token();
    await demand(['SUPPORT']);
    const USERS = '{ users { nodes { id } } }';
    await eventually(async () => codeIn(await ask(USERS, token)) === 'SECOND_FACTOR_REQUIRED');
    const { id } = await aPasskey(server, token);
    expect(codeIn(await ask(USERS, token))).toBeUndefined();
    const { data } = await ask('{ secondFactors { id hasSecondFactor } }', owner.token);
    expect(data.secondFactors).toContainEqual({ id: operator.id, hasSecondFactor: true });
    await ask('mutation ($id: ID!) { removePasskey(id: $id) { methods } }', token, { id });
    await eventually(async () => codeIn(await ask(USERS, token)) === 'SECOND_FACTOR_REQUIRED');
    await demand([]);
  });
});

it('a deleted operator leaves no passkey behind, and their file names those they had', async () => {
  const { userId } = await aHolder('SUPPORT');
  const owner = await anAdmin(server);
  const file = await server.rest('GET', `/v1/users/${userId}/data`, owner);
  expect(file.body.passkeys).toEqual([{ name: 'MacBook', createdAt: expect.any(String), lastUsedAt: null }]);
  await ask('mutation ($id: ID!) { deleteUser(id: $id) { id } }', owner.token, { id: userId });
  const { prisma } = server.app.db;
  expect([await prisma.passkey.count({ where: { userId } }), await prisma.recoveryCode.count({ where: { userId } })]).toEqual([
    0, 0,
  ]);
});

describe('a challenge', () => {
  it('is ours, of one purpose, for five minutes', () => {
    const config = { jwtSecret: 'a secret of at least thirty-two bytes' };
    const purpose = { act: 'confirm', userId: 'a', sessionId: 'b' } as const;
    const { bytes } = newChallenge(config, purpose, 0);
    const text = bytes.toString('base64url');
    expect(readChallenge(config, purpose, text, 299_999)?.expiresAt).toEqual(new Date(300_000));
    expect(readChallenge(config, purpose, text, 300_000)).toBeUndefined();
    for (const other of [
      { act: 'logIn' },
      { ...purpose, act: 'register' },
      { ...purpose, userId: 'c' },
      { ...purpose, sessionId: undefined },
    ] as const)
      expect(readChallenge(config, other, text, 0)).toBeUndefined();
    for (let n = 0; n < bytes.length; n += 1) {
      const changed = Buffer.from(bytes);
      changed[n]! ^= 1;
      expect(readChallenge(config, purpose, changed.toString('base64url'), 0)).toBeUndefined();
    }
    expect(readChallenge(config, purpose, '', 0)).toBeUndefined();
  });
});
