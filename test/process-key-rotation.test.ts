import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { Log } from '../src/platform/log.js';
import { checkKeys, rotateKeys, sealedColumnsOf } from '../src/secrets/sealed-columns.js';
import { features } from '../src/features.js';
import { startSandboxBank, type SandboxBank } from '../src/development/bank/start-sandbox-bank.js';
import { seal, unseal } from '../src/platform/crypto.js';
import { anAdmin } from './support/actors.js';
import { startCommand } from './support/commands.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { providerDesk } from './support/provider-desk.js';
import { raffleDesk } from './support/raffles.js';
import { SANDBOX_ACCOUNT } from './support/sandbox.js';
import { startTestServer, type TestServer } from './support/start.js';

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const LOST = randomBytes(32);
const { clientId, clientSecret, ...PAYEE } = SANDBOX_ACCOUNT;
const CREDENTIALS = { clientId, clientSecret };
const SIGNATURE_SECRETS = { now: 'secret-of-now', before: 'secret-of-before' };
const jwtSecret = randomBytes(32).toString('base64');

let bank: SandboxBank;
let database: TestDatabase;
let dataDir: string;
let token: string;
let raffleId: string;
let numbers: number[];
let signatureSecret: string;

async function withKeys<T>(encryptionKeys: Buffer[], work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startTestServer({ databaseUrl: database.url, encryptionKeys, jwtSecret });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function rotateCommand(keys: Buffer[]): Promise<{ code: number | null; output: string }> {
  const ENCRYPTION_KEY = keys.map((key) => key.toString('base64')).join(',');
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ENCRYPTION_KEY };
  const { code, output, errors } = await startCommand('commands/rotate-keys-command.ts', env).ended;
  return { code, output: `${output}${errors}` };
}

async function bankToken(server: TestServer) {
  const mutation = 'mutation { createGatewayAccessToken(providerName: "bank") { maskedToken } }';
  const { data, errors } = await server.graphql(mutation, {}, { token });
  return data?.createGatewayAccessToken?.maskedToken ?? errors?.[0]?.message;
}

const SOME_TOKEN = expect.stringMatching(/^\*{3}[\w-]{4}$/);
const COLUMNS = sealedColumnsOf(features);

const sumOf = (rotations: Awaited<ReturnType<typeof rotateKeys>>, what: 'resealed' | 'alreadyCurrent') =>
  rotations.reduce((sum, rotation) => sum + rotation[what], 0);

async function clientsSecret({ app }: TestServer, key: Buffer): Promise<string> {
  const { sealedSignatureSecret } = await app.db.prisma.apiClient.findFirstOrThrow();
  return unseal([key], sealedSignatureSecret).toString();
}

async function firstNumbers(server: TestServer): Promise<number[]> {
  const permutation = await server.app.permutations.get(raffleId, { size: 100, quotaPrizes: 0, decidedTo: 0 });
  return Array.from({ length: 10 }, (_, ordinal) => permutation.numberOf(ordinal));
}

beforeAll(async () => {
  bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT });
  dataDir = mkdtempSync(path.join(tmpdir(), 'rotate-keys-'));
});
afterAll(async () => {
  await bank?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  database = await createTestDatabase();
  await withKeys([OLD], async (server) => {
    const admin = await anAdmin(server);
    ({ token } = admin);
    const desk = providerDesk(server.graphql, token);
    await desk.upsert({ name: 'bank', adapter: 'sandbox', ...PAYEE, baseUrl: bank.url, credentials: CREDENTIALS });
    await server.graphql('mutation { rotateCallbackSecret(name: "bank") { name } }', {}, { token });
    raffleId = await raffleDesk(server, token).open();
    numbers = await firstNumbers(server);
    const client = await server.graphql('mutation { createApiClient(input: { name: "Old shop" }) { clientKey } }', {}, { token });
    expect(client.errors).toBeUndefined();
    signatureSecret = await clientsSecret(server, OLD);
    const sealed = (secret: string) => seal([OLD], Buffer.from(secret));
    await server.app.db.prisma.raffleCommitment.create({ data: { raffleId, sealedQuotaPrizesSalt: sealed('salt') } });
    await server.app.db.prisma.raffleBook.create({
      data: { raffleId, sealedKey: sealed('book key'), frontier: Buffer.alloc(0) },
    });
    const { now, before } = SIGNATURE_SECRETS;
    const endpoint = { url: 'https://rifa.example', sealedSecret: sealed(now), sealedPreviousSecret: sealed(before) };
    await server.app.db.prisma.webhookEndpoint.create({ data: endpoint });
    await server.app.db.prisma.totpSecret.create({
      data: { userId: admin.id, sealedSecret: sealed('app'), confirmedAt: new Date(), sealedNewSecret: sealed('other app') },
    });
    const exported = { id: uuidv7(), createdBy: admin.id, placedTo: new Date(), isEnglish: false };
    const sealedParts = { create: { id: uuidv7(), part: 1, sealed: sealed('a line') } };
    await server.app.db.prisma.export.create({ data: { ...exported, state: 'DONE', endedAt: new Date(), sealedParts } });
    const later = new Date(Date.now() + 3_600_000);
    const code = { sealed: sealed('{}'), notBefore: later, nextAttemptAt: later, endsAt: later };
    await server.app.db.prisma.message.create({
      data: { id: uuidv7(), kind: 'CODE', channel: 'EMAIL', priority: 0, subject: 'a code', ...code },
    });
  });
  return () => database.drop();
});

describe('the rotation of keys', () => {
  it('knows every column that keeps a secret', async () => {
    await withKeys([OLD], async (server) => {
      const found = await server.app.db.prisma.$queryRaw<{ column: string }[]>`
        SELECT table_name || '.' || column_name AS "column" FROM information_schema.columns
        WHERE table_schema = 'public' AND (column_name LIKE '%sealed%' OR data_type = 'bytea')`;
      // The last are no secrets.
      const hashes =
        /(_hash|_hashes|\.fingerprint|files\.sha256|draws\.proof_gzip|order_boxes\.opened|heads\.root|subtrees\.root|_digest|\.frontier|regulations\.hash|rounds\.signature|passkeys\.credential_id|passkeys\.public_key|challenges\.nonce)$/;
      expect(
        found
          .map(({ column }) => column)
          .filter((name) => !hashes.test(name))
          .sort(),
      ).toEqual(COLUMNS.map(({ table, column }) => `${table}.${column}`).sort());
    });
  });

  it('brings every secret under the first key while the service runs, so that the old one can go', async () => {
    await withKeys([NEW, OLD], async (server) => {
      expect(await bankToken(server)).toEqual(SOME_TOKEN);
      const provider = await server.app.providers.find('bank');
      const omit = { sealedCredentials: true, sealedCallbackSecret: true, sealedPreviousCallbackSecret: true };
      const withoutSecrets = () => server.app.db.prisma.paymentProvider.findMany({ omit });
      const before = await withoutSecrets();

      const { code, output } = await rotateCommand([NEW, OLD]);
      expect({ code, lines: output.trim().split('\n') }).toEqual({
        code: 0,
        lines: [
          'webhook_endpoints.sealed_secret: 1 encrypted again, 0 already under the first key',
          'webhook_endpoints.sealed_previous_secret: 1 encrypted again, 0 already under the first key',
          'totp_secrets.sealed_secret: 1 encrypted again, 0 already under the first key',
          'totp_secrets.sealed_new_secret: 1 encrypted again, 0 already under the first key',
          'raffles.sealed_secret: 1 encrypted again, 0 already under the first key',
          'raffle_commitments.sealed_quota_prizes_salt: 1 encrypted again, 0 already under the first key',
          'payment_providers.sealed_credentials: 1 encrypted again, 0 already under the first key',
          'payment_providers.sealed_callback_secret: 1 encrypted again, 0 already under the first key',
          'payment_providers.sealed_previous_callback_secret: 1 encrypted again, 0 already under the first key',
          'api_clients.sealed_signature_secret: 1 encrypted again, 0 already under the first key',
          'raffle_books.sealed_key: 1 encrypted again, 0 already under the first key',
          'export_parts.sealed: 1 encrypted again, 0 already under the first key',
          'messages.sealed: 1 encrypted again, 0 already under the first key',
          'Every secret is under the first key of ENCRYPTION_KEY: the others can be taken out.',
        ],
      });
      // Nothing that the secrets say has changed, so that no process opens its connections anew.
      expect(await withoutSecrets()).toEqual(before);
      server.app.providers.drop();
      expect(await server.app.providers.find('bank')).toBe(provider);

      const again = await rotateCommand([NEW, OLD]);
      expect(again.code).toBe(0);
      expect(again.output).toContain('raffles.sealed_secret: 0 encrypted again, 1 already under the first key');
    });

    await withKeys([NEW], async (server) => {
      expect(await bankToken(server)).toEqual(SOME_TOKEN);
      expect(await firstNumbers(server)).toEqual(numbers);
      const { sealedSecret, sealedPreviousSecret } = await server.app.db.prisma.webhookEndpoint.findFirstOrThrow();
      const opened = (sealed: Uint8Array | null) => sealed && unseal([NEW], sealed).toString();
      expect({ now: opened(sealedSecret), before: opened(sealedPreviousSecret) }).toEqual(SIGNATURE_SECRETS);
      expect(await clientsSecret(server, NEW)).toBe(signatureSecret);
    });
  });

  it('leaves nothing that the old key alone can open, and the service says so', async () => {
    await withKeys([NEW, OLD], async (server) => {
      expect(sumOf(await rotateKeys(server.app.db, [NEW, OLD], COLUMNS), 'resealed')).toBe(13);
    });
    await withKeys([OLD], async (server) => {
      const lost = 'a stored secret was encrypted with a key that ENCRYPTION_KEY no longer lists';
      const desk = providerDesk(server.graphql, token);
      expect((await desk.find('bank')).provider).toMatchObject({ credentialsSet: [], problem: lost });
      expect(await bankToken(server)).toBe(`The payment provider bank cannot be used: ${lost}`);
      const message = 'No key of ENCRYPTION_KEY opens the stored credentials: put their key back, or send all of them again.';
      expect(await desk.upsert({ name: 'bank', priority: 5 })).toMatchObject({ code: 'CONFLICT', message });
      await expect(firstNumbers(server)).rejects.toThrow(lost);
    });
  });

  it('tells which secrets no key opens, leaves them as they are, and does the others', async () => {
    await withKeys([OLD], async ({ app: { db } }) => {
      await db.prisma.raffle.update({ where: { id: raffleId }, data: { sealedSecret: seal([LOST], Buffer.from('lost')) } });
    });
    const { code, output } = await rotateCommand([NEW, OLD]);
    expect(code).toBe(1);
    expect(output.trim().split('\n').slice(-3)).toEqual([
      'messages.sealed: 1 encrypted again, 0 already under the first key',
      'No key of ENCRYPTION_KEY opens these. Put the key that made them back behind the first and run this again:',
      `  raffles.sealed_secret of ${raffleId}`,
    ]);
    const found = await rotateCommand([NEW, OLD, LOST]);
    expect(found).toMatchObject({ code: 0, output: expect.stringContaining('raffles.sealed_secret: 1 encrypted again, 0') });
  });

  it('takes hundreds of rows, and keeps what others write at the same time', async () => {
    await withKeys([NEW, OLD], (server) =>
      withKeys([OLD, NEW], async (behind) => {
        const row = { adapter: 'static', priority: 9, ...PAYEE, sealedCallbackSecret: seal([OLD], Buffer.from('callback')) };
        const rows = Array.from({ length: 450 }, (_, index) => ({ ...row, name: `p${index}`, active: false }));
        await server.app.db.prisma.paymentProvider.createMany({ data: rows });
        // A process whose keys stand in the old order still writes under the old one.
        const writing = (async () => {
          for (let version = 1; version <= 20; version += 1) {
            const credentials = { signatureSecret: `version-${version}` };
            const { code } = await providerDesk(behind.graphql, token).upsert({ name: 'bank', credentials });
            expect(code).toBeUndefined();
          }
        })();
        const rotating = [server, behind].map(({ app }) => rotateKeys(app.db, [NEW, OLD], COLUMNS));
        const [one = [], other = []] = await Promise.all(rotating);
        await writing;
        expect(sumOf(one, 'resealed') + sumOf(other, 'resealed')).toBeGreaterThanOrEqual(450 + 10);

        await rotateKeys(server.app.db, [NEW, OLD], COLUMNS);
        const last = await rotateKeys(server.app.db, [NEW], COLUMNS);
        expect(last.flatMap(({ unreadable }) => unreadable)).toEqual([]);
        expect([sumOf(last, 'resealed'), sumOf(last, 'alreadyCurrent')]).toEqual([0, 450 + 13]);
        server.app.providers.drop();
        const provider = await server.app.providers.find('bank');
        expect(provider?.settings.credentials).toEqual({ ...CREDENTIALS, signatureSecret: 'version-20' });
      }),
    );
  });
});

describe('a provider whose credentials no key opens', () => {
  it('works again once all of them are sent again', async () => {
    await withKeys([NEW], async (server) => {
      const desk = providerDesk(server.graphql, token);
      const half = await desk.upsert({ name: 'bank', credentials: { clientSecret } });
      expect(half.provider).toMatchObject({ credentialsSet: ['clientSecret'], problem: null });
      const { provider } = await desk.upsert({ name: 'bank', credentials: CREDENTIALS });
      expect(provider).toMatchObject({ credentialsSet: ['clientId', 'clientSecret'], problem: null });
      expect(await bankToken(server)).toEqual(SOME_TOKEN);
      const where = { action: 'upsertPaymentProvider' };
      const audits = await server.app.db.prisma.auditEntry.findMany({ where, orderBy: { id: 'asc' } });
      expect(audits.slice(1).map(({ details }) => details)).toEqual([
        { created: false, fields: 'credentials.clientSecret, callbackSecret' },
        { created: false, fields: 'credentials.clientId' },
      ]);
    });
  });
});

describe('a start', () => {
  const problem = (keys: Buffer[], log: Pick<Log, 'error'>, keysAreGiven = true) =>
    withKeys(keys, ({ app }) => checkKeys({ db: app.db, log, features }, { encryptionKeys: keys, keysAreGiven }));
  let said: object[];
  const log = { error: (line: object) => void said.push(line) } as unknown as Pick<Log, 'error'>;
  beforeEach(() => {
    said = [];
  });

  it('is refused with keys that open nothing of what is stored, in words that name the way out', async () => {
    const { code, errors } = await startCommand('main.ts', {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      SANDBOX_PORT: '0',
      ENCRYPTION_KEY: NEW.toString('base64'),
    }).ended;
    const sentence = 'ENCRYPTION_KEY opens none of the secrets in this database: set it to the key they were stored with';
    expect([code, errors]).toEqual([1, expect.stringContaining(`The service cannot start:\n  - ${sentence}`)]);
  }, 60_000);

  it('goes on with those that open all, or some, of which it says which they do not', async () => {
    expect([await problem([NEW, OLD], log), said]).toEqual([undefined, []]);
    await withKeys([OLD], ({ app }) =>
      app.db.prisma.webhookEndpoint.updateMany({ data: { sealedSecret: seal([NEW], Buffer.from('x')) } }),
    );
    expect(await problem([OLD], log)).toBeUndefined();
    expect(said).toEqual([{ event: 'service.keys.incomplete', columns: ['webhook_endpoints.sealed_secret'] }]);
  });

  it('goes on with the keys of a new data folder beside an older database, and says so', async () => {
    expect(await problem([NEW], log, false)).toBeUndefined();
    expect(said).toEqual([expect.objectContaining({ event: 'service.keys.incomplete' })]);
  });
});
