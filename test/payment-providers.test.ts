import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { createAuthority } from './support/certificates.js';
import { startLoggedServer } from './support/logged-server.js';
import { providerDesk, STATIC_PROVIDER } from './support/provider-desk.js';
import { refused, restClient } from './support/rest-contract.js';
import { anOpenRaffle, salesDesk } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const SECRETS = {
  clientId: 'id-of-the-client-4711',
  clientSecret: 'secret-of-the-client-0815',
  signatureSecret: 'secret-of-signatures-1234',
  tokenUrl: 'https://auth.example.com/secret-path-5678',
};
const { clientId, clientSecret } = SECRETS;
const BACEN = {
  ...STATIC_PROVIDER,
  adapter: 'bacen',
  baseUrl: 'https://pix.example.com/api/v2',
  credentials: { clientId, clientSecret },
};

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
let desk: ReturnType<typeof providerDesk>;
beforeAll(async () => {
  desk = providerDesk(server.graphql, admin.token);
});
beforeEach(async () => {
  await server.app.db.prisma.paymentProvider.deleteMany();
  server.app.providers.drop();
});

const stored = () => server.app.db.prisma.paymentProvider.findMany({ orderBy: { name: 'asc' } });
const audited = (subjectId: string) =>
  server.app.db.prisma.auditEntry.findMany({ where: { subjectType: 'paymentProvider', subjectId }, orderBy: { id: 'asc' } });

describe('a payment provider', () => {
  it('is made with its defaults and answered without its credentials', async () => {
    const { provider } = await desk.upsert({ name: 'acme', ...BACEN });
    expect(provider).toEqual({
      name: 'acme',
      adapter: 'bacen',
      active: true,
      priority: 100,
      pixKey: STATIC_PROVIDER.pixKey,
      merchantName: 'Rifa Legal',
      merchantCity: 'São Paulo',
      baseUrl: 'https://pix.example.com/api/v2',
      credentialsSet: ['clientId', 'clientSecret'],
      problem: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await desk.find('acme')).provider).toEqual(provider);
    expect(await audited('acme')).toMatchObject([
      {
        actorId: admin.id,
        action: 'upsertPaymentProvider',
        details: {
          created: true,
          fields:
            'adapter, active, priority, pixKey, merchantName, merchantCity, baseUrl, '
            + 'credentials.clientId, credentials.clientSecret',
        },
      },
    ]);
  });

  it('has its PIX key in the form of the DICT, however it was typed', async () => {
    const typed = {
      '123.456.789-09': '12345678909',
      '(11) 98765-4321': '+5511987654321',
      ' Caixa@Rifa.Example ': 'caixa@rifa.example',
    };
    for (const [pixKey, kept] of Object.entries(typed)) {
      expect((await desk.upsert({ name: 'keys', ...STATIC_PROVIDER, pixKey })).provider).toMatchObject({ pixKey: kept });
    }
  });

  it('keeps what is left out, forgets what is null, and tells the audit log which fields changed', async () => {
    await desk.upsert({ name: 'kept', ...BACEN });
    const secretPath = { tokenUrl: 'https://pix.example.com/token' };
    expect((await desk.upsert({ name: 'kept', priority: 7, credentials: secretPath })).provider).toMatchObject({
      active: true,
      priority: 7,
      merchantName: 'Rifa Legal',
      baseUrl: BACEN.baseUrl,
      credentialsSet: ['clientId', 'clientSecret', 'tokenUrl'],
    });
    const cleared = await desk.upsert({ name: 'kept', credentials: { tokenUrl: null } });
    expect(cleared.provider.credentialsSet).toEqual(['clientId', 'clientSecret']);
    expect((await server.app.providers.find('kept'))?.settings.credentials).toEqual({ clientId, clientSecret });

    const before = await stored();
    expect((await desk.upsert({ name: 'kept', priority: 7 })).provider).toMatchObject({ priority: 7 });
    expect(await stored()).toEqual(before);
    expect((await audited('kept')).slice(1).map(({ details }) => details)).toEqual([
      { created: false, fields: 'priority, credentials.tokenUrl' },
      { created: false, fields: 'credentials.tokenUrl' },
    ]);
  });

  it('may lose all credentials and its address where the adapter needs none', async () => {
    await desk.upsert({ name: 'plain', ...STATIC_PROVIDER, baseUrl: 'https://nobody.example', credentials: { clientId } });
    const { provider } = await desk.upsert({ name: 'plain', baseUrl: null, credentials: null });
    expect(provider).toMatchObject({ baseUrl: null, credentialsSet: [] });
    expect((await stored())[0]?.sealedCredentials).toBeNull();
  });

  it('is found by orders at once, that of least priority by default, and refused to them once it is switched off', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const buy = (paymentProviderName?: string) =>
      salesDesk(server.graphql).buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1, paymentProviderName });
    expect(await buy()).toMatchObject({
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('No payment provider is active'),
    });

    await desk.upsert({ name: 'second', ...STATIC_PROVIDER, priority: 2 });
    expect((await buy()).order?.paymentProviderName).toBe('second');
    await desk.upsert({ name: 'first', ...STATIC_PROVIDER, priority: 1 });
    expect((await buy()).order?.paymentProviderName).toBe('first');
    expect((await desk.list()).provider.map(({ name }: { name: string }) => name)).toEqual(['first', 'second']);

    await desk.upsert({ name: 'first', active: false });
    expect((await buy()).order?.paymentProviderName).toBe('second');
    expect((await buy('first')).fields).toEqual({ paymentProviderName: ['is not an active payment provider'] });
  });

  it('that is changed still serves the calls that had chosen it before', async () => {
    await desk.upsert({ name: 'busy', ...STATIC_PROVIDER, adapter: 'sandbox', baseUrl: 'http://127.0.0.1:9' });
    const chosen = await server.app.providers.choose('busy', 'GATEWAY');
    await desk.upsert({ name: 'busy', merchantName: 'Rifa Nova' });

    expect((await server.app.providers.choose('busy', 'GATEWAY')).settings.merchantName).toBe('Rifa Nova');
    await expect(chosen.adapter.accessToken()).rejects.toThrow('ECONNREFUSED');
  });

  it('is one row and one creation, however many make it at once', async () => {
    const inputs = Array.from({ length: 8 }, (_, index) => ({ name: 'race', ...STATIC_PROVIDER, priority: index }));
    const outcomes = await Promise.all(inputs.map(desk.upsert));
    expect(outcomes.map(({ code }) => code)).toEqual(inputs.map(() => undefined));
    expect(await stored()).toHaveLength(1);
    const creations = (await audited('race')).map(({ details }) => (details as { created: boolean }).created);
    expect(creations).toEqual([true, ...Array.from({ length: 7 }, () => false)]);
    const versions = outcomes.map(({ provider }) => provider.updatedAt);
    expect(new Set(versions).size).toBe(8);
  });

  it('has every change of operators who change it at once', async () => {
    await desk.upsert({ name: 'shared', ...BACEN });
    const changes = [
      { priority: 7 },
      { merchantName: 'Outra Rifa' },
      { merchantCity: 'Recife' },
      { credentials: { signatureSecret: SECRETS.signatureSecret } },
    ];
    await Promise.all(changes.map((change) => desk.upsert({ name: 'shared', ...change })));
    expect((await desk.find('shared')).provider).toMatchObject({
      priority: 7,
      merchantName: 'Outra Rifa',
      merchantCity: 'Recife',
      credentialsSet: ['clientId', 'clientSecret', 'signatureSecret'],
    });
  });

  it('that does not exist is not found', async () => {
    expect(await desk.find('nobody')).toMatchObject({ code: 'NOT_FOUND', message: 'There is no such payment provider.' });
  });

  it('is one of 50 at most', async () => {
    const row = { ...STATIC_PROVIDER, priority: 1, sealedCallbackSecret: Buffer.from('x') };
    const rows = Array.from({ length: 50 }, (_, index) => ({ ...row, name: `p${index}` }));
    await server.app.db.prisma.paymentProvider.createMany({ data: rows });
    expect(await desk.upsert({ name: 'one-more', ...STATIC_PROVIDER })).toMatchObject({ code: 'CONFLICT' });
    expect((await desk.list()).provider).toHaveLength(50);
  });
});

describe('settings that cannot work', () => {
  const cases: [field: string, input: Record<string, unknown>][] = [
    ['name', { name: 'Acme' }],
    ['name', { name: 'a--b' }],
    ['name', { name: 'x'.repeat(41) }],
    ['name', { name: '' }],
    ['adapter', { adapter: undefined }],
    ['adapter', { adapter: 'paypal' }],
    ['adapter', { adapter: 'toString' }],
    ['adapter', { adapter: null }],
    ['active', { active: null }],
    ['priority', { priority: -1 }],
    ['priority', { priority: null }],
    ['pixKey', { pixKey: undefined }],
    ['pixKey', { pixKey: '123.456.789-00' }],
    ['pixKey', { pixKey: 'caixa' }],
    ['merchantName', { merchantName: undefined }],
    ['merchantName', { merchantName: '🎟️' }],
    ['merchantCity', { merchantCity: '  ' }],
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: null }],
    ['baseUrl', { baseUrl: 'pix.example.com' }],
    ['baseUrl', { baseUrl: 'http://pix.example.com' }],
    ['baseUrl', { baseUrl: 'https://user:password@pix.example.com' }],
    ['credentials.clientId', { credentials: { clientSecret } }],
    ['credentials.clientId', { credentials: { clientId: '', clientSecret } }],
    ['credentials.clientSecret', { credentials: { clientId } }],
    ['credentials.clientId', { credentials: null }],
    ['credentials.tokenUrl', { credentials: { ...BACEN.credentials, tokenUrl: 'http://auth.example.com' } }],
    ['credentials.certificatePem', { credentials: { ...BACEN.credentials, certificatePem: 'x' } }],
    ['credentials.certificatePem', { credentials: { ...BACEN.credentials, privateKeyPem: 'x' } }],
    ['credentials.certificatePem', { credentials: { ...BACEN.credentials, certificatePem: 'x', privateKeyPem: 'y' } }],
    ['credentials.signatureSecret', { adapter: 'paggue' }],
  ];
  it.each(cases)('are refused by the field %s: %o', async (field, wrong) => {
    const audits = await server.app.db.prisma.auditEntry.count();
    const outcome = await desk.upsert({ name: 'wrong', ...BACEN, ...wrong });
    expect(outcome).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } });
    expect(Object.keys(outcome.fields ?? {})).toEqual([field]);
    expect(outcome.message).toContain(field);
    expect(await stored()).toEqual([]);
    expect(await server.app.db.prisma.auditEntry.count()).toBe(audits);
  });

  it('are refused of a provider that works, which stays as it was', async () => {
    await desk.upsert({ name: 'good', ...BACEN });
    const before = await stored();
    for (const wrong of [{ baseUrl: null }, { credentials: { clientId: null } }, { pixKey: 'no key' }, { merchantCity: null }]) {
      expect((await desk.upsert({ name: 'good', ...wrong })).code).toBe('BAD_USER_INPUT');
    }
    expect(await stored()).toEqual(before);
  });

  it("are those of a certificate and another one's key, not those of its own", async () => {
    const authority = await createAuthority('Tests');
    const [own, other] = [await authority.client('own'), await authority.client('other')];
    const withPair = (pair: object) => desk.upsert({ name: 'mtls', ...BACEN, credentials: { ...BACEN.credentials, ...pair } });

    const refusal = { 'credentials.certificatePem': [expect.any(String)] };
    expect((await withPair({ ...own, privateKeyPem: other.privateKeyPem })).fields).toEqual(refusal);
    const { provider } = await withPair({ ...own, caPem: authority.certificatePem });
    expect(provider.credentialsSet).toEqual(['clientId', 'clientSecret', 'certificatePem', 'privateKeyPem', 'caPem']);
    expect((await desk.upsert({ name: 'mtls', credentials: { certificatePem: null } })).fields).toEqual(refusal);
    const without = await desk.upsert({ name: 'mtls', credentials: { certificatePem: null, privateKeyPem: null } });
    expect(without.provider.credentialsSet).toEqual(['clientId', 'clientSecret', 'caPem']);
  });

  it('are those of the development bank in production', async () => {
    const production = await startTestServer({
      ...server.app.config,
      databaseUrl: server.databaseUrl,
      production: true,
      publicUrl: 'https://rifa.example',
    });
    try {
      const sandbox = { ...STATIC_PROVIDER, adapter: 'sandbox', baseUrl: 'https://bank.example' };
      const there = providerDesk(production.graphql, admin.token);
      expect(await there.upsert({ name: 'bank', ...sandbox })).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { adapter: ['must not be sandbox in production: its bank moves no money'] },
      });
      expect(await stored()).toEqual([]);
      await desk.upsert({ name: 'bank', ...sandbox });
      expect((await there.find('bank')).provider.problem).toContain('must not be sandbox in production');
    } finally {
      await production.stop();
    }
  });

  it('are another adapter for one that has one: its charges are settled through it', async () => {
    await desk.upsert({ name: 'fixed', ...STATIC_PROVIDER });
    const fields = { adapter: [expect.stringContaining('is static and stays so')] };
    expect(await desk.upsert({ name: 'fixed', ...BACEN })).toMatchObject({ code: 'CONFLICT', fields });
    expect((await desk.find('fixed')).provider).toMatchObject({ adapter: 'static', baseUrl: null });
    expect((await desk.upsert({ name: 'fixed', adapter: 'static' })).code).toBeUndefined();
  });
});

describe('a stored client secret', () => {
  it('is not sent to another host by somebody who does not know it', async () => {
    await desk.upsert({ name: 'moving', ...BACEN });
    const before = await stored();
    for (const elsewhere of [
      { baseUrl: 'https://attacker.example/api' },
      { baseUrl: 'https://pix.example.com:8443/api' },
      { credentials: { tokenUrl: 'https://attacker.example/token' } },
      { baseUrl: 'https://attacker.example', credentials: { clientId: 'another' } },
    ]) {
      expect(await desk.upsert({ name: 'moving', ...elsewhere })).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { 'credentials.clientSecret': ['must be sent again when baseUrl or tokenUrl moves to another host'] },
      });
    }
    expect(await stored()).toEqual(before);
  });

  it('moves with whoever sends it again, and stays where the host does', async () => {
    await desk.upsert({ name: 'moving', ...BACEN });
    expect((await desk.upsert({ name: 'moving', baseUrl: 'https://pix.example.com/api/v3' })).code).toBeUndefined();
    const baseUrl = 'https://pix.example.net/api';
    expect((await desk.upsert({ name: 'moving', baseUrl, credentials: { clientSecret } })).provider).toMatchObject({ baseUrl });
    expect((await server.app.providers.find('moving'))?.settings.credentials).toEqual({ clientId, clientSecret });
  });
});

describe('who may see and change them', () => {
  it('is an ADMIN only', async () => {
    await desk.upsert({ name: 'acme', ...BACEN });
    const before = await stored();
    const customer = await aCustomer(server);
    for (const [token, code] of [
      [customer.token, 'FORBIDDEN'],
      [undefined, 'UNAUTHENTICATED'],
    ] as const) {
      const other = providerDesk(server.graphql, token);
      const outcomes = [await other.upsert({ name: 'acme', active: false }), await other.find('acme'), await other.list()];
      expect(outcomes.map((outcome) => outcome.code)).toEqual([code, code, code]);
    }
    expect(await stored()).toEqual(before);
  });

  it('over REST too: made and changed by PUT, listed, read by name', async () => {
    const ask = restClient(server);
    const token = admin.token;
    const made = await ask('PUT /v1/payments/providers', { token, body: { name: 'rest', ...BACEN } });
    expect(made).toMatchObject({ status: 200, body: { name: 'rest', credentialsSet: ['clientId', 'clientSecret'] } });
    const changed = await ask('PUT /v1/payments/providers', { token, body: { name: 'rest', priority: 3 } });
    expect(changed.body).toEqual({ ...made.body, priority: 3, updatedAt: changed.body.updatedAt });
    const read = await ask('GET /v1/payments/providers/{name}', { token, params: { name: 'rest' } });
    expect(read).toMatchObject({ status: 200, body: changed.body });
    expect(await ask('GET /v1/payments/providers', { token })).toMatchObject({ status: 200, body: [changed.body] });

    const wrong = await ask('PUT /v1/payments/providers', { token, body: { name: 'rest', credentials: { clientId: null } } });
    expect(wrong).toMatchObject(refused(400, { 'credentials.clientId': ['is required'] }));
    expect(await ask('GET /v1/payments/providers/{name}', { token, params: { name: 'nobody' } })).toMatchObject(refused(404));
    const customer = await aCustomer(server);
    expect(await ask('GET /v1/payments/providers', { token: customer.token })).toMatchObject(refused(403));
    expect(await ask('PUT /v1/payments/providers', { body: { name: 'rest', active: false } })).toMatchObject(refused(401));
    expect((await stored())[0]).toMatchObject({ name: 'rest', active: true });
  });
});

describe('the secrets of a provider', () => {
  it('are in no answer, no error, no log line and no audit entry, and in the database only encrypted', async () => {
    const logging = await startLoggedServer(server);
    const answers: unknown[] = [];
    try {
      const there = providerDesk(logging.ask, admin.token);
      const authority = await createAuthority('Tests');
      const pair = await authority.client('own');
      const credentials = { ...SECRETS, ...pair };
      const input = { name: 'sealed', ...BACEN, adapter: 'paggue', credentials };
      answers.push(await there.upsert(input));
      answers.push(await there.upsert({ ...input, baseUrl: 'not a url' }));
      answers.push(await there.upsert({ ...input, pixKey: 'nonsense' }));
      answers.push(await there.upsert({ ...input, credentials: { ...credentials, clientSecret: 4711 } }));
      const brokenPair = { privateKeyPem: `${pair.privateKeyPem}x`, certificatePem: 'no pem' };
      answers.push(await there.upsert({ ...input, credentials: { ...credentials, ...brokenPair } }));
      answers.push(await there.upsert({ ...input, credentials: { ...credentials, clientId: 'x'.repeat(2_000) } }));
      answers.push(await there.find('sealed'), await there.list());
      expect(answers.map((answer) => (answer as { code?: string }).code)).toEqual([
        undefined,
        ...Array.from({ length: 5 }, () => 'BAD_USER_INPUT'),
        undefined,
        undefined,
      ]);
    } finally {
      await logging.stop();
    }
    const rows = await server.app.db.prisma.$queryRaw<{ text: string }[]>`
      SELECT p::text || encode(p.sealed_credentials, 'escape') AS text FROM payment_providers p`;
    expect(rows).toHaveLength(1);
    // It was written through another process, which this one notices within two seconds only.
    server.app.providers.drop();
    const { callbackSecret, credentials } = (await server.app.providers.find('sealed'))?.settings ?? {};
    expect(credentials).toMatchObject(SECRETS);
    const auditLog = await server.app.db.prisma.auditEntry.findMany({ omit: { id: true } });
    const everything = JSON.stringify([answers, logging.logged(), auditLog, rows]);
    expect(everything).toContain('upsertPaymentProvider');
    expect(callbackSecret).toMatch(/^[\w-]{32}$/);
    for (const secret of [...Object.values(SECRETS), callbackSecret, 'PRIVATE KEY']) expect(everything).not.toContain(secret);
  });
});
