import jwt from 'jsonwebtoken';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { aLegacyClient, legacyClient, refusal, signatureOf } from './support/legacy-client.js';
import { forTests, startTestServer } from './support/start.js';

const CLIENT = 'id companyId name clientKey requiresSignature balance blockedAt createdAt';

const server = forTests(startTestServer);
let token: string;
let adminId: string;
beforeAll(async () => {
  ({ token, id: adminId } = await anAdmin(server));
});

async function run(operation: string, variables: Record<string, unknown> = {}, as: string | undefined = token) {
  const { data, errors } = await server.graphql(operation, variables, { token: as });
  const [error] = errors ?? [];
  return error ? { code: error.extensions.code, fields: error.extensions.fields } : Object.values<any>(data)[0];
}

const block = (id: string) => run(`mutation ($id: ID!) { blockApiClient(id: $id) { ${CLIENT} } }`, { id });
const unblock = (id: string) => run(`mutation ($id: ID!) { unblockApiClient(id: $id) { ${CLIENT} } }`, { id });
const read = (id: string) => run(`query ($id: ID!) { apiClient(id: $id) { ${CLIENT} } }`, { id });
const update = (id: string, input: object) =>
  run(`mutation ($id: ID!, $input: UpdateApiClientInput!) { updateApiClient(id: $id, input: $input) { ${CLIENT} } }`, {
    id,
    input,
  });
const rotate = (id: string, secrets?: string[]) =>
  run(
    `mutation ($id: ID!, $secrets: [ApiClientSecret!]) {
       rotateApiClientSecrets(id: $id, secrets: $secrets) { clientSecret signatureSecret client { id } }
     }`,
    { id, secrets },
  );

async function auditOf(id: string) {
  const where = { subjectType: 'apiClient', subjectId: id };
  const select = { actorId: true, action: true, details: true };
  return server.app.db.prisma.auditEntry.findMany({ where, orderBy: { id: 'asc' }, select });
}

describe('an operator makes an API client', () => {
  it('and is shown its credentials, which log it in', async () => {
    const made = await run(
      `mutation {
         createApiClient(input: { name: "  Loja da Ana " }) {
           clientKey clientSecret signatureSecret companyId client { ${CLIENT} }
         }
       }`,
    );
    expect(made).toEqual({
      clientKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      clientSecret: expect.stringMatching(/^[\w-]{43}$/),
      signatureSecret: expect.stringMatching(/^[\w-]{43}$/),
      companyId: expect.any(Number),
      client: {
        id: expect.any(String),
        companyId: made.companyId,
        name: 'Loja da Ana',
        clientKey: made.clientKey,
        requiresSignature: false,
        balance: '0.00',
        blockedAt: null,
        createdAt: expect.any(String),
      },
    });
    expect((await legacyClient(server.url, made).login()).status).toBe(200);
    expect(await read(made.client.id)).toEqual(made.client);
    expect(await auditOf(made.client.id)).toEqual([
      { actorId: adminId, action: 'createApiClient', details: { name: 'Loja da Ana', companyId: made.companyId } },
    ]);
  });

  it('whose secrets stand nowhere in the database', async () => {
    const { credentials, id } = await aLegacyClient(server);
    const row = await server.app.db.prisma.apiClient.findUniqueOrThrow({ where: { id } });
    const stored = [row.clientSecretHash, row.sealedSignatureSecret].map((bytes) => Buffer.from(bytes).toString('latin1'));
    for (const secret of [credentials.clientSecret, credentials.signatureSecret]) {
      expect([row.clientKey, row.name, ...stored].some((text) => text.includes(secret))).toBe(false);
    }
  });

  it('and nobody else does: nothing is made', async () => {
    const count = () => server.app.db.prisma.apiClient.count();
    const before = await count();
    const create = 'mutation { createApiClient(input: { name: "x" }) { clientKey } }';
    const { token: buyer } = await aCustomer(server);
    const { token: client } = await aLegacyClient(server);

    expect(await run(create, {}, '')).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await run(create, {}, buyer)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await run(create, {}, client)).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await run('mutation { createApiClient(input: { name: "  " }) { clientKey } }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { name: [expect.any(String)] },
    });
    expect(await count()).toBe(before + 1);
  });
});

describe('the list of API clients', () => {
  it('is paged, newest first', async () => {
    const first = await aLegacyClient(server, 'first');
    const second = await aLegacyClient(server, 'second');
    const third = await aLegacyClient(server, 'third');
    const page = (after: string | null) =>
      run(
        `query ($after: String) {
           apiClients(first: 2, after: $after) { nodes { id name } totalCount pageInfo { hasNextPage endCursor } }
         }`,
        { after },
      );

    const top = await page(null);
    expect(top.nodes).toEqual([
      { id: third.id, name: 'third' },
      { id: second.id, name: 'second' },
    ]);
    expect(top.totalCount).toBe(await server.app.db.prisma.apiClient.count());
    expect((await page(top.pageInfo.endCursor)).nodes[0]).toEqual({ id: first.id, name: 'first' });
    expect(await page('WyJ4Il0')).toMatchObject({ code: 'BAD_USER_INPUT', fields: { after: [expect.any(String)] } });
  });

  it('knows nobody by an id that is none', async () => {
    for (const id of ['nonsense', '019a0000-0000-7000-8000-000000000000']) {
      for (const ask of [read, block, unblock, rotate, (unknown: string) => update(unknown, { name: 'x' })]) {
        expect(await ask(id)).toMatchObject({ code: 'NOT_FOUND' });
      }
    }
  });
});

describe('an operator changes an API client', () => {
  it('its name and whether its calls must be signed, leaving out what stays', async () => {
    const { id } = await aLegacyClient(server, 'old');
    expect(await update(id, { name: 'new' })).toMatchObject({ name: 'new', requiresSignature: false });
    expect(await update(id, { requiresSignature: true })).toMatchObject({ name: 'new', requiresSignature: true });
    expect(await update(id, { name: null, requiresSignature: true })).toMatchObject({ name: 'new', requiresSignature: true });
    expect(await update(id, { name: ' ' })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { name: [expect.any(String)] } });

    const entries = (await auditOf(id)).slice(1);
    expect(entries.map(({ action }) => action)).toEqual(['updateApiClient', 'updateApiClient']);
    expect(entries[1]?.details).toMatchObject({ nameBefore: 'new', requiresSignatureBefore: false, requiresSignature: true });
  });

  it('and blocks it at once, its live token too, until it is let in again', async () => {
    const client = await aLegacyClient(server);
    expect((await client.call('GET', '/client/api/balance')).status).toBe(200);

    const { blockedAt } = await block(client.id);
    expect(blockedAt).not.toBeNull();
    expect((await block(client.id)).blockedAt).toBe(blockedAt);
    const refused = await client.call('GET', '/client/api/balance');
    expect([refused.status, refused.body]).toEqual([403, refusal(403)]);
    const { token } = client;
    const login = await client.login();
    expect([login.status, login.body]).toEqual([403, refusal(403)]);

    expect(await unblock(client.id)).toMatchObject({ blockedAt: null });
    expect(await unblock(client.id)).toMatchObject({ blockedAt: null });
    expect((await client.call('GET', '/client/api/balance', { token })).status).toBe(200);
    const actions = (await auditOf(client.id)).map(({ action }) => action);
    expect(actions).toEqual(['createApiClient', 'blockApiClient', 'unblockApiClient']);
  });
});

describe('new secrets', () => {
  function olderToken(id: string, secondsAgo: number): string {
    const iat = Math.floor(Date.now() / 1000) - secondsAgo;
    const options = { algorithm: 'HS256', issuer: 'raffle-gateway', audience: 'CLIENT', subject: id } as const;
    return jwt.sign({ iat, exp: iat + 3600 }, server.app.config.jwtSecret, options);
  }

  it('end the old client secret and the tokens it got', async () => {
    const client = await aLegacyClient(server);
    const older = olderToken(client.id, 5);
    expect((await client.call('GET', '/client/api/balance', { token: older })).status).toBe(200);

    const { clientSecret, signatureSecret } = await rotate(client.id, ['CLIENT_SECRET']);
    expect([clientSecret, signatureSecret]).toEqual([expect.stringMatching(/^[\w-]{43}$/), null]);
    const answer = await client.call('GET', '/client/api/balance', { token: older });
    expect([answer.status, answer.body]).toEqual([401, refusal(401)]);
    expect((await client.login()).status).toBe(401);

    const renewed = legacyClient(server.url, { ...client.credentials, clientSecret });
    expect((await renewed.login()).status).toBe(200);
    expect((await renewed.call('GET', '/client/api/balance', { signed: true })).status).toBe(200);
  });

  it('end the old signature secret, and leave tokens alone', async () => {
    const client = await aLegacyClient(server);
    const older = olderToken(client.id, 5);
    const { clientSecret, signatureSecret } = await rotate(client.id, ['SIGNATURE_SECRET']);
    expect(clientSecret).toBeNull();

    const call = (secret: string) =>
      client.call('GET', '/client/api/balance', { token: older, headers: { signature: signatureOf(secret, '') } });
    expect((await call(client.credentials.signatureSecret)).status).toBe(401);
    expect((await call(signatureSecret)).status).toBe(200);
    expect((await client.login()).status).toBe(200);
  });

  it('are both unless one is named, and at least one', async () => {
    const { id, credentials } = await aLegacyClient(server);
    const { clientSecret, signatureSecret, client } = await rotate(id);
    expect(client).toEqual({ id });
    expect(new Set([clientSecret, signatureSecret, credentials.clientSecret, credentials.signatureSecret, null]).size).toBe(5);
    expect(await rotate(id, [])).toMatchObject({ code: 'BAD_USER_INPUT', fields: { secrets: [expect.any(String)] } });

    const entries = (await auditOf(id)).slice(1);
    expect(entries).toEqual([
      { actorId: adminId, action: 'rotateApiClientSecrets', details: { clientSecret: true, signatureSecret: true } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(clientSecret);
  });
});
