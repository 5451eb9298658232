import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legacyPaths } from '../src/legacy/routes/legacy-openapi.js';
import { schema } from '../src/schema.js';
import { routes } from '../src/routes.js';
import { startBankedServer } from './support/banked-server.js';
import { exportsAreMade, fingerprintBefore, fingerprintOf } from './support/database-fingerprint.js';
import { bearer } from './support/graphql-client.js';
import { actStageOf, mutationOf, OPERATOR_ACTS, prepareAct, type ActStage, type PreparedAct } from './support/operator-acts.js';
import { aPaidOrder } from './support/order-rows.js';
import { aPicture, upload } from './support/pictures.js';
import { anOpenRaffle } from './support/sales.js';
import { rootFieldsOf } from './support/whole-call.js';

/** What operators call and nobody needs to be told of. */
const EXEMPT: Record<string, string> = {
  markWinnersSeen: 'says only what its caller has looked at',
  previewMessage: 'keeps nothing',
  beginPasskey: 'keeps nothing: its challenge is signed',
  beginPasskeyProof: 'keeps nothing: its challenge is signed',
};

/** What has been done at a provider stands there, whatever becomes of its entry. */
const DONE_ELSEWHERE = ['createGatewayAccessToken', 'generateBillingQrCode', 'registerGatewayWebhook', 'deleteGatewayWebhook'];

/** Acts that have a name of their own in the log. */
const ACTIONS: Record<string, string> = {
  // Whichever way the order asks to be charged.
  createOrderWithoutPaymentGateway: 'createOrder',
  createWinner: 'freezeRaffle',
  // The same as when a legacy client restores its own.
  enableWebhookEndpoint: 'restoreWebhookEndpoint',
};
/** What the service itself writes after it. */
const FOLLOWED_BY: Record<string, string> = { recordBankReturn: 'bankReturnNeedsDecision' };

const OF_OPERATORS = rootFieldsOf(schema)
  .filter(({ kind, field }) => kind === 'mutation' && (field.extensions.roles as string[]).includes('ADMIN'))
  .map(({ field }) => field.name);
const WALKED = OF_OPERATORS.filter((name) => OPERATOR_ACTS.includes(name));

/** What operators do by a route that runs no document; or why nobody needs to be told of it. */
const WITHOUT_A_DOCUMENT: Record<
  string,
  ((stage: ActStage) => Promise<{ action: string; ask: () => Promise<number> }>) | string
> = {
  'GET /v1/raffles/{raffleId}/orders.csv': async (at) => {
    const { id } = await anOpenRaffle(at.server);
    await aPaidOrder(at.server, id, 1);
    return { action: 'exportOrders', ask: () => statusOf(at, `/v1/raffles/${id}/orders.csv`) };
  },
  'GET /v1/raffles/{raffleId}/won-prizes.csv': async (at) => {
    const { id } = await anOpenRaffle(at.server);
    return { action: 'exportWonPrizes', ask: () => statusOf(at, `/v1/raffles/${id}/won-prizes.csv`) };
  },
  'GET /v1/exports/{id}/file': async (at) => {
    const { id } = await at.done('createExport', { input: { raffleId: await at.aRaffle(), language: 'EN' } });
    await exportsAreMade(at.server);
    return { action: 'downloadExport', ask: () => statusOf(at, `/v1/exports/${id}/file`) };
  },
  'GET /v1/users/{id}/data': async (at) => ({
    action: 'exportPersonalData',
    ask: () => statusOf(at, `/v1/users/${at.buyer.id}/data`),
  }),
  'POST /v1/raffles/upload': async ({ server, admin }) => {
    const picture = await aPicture(64, 64).png().toBuffer();
    return { action: 'uploadFile', ask: async () => (await upload(server, admin.token, picture)).status };
  },
  'GET /v1/users/profile/data': 'is what buyers ask for themselves',
};

async function statusOf({ server, admin }: ActStage, path: string): Promise<number> {
  const answer = await fetch(server.url + path, { headers: bearer(admin.token) });
  await answer.text();
  return answer.status;
}

const BY_ROUTES = Object.entries(WITHOUT_A_DOCUMENT).flatMap(([address, act]) =>
  typeof act === 'string' ? [] : [{ address, act }],
);

let dataDir: string;
let stage: ActStage;
let refuse: (isRefused: boolean) => Promise<unknown>;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'raffle-audit-'));
  stage = await actStageOf(await startBankedServer([], { dataDir }));
  const { deliveries, db } = stage.server.app;
  // What is sent is written down, whenever its time comes.
  await deliveries.stop();
  await db.pool.query(`
    CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no entry'; END $$;
    CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_entry();
    ALTER TABLE audit_log DISABLE TRIGGER refuse_entry`);
  refuse = (isRefused) => db.pool.query(`ALTER TABLE audit_log ${isRefused ? 'ENABLE' : 'DISABLE'} TRIGGER refuse_entry`);
});
afterAll(async () => {
  await stage?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const prepared = new Map<string, Promise<PreparedAct>>();
function preparedOf(name: string): Promise<PreparedAct> {
  const act = prepared.get(name) ?? prepareAct(stage, name);
  prepared.set(name, act);
  return act;
}

const call = (name: string, { variables, by }: PreparedAct) => stage.server.graphql(mutationOf(name, variables), variables, by);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const AMOUNTS = /^(?:amount|taken|left|excess)/;

/** The same arguments with each UUID in capitals, which is the same UUID. */
function withIdsInCapitals<Values>(values: Values): Values {
  const text = JSON.stringify(values);
  return JSON.parse(text.replaceAll(/"([^"]+)"/g, (quoted, word: string) => (UUID.test(word) ? quoted.toUpperCase() : quoted)));
}

const prisma = () => stage.server.app.db.prisma;
const latestEntry = async (): Promise<bigint> =>
  (await stage.server.app.db.prisma.auditEntry.findFirst({ orderBy: { id: 'desc' } }))?.id ?? 0n;
const entriesAfter = (id: bigint) =>
  stage.server.app.db.prisma.auditEntry.findMany({
    where: { id: { gt: id } },
    select: { action: true, actorId: true, actorAddress: true, requestId: true },
  });
const anEntry = (action: string, by: { id: string } = stage.admin) => ({
  action,
  actorId: by.id,
  actorAddress: '127.0.0.1',
  requestId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
});

describe('what operators do', () => {
  it('is all walked here: enter a new mutation in test/features/, or in EXEMPT with the reason', () => {
    expect(OF_OPERATORS.filter((name) => !OPERATOR_ACTS.includes(name) && !(name in EXEMPT))).toEqual([]);
    const known = new Set(OF_OPERATORS);
    expect([...OPERATOR_ACTS, ...Object.keys(EXEMPT)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('by a route without a document is all walked here: enter a new one in WITHOUT_A_DOCUMENT', async () => {
    const { paths } = (await stage.server.rest('GET', '/openapi.json')).body;
    const served = Object.entries<object>(paths)
      .filter(([path]) => !(path in legacyPaths))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    const byDocument = new Set(routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`));
    expect(served.filter((address) => !byDocument.has(address)).sort()).toEqual(Object.keys(WITHOUT_A_DOCUMENT).sort());
  });
});

describe('without its entry in the audit log nothing is done: the entry is in the same transaction', () => {
  it.each(WALKED.filter((name) => !DONE_ELSEWHERE.includes(name)))('%s', async (name) => {
    const act = await preparedOf(name);
    const before = await fingerprintBefore(stage.server);
    await refuse(true);
    const { errors } = await call(name, act).finally(() => refuse(false));
    expect(errors).toEqual([expect.objectContaining({ extensions: expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR' }) })]);
    expect(await fingerprintOf(stage.server)).toEqual(before);
  });

  it.each(BY_ROUTES)('$address', async ({ act }) => {
    const { ask } = await act(stage);
    const before = await fingerprintBefore(stage.server);
    await refuse(true);
    expect(await ask().finally(() => refuse(false))).toBe(500);
    expect(await fingerprintOf(stage.server)).toEqual(before);
  });
});

describe('the audit log says who did it, from where and in which request, and to what', () => {
  it.each(WALKED)('%s, also when its ids are typed in capitals', async (name) => {
    const act = await preparedOf(name);
    const before = await fingerprintBefore(stage.server);
    const last = await latestEntry();
    // What a provider calls its own is not ours to write otherwise.
    const typed = DONE_ELSEWHERE.includes(name) ? act.variables : withIdsInCapitals(act.variables);
    const { errors } = await call(name, { ...act, variables: typed });
    expect(errors).toBeUndefined();
    const follows = (FOLLOWED_BY[name] ? [FOLLOWED_BY[name]] : []).map((action) =>
      expect.objectContaining({ action, actorId: null }),
    );
    expect(await entriesAfter(last)).toEqual([anEntry(ACTIONS[name] ?? name, act.by), ...follows]);
    const { subjectType, subjectId, details } = await prisma().auditEntry.findFirstOrThrow({
      where: { id: { gt: last } },
      orderBy: { id: 'asc' },
    });
    expect(subjectType).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    if (UUID.test(subjectId)) expect(subjectId).toBe(subjectId.toLowerCase());
    for (const [field, value] of Object.entries(details as Record<string, unknown>))
      if (AMOUNTS.test(field)) expect([field, value]).toEqual([field, expect.stringMatching(/^\d+\.\d\d$/)]);
    if (DONE_ELSEWHERE.includes(name)) return;
    const { audit_log: _, ...others } = await fingerprintOf(stage.server);
    expect(others).not.toEqual({ ...before, audit_log: undefined });
  });

  it.each(BY_ROUTES)('$address', async ({ act }) => {
    const { action, ask } = await act(stage);
    const last = await latestEntry();
    expect([200, 201]).toContain(await ask());
    expect(await entriesAfter(last)).toEqual([anEntry(action)]);
  });
});

// Last: they prepare acts of their own, and read what all others left.
describe('the dashboard has words, in two languages', () => {
  const textOf = (file: string): string => readFileSync(path.join(import.meta.dirname, '../src/web/dashboard', file), 'utf8');
  const without = (names: readonly string[], words: string): string[] =>
    names.filter((name) => words.split(`    ${name}: `).length !== 3);

  it('for each act', async () => {
    const ofRoutes = BY_ROUTES.map(async ({ act }) => (await act(stage)).action);
    const acts = [
      ...WALKED.map((name) => ACTIONS[name] ?? name),
      ...Object.values(FOLLOWED_BY),
      ...(await Promise.all(ofRoutes)),
    ];
    expect(without(acts, textOf('audit/audit-texts.ts'))).toEqual([]);
  });

  it('for each detail', async () => {
    const entries = await prisma().auditEntry.findMany({ select: { details: true } });
    const names = new Set(entries.flatMap(({ details }) => Object.keys(details as object)));
    const inForms = ['raffle/settings/fields.ts', 'raffle/settings/law-fields.ts', 'site/settings-texts.ts'].map(textOf).join('');
    const others = [...names].map((name) => name.replace(/Before$/, '')).filter((name) => !inForms.includes(` ${name}: `));
    expect(others.length).toBeGreaterThan(60);
    expect(without([...new Set(others)], textOf('audit/detail-texts.ts'))).toEqual([]);
  });
});
