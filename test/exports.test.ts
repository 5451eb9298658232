import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '../src/context.js';
import { makeDueExports } from '../src/exports/export-schedule.service.js';
import { makeExports, PAGE } from '../src/exports/export-worker.js';
import { keepPart, takeExport } from '../src/exports/export.sql.js';
import { estimatedEnd, progressOf } from '../src/exports/export.service.js';
import { features } from '../src/features.js';
import { applyRetention } from '../src/workers.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { aPaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

// Its workers do not run: a test says when.
const withoutWorkers = features.map((feature) => (feature.name === 'exports' ? { ...feature, workers: [] } : feature));
const server = forTests(() => startTestServer({}, { features: withoutWorkers }));
const admin = forTests(() => anAdmin(server));

const prisma = () => server.app.db.prisma;

const CREATE = `mutation ($input: CreateExportInput!) { createExport(input: $input) {
  id state rowsDone rowsTotal progress raffleTitle language isScheduled expiresAt } }`;
const create = (input: object, token = admin.token) =>
  server.graphql(CREATE, { input: { language: 'PT_BR', ...input } }, { token });
const made = async (input: object) => (await create(input)).data.createExport as { id: string; rowsTotal: number | null };
const one = async (id: string) =>
  (
    await server.graphql(
      'query ($id: ID!) { export(id: $id) { state rowsDone rowsTotal progress estimatedEnd expiresAt startedAt } }',
      { id },
      { token: admin.token },
    )
  ).data.export;
const download = (id: string, token = admin.token) =>
  fetch(`${server.url}/v1/exports/${id}/file`, { headers: { authorization: `Bearer ${token}` } });
const fileOf = async (id: string) => Buffer.from(await (await download(id)).arrayBuffer()).toString('utf8');
const idsIn = (text: string) => [...text.matchAll(/^(\d+);/gm)].map(([, id]) => Number(id));
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] | undefined }) => errors?.[0]?.extensions.code;

/** Another process, whose statements somebody watches. */
function hooked(watch: (stmt: object, original: () => Promise<object[]>) => Promise<object[]>): App {
  const { db } = server.app;
  const query = (stmt: object, values: unknown[]) => watch(stmt, () => db.query(stmt as never, values));
  return { ...server.app, db: { ...db, query } as typeof db };
}

async function makeAll(): Promise<void> {
  while (await makeExports(server.app)) continue;
}

async function manyOrders(raffleId: string, count: number): Promise<number[]> {
  const { id: userId } = await aCustomer(server);
  const rows = await server.app.db.prisma.$queryRaw<{ id: bigint }[]>`
    INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name,
                        created_at, expires_at, ended_at)
    SELECT ${raffleId}::uuid, ${userId}::uuid, 'EXPIRED', 3, 100, 300, 'static', ts + make_interval(mins => i / 3), ts, ts
    FROM generate_series(1, ${count}::int) AS i, (VALUES ('2026-01-31T12:00:00Z'::timestamptz)) AS at(ts)
    RETURNING id`;
  return rows.map(({ id }) => Number(id)).sort((a, b) => b - a);
}

describe('an export', () => {
  it('is a file of the orders in the language that was asked for, with their lucky numbers', async () => {
    const title = 'Moto "nova"; azul';
    const { id } = await anOpenRaffle(server, { quotaQuantity: 10_000, title });
    const order = await aPaidOrder(server, id, 3);
    const alone = await aPaidOrder(server, id, 1);
    const [older] = await manyOrders(id, 1);
    const { id: exportId, rowsTotal } = await made({ raffleId: id });
    expect(rowsTotal).toBe(3);
    await makeAll();
    expect(await one(exportId)).toMatchObject({ state: 'DONE', rowsDone: 3, progress: 1, estimatedEnd: null });

    const answer = await download(exportId);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="pedidos-${exportId}.csv"`,
      'cache-control': 'no-store',
    });
    const lines = Buffer.from(await answer.arrayBuffer())
      .toString('utf8')
      .split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFPedido;Rifa;Situação;Reserva;Feito em;Pago em;Comprador;Telefone;CPF;Cotas;Cotas de bônus;Preço da cota;Desconto;Total;'
        + 'Forma de pagamento;Provedor;Indicação;utm_source;utm_medium;utm_campaign;utm_term;utm_content;src;sck;Números da sorte',
    );
    const { data } = await server.graphql(
      'query ($id: ID!) { luckyNumbersByOrder(orderId: $id) { nodes } }',
      { id: String(order.id) },
      { token: admin.token },
    );
    const raffle = `"${title.replaceAll('"', '""')}"`;
    const of = (orderId: number | bigint | undefined) => lines.find((line) => line.startsWith(`${orderId};`));
    expect(of(order.id)).toContain(`;${raffle};Pago;Ao fazer o pedido;`);
    expect(of(order.id)?.split(';').at(-1)).toBe(data.luckyNumbersByOrder.nodes.join(' '));
    expect(of(alone.id)).toMatch(/;'\d{4}$/);
    expect(of(older)).toMatch(/;Expirado;.*;;$/);

    const english = await made({ raffleId: id, language: 'EN', status: 'PAID' });
    await makeAll();
    const text = await fileOf(english.id);
    expect(text).toContain('\uFEFFOrder;Raffle;Status;');
    expect(idsIn(text)).toEqual([Number(alone.id), Number(order.id)]);
    expect(text).toContain(';Paid;When it was placed;');
  });

  it('goes on behind the last part in another process when one crashes, each order once', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 100_000 });
    const ids = await manyOrders(id, 2 * PAGE + 201);
    const { id: exportId } = await made({ raffleId: id });
    let kept = 0;
    const app = hooked(async (stmt, original) => {
      const rows = await original();
      if (stmt === keepPart && ++kept === 2) throw new Error('killed');
      return rows;
    });
    await expect(makeExports(app, 1)).rejects.toThrow('killed');
    expect(await one(exportId)).toMatchObject({ state: 'RUNNING', rowsDone: 2 * PAGE, progress: (2 * PAGE) / ids.length });
    // It is still the other one's.
    expect(await makeExports(server.app)).toBe(false);
    // New orders are not in it.
    await aPaidOrder(server, id, 1);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await makeAll();
    expect(await one(exportId)).toMatchObject({ state: 'DONE', rowsDone: ids.length });
    expect(idsIn(await fileOf(exportId))).toEqual(ids);
  });

  it('is made once by two processes, and one that lost it keeps nothing', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 100_000 });
    const ids = await manyOrders(id, PAGE + 1);
    const { id: exportId } = await made({ raffleId: id });
    await Promise.all([makeAll(), makeAll(), makeAll()]);
    expect(idsIn(await fileOf(exportId))).toEqual(ids);
    expect(await prisma().exportPart.count({ where: { exportId } })).toBe(2);

    const slow = await made({ raffleId: id, status: 'EXPIRED' });
    let isTaken = false;
    const app = hooked(async (stmt, original) => {
      if (stmt === keepPart && !isTaken) {
        isTaken = true;
        await prisma().export.update({ where: { id: slow.id }, data: { heldUntil: new Date(0) } });
        expect(await server.app.db.query(takeExport, [randomUUID(), 0])).toHaveLength(1);
      }
      return original();
    });
    await makeExports(app);
    expect(await one(slow.id)).toMatchObject({ state: 'RUNNING', rowsDone: 0 });
    await makeAll();
    expect(idsIn(await fileOf(slow.id))).toEqual(ids);
  });

  it('has all raffles or a time of placing, whose part that is done tells when it ends', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 100_000 });
    const ids = await manyOrders(id, 30);
    const [from, to] = ['2026-01-31T12:02:00Z', '2026-01-31T12:05:00Z'];
    const ofRaffle = await made({ raffleId: id, from, to });
    const ofAll = await made({ from, to });
    expect(ofRaffle.rowsTotal).toBeNull();
    await makeAll();
    // The rows of the minutes 2, 3 and 4.
    expect(idsIn(await fileOf(ofRaffle.id))).toEqual(ids.slice(16, 25));
    expect(idsIn(await fileOf(ofAll.id))).toEqual(expect.arrayContaining(ids.slice(16, 25)));
    expect(await fileOf(ofAll.id)).not.toContain(`\n${ids[0]};`);

    const row = await prisma().export.findUniqueOrThrow({ where: { id: ofRaffle.id } });
    const at = { ...row, lastId: null, state: 'RUNNING' as const, lastCreatedAt: new Date('2026-01-31T12:04:15Z') };
    expect(progressOf(at)).toBe(0.25);
    expect(estimatedEnd(new Date(1_000), 0.25, 2_000)).toEqual(new Date(5_000));
    expect(estimatedEnd(new Date(1_000), 0.001)).toBeNull();
  });

  it('is stopped, and deleted with its file', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 100_000 });
    await manyOrders(id, 2 * PAGE);
    const { id: exportId } = await made({ raffleId: id });
    const stop = (stopped: string) =>
      server.graphql('mutation ($id: ID!) { stopExport(id: $id) { state endedAt } }', { id: stopped }, { token: admin.token });
    const app = hooked(async (stmt, original) => {
      const rows = await original();
      if (stmt === keepPart) await stop(exportId);
      return rows;
    });
    expect(await makeExports(app)).toBe(true);
    expect(await makeExports(server.app)).toBe(false);
    expect(await one(exportId)).toMatchObject({ state: 'STOPPED', rowsDone: 0 });
    expect(await prisma().exportPart.count({ where: { exportId } })).toBe(0);
    expect(codeOf(await stop(exportId))).toBeUndefined();
    expect((await download(exportId)).status).toBe(409);

    const { id: whole } = await made({ raffleId: id });
    await makeAll();
    expect(codeOf(await stop(whole))).toBe('CONFLICT');
    expect((await download(whole)).status).toBe(200);
    const remove = 'mutation ($id: ID!) { deleteExport(id: $id) { state } }';
    const { data } = await server.graphql(remove, { id: whole }, { token: admin.token });
    expect(data.deleteExport.state).toBe('DONE');
    expect((await download(whole)).status).toBe(404);
    expect(await prisma().exportPart.count({ where: { exportId: whole } })).toBe(0);
    const acts = await prisma().auditEntry.findMany({ where: { subjectId: whole }, orderBy: { id: 'asc' } });
    expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['createExport', admin.id],
      ['downloadExport', admin.id],
      ['deleteExport', admin.id],
    ]);
  });

  it('is encrypted, and goes a week after its end', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 100_000 });
    await manyOrders(id, 1);
    const { id: exportId } = await made({ raffleId: id });
    await makeAll();
    const [part] = await prisma().exportPart.findMany({ where: { exportId } });
    expect(Buffer.from(part!.sealed).subarray(32, 34)).not.toEqual(Buffer.from([0x1f, 0x8b]));
    const { expiresAt } = await one(exportId);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const endedAt = (days: number) => ({ endedAt: new Date(Date.now() - days * 86_400_000) });
    await prisma().export.update({ where: { id: exportId }, data: endedAt(6.9) });
    await applyRetention(server.app);
    expect((await download(exportId)).status).toBe(200);
    await prisma().export.update({ where: { id: exportId }, data: endedAt(7.1) });
    await applyRetention(server.app);
    expect((await download(exportId)).status).toBe(404);
    expect(await prisma().exportPart.count({ where: { exportId } })).toBe(0);
  });

  it('fails for good when its page fails again and again', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 100_000 });
    const { id: exportId } = await made({ raffleId: id });
    await prisma().export.update({ where: { id: exportId }, data: { attempts: 5, heldUntil: new Date(0) } });
    expect(await makeExports(server.app)).toBe(true);
    expect(await one(exportId)).toMatchObject({ state: 'FAILED' });
  });

  it('that was asked for twice is one, and one operator has five at a time', async () => {
    const { id } = await anOpenRaffle(server);
    const [first, again] = await Promise.all([made({ raffleId: id }), made({ raffleId: id })]);
    expect(again.id).toBe(first.id);
    for (const status of ['PAID', 'PENDING', 'EXPIRED', 'CANCELLED']) await made({ raffleId: id, status });
    expect(codeOf(await create({ raffleId: id, status: 'REFUNDED' }))).toBe('CONFLICT');
    expect(codeOf(await create({ raffleId: id, status: 'REFUNDED' }, (await anAdmin(server)).token))).toBeUndefined();
    await makeAll();
    expect((await made({ raffleId: id })).id).not.toBe(first.id);
    await makeAll();
    expect(codeOf(await create({ raffleId: uuidv7() }))).toBe('NOT_FOUND');
    expect(codeOf(await create({ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }))).toBe('BAD_USER_INPUT');
  });

  it('is for owners and who has the finances, who prove who they are', async () => {
    const { id } = await anOpenRaffle(server);
    const { id: exportId } = await made({ raffleId: id });
    await makeAll();
    const statuses = async (token: string) => [codeOf(await create({}, token)), (await download(exportId, token)).status];
    for (const operatorRole of ['MANAGER', 'SUPPORT'] as const)
      expect(await statuses((await anAdmin(server, operatorRole)).token)).toEqual(['FORBIDDEN', 403]);
    expect(await statuses((await aCustomer(server)).token)).toEqual(['FORBIDDEN', 403]);
    const finance = await anAdmin(server, 'FINANCE');
    expect(await statuses(finance.token)).toEqual([undefined, 200]);
    expect((await fetch(`${server.url}/v1/exports/${exportId}/file`)).status).toBe(401);
    expect((await download('x')).status).toBe(404);
    await makeAll();
  });
});

/** Answers their ids. */
async function keep(count: number, more: { scheduleId?: string; endedAt?: Date } = {}): Promise<string[]> {
  const done = { createdBy: admin.id, placedTo: new Date(), isEnglish: false, state: 'DONE', endedAt: new Date() } as const;
  const isScheduled = more.scheduleId !== undefined;
  const rows = Array.from({ length: Math.max(0, count) }, () => ({ id: uuidv7(), ...done, isScheduled, ...more }));
  await prisma().export.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

describe('a schedule of exports', () => {
  const SCHEDULE = `mutation ($input: CreateExportScheduleInput!) { createExportSchedule(input: $input) {
    id nextAt isActive day hour frequency } }`;
  const schedule = (input: object, token = admin.token) =>
    server.graphql(SCHEDULE, { input: { language: 'PT_BR', onlyNew: true, frequency: 'DAILY', hour: 3, ...input } }, { token });
  const isDue = (id: string) =>
    prisma().exportSchedule.update({ where: { id }, data: { nextAt: new Date(Date.now() - 61_000) } });
  const madeBy = (scheduleId: string) => prisma().export.findMany({ where: { scheduleId }, orderBy: { id: 'asc' } });
  const local = (at: Date | string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', dateStyle: 'full', timeStyle: 'medium' }).format(
      new Date(at),
    );

  it('makes one export when it is due, of all days since the export before, however many times it missed', async () => {
    const { data } = await schedule({});
    const { id, nextAt } = data.createExportSchedule;
    expect(local(nextAt)).toMatch(/03:00:00$/);
    expect(Date.parse(nextAt) - Date.now()).toBeLessThanOrEqual(86_400_000);
    expect(await makeDueExports(server.app)).toBe(false);
    expect(await madeBy(id)).toEqual([]);

    await isDue(id);
    await prisma().exportSchedule.update({ where: { id }, data: { coveredTo: new Date('2026-01-05T03:00:00Z') } });
    await Promise.all([makeDueExports(server.app), makeDueExports(server.app), makeDueExports(server.app)]);
    const [made, ...others] = await madeBy(id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ createdBy: admin.id, state: 'WAITING', placedFrom: new Date('2026-01-05T03:00:00Z') });
    expect(local(made!.placedTo)).toMatch(/00:00:00$/);
    const after = await prisma().exportSchedule.findUniqueOrThrow({ where: { id } });
    expect(after.nextAt.getTime()).toBeGreaterThan(Date.now());
    expect(after.coveredTo).toEqual(made!.placedTo);

    await isDue(id);
    await makeDueExports(server.app);
    await makeAll();
    expect((await madeBy(id)).map(({ state }) => state)).toEqual(['DONE', 'DONE']);
    await server.graphql('mutation ($id: ID!) { deleteExportSchedule(id: $id) { id } }', { id }, { token: admin.token });
    expect(await prisma().export.findUnique({ where: { id: made!.id } })).not.toBeNull();
  });

  it('is of a weekday or a day of the month', async () => {
    const weekly = (await schedule({ frequency: 'WEEKLY', day: 1, hour: 0, onlyNew: false })).data.createExportSchedule;
    expect(local(weekly.nextAt)).toMatch(/^Monday.*00:00:00$/);
    const monthly = (await schedule({ frequency: 'MONTHLY', day: 28, hour: 23 })).data.createExportSchedule;
    expect(local(monthly.nextAt)).toMatch(/ 28 .*23:00:00$/);
    const { coveredTo } = await prisma().exportSchedule.findUniqueOrThrow({ where: { id: monthly.id } });
    expect(Date.parse(monthly.nextAt) - coveredTo.getTime()).toBeGreaterThan(28 * 86_400_000);
    for (const wrong of [
      { day: 1 },
      { frequency: 'WEEKLY', day: 8 },
      { frequency: 'MONTHLY' },
      { frequency: 'MONTHLY', day: 29 },
      { hour: 24 },
      { status: 'PAID' },
    ])
      expect(codeOf(await schedule(wrong))).toBe('BAD_USER_INPUT');

    await isDue(weekly.id);
    await makeDueExports(server.app);
    const [all] = await madeBy(weekly.id);
    expect(all).toMatchObject({ placedFrom: null });
    expect(all!.rowsTotal).toBeGreaterThan(0);
    await makeAll();
    for (let i = 0; i < 2; i += 1) {
      await isDue(weekly.id);
      await makeDueExports(server.app);
      await makeAll();
    }
    const left = await madeBy(weekly.id);
    expect([left.length, left.some(({ id }) => id === all!.id)]).toEqual([2, false]);
  });

  it('rests when its operator may not export any more', async () => {
    const finance = await anAdmin(server, 'FINANCE');
    const { id } = (await schedule({}, finance.token)).data.createExportSchedule;
    await prisma().user.update({ where: { id: finance.id }, data: { operatorRole: 'SUPPORT' } });
    const list = '{ exportSchedules { id isActive creator { id } } }';
    const { data } = await server.graphql(list, {}, { token: admin.token });
    expect(data.exportSchedules).toContainEqual({ id, isActive: false, creator: { id: finance.id } });
    await isDue(id);
    const coveredTo = new Date('2026-01-05T03:00:00Z');
    await prisma().exportSchedule.update({ where: { id }, data: { coveredTo } });
    await makeDueExports(server.app);
    expect(await madeBy(id)).toEqual([]);
    await prisma().user.update({ where: { id: finance.id }, data: { operatorRole: 'FINANCE' } });
    await isDue(id);
    await makeDueExports(server.app);
    expect(await madeBy(id)).toMatchObject([{ placedFrom: coveredTo }]);
    await makeAll();
  });

  it('is refused with a hundred exports, until some are deleted', async () => {
    await keep(100 - (await prisma().export.count({ where: { isScheduled: false } })));
    const create = 'mutation { createExport(input: { language: EN }) { id } }';
    expect(codeOf(await server.graphql(create, {}, { token: admin.token }))).toBe('CONFLICT');
    await prisma().export.deleteMany({ where: { state: 'DONE' } });
    expect(codeOf(await server.graphql(create, {}, { token: admin.token }))).toBeUndefined();
    await makeAll();
  });

  it('leaves files that do not count as asked for when it is deleted', async () => {
    const { id } = (await schedule({})).data.createExportSchedule;
    await isDue(id);
    await makeDueExports(server.app);
    const [made] = await madeBy(id);
    await keep(100, { scheduleId: id });
    await server.graphql('mutation ($id: ID!) { deleteExportSchedule(id: $id) { id } }', { id }, { token: admin.token });
    const asked = '{ export(id: "%") { isScheduled } }'.replace('%', made!.id);
    expect((await server.graphql(asked, {}, { token: admin.token })).data.export.isScheduled).toBe(true);
    const create = 'mutation { createExport(input: { language: EN }) { id isScheduled } }';
    expect((await server.graphql(create, {}, { token: admin.token })).data.createExport.isScheduled).toBe(false);
    await makeAll();
    await prisma().export.deleteMany();
  });

  it('makes files beside the hundred of operators, 300 in all, which are listed; then the oldest goes', async () => {
    const { id } = (await schedule({})).data.createExportSchedule;
    await keep(99 - (await prisma().export.count({ where: { isScheduled: false } })));
    const oldest = await keep(1, { endedAt: new Date(Date.now() - 86_400_000) });
    await keep(300 - (await prisma().export.count()), { scheduleId: id });
    const listed = async () => (await server.graphql('{ exports { id } }', {}, { token: admin.token })).data.exports;
    expect(await listed()).toHaveLength(300);
    await isDue(id);
    await makeDueExports(server.app);
    const now = (await listed()).map((row: { id: string }) => row.id);
    expect(now).toHaveLength(300);
    expect(now).not.toContain(oldest[0]);

    // What is not made yet is not taken away: the days of the schedule wait.
    await prisma().export.updateMany({ data: { state: 'WAITING', endedAt: null } });
    const { coveredTo } = await prisma().exportSchedule.findUniqueOrThrow({ where: { id } });
    await isDue(id);
    await makeDueExports(server.app);
    expect(await prisma().export.count()).toBe(300);
    const after = await prisma().exportSchedule.findUniqueOrThrow({ where: { id } });
    expect([after.coveredTo, after.nextAt > new Date()]).toEqual([coveredTo, true]);
    await prisma().export.deleteMany();
  });

  it('is one of twenty, also when two are made at once', async () => {
    const left = 19 - (await prisma().exportSchedule.count());
    for (let i = 0; i < left; i += 1) await schedule({});
    const codes = (await Promise.all([schedule({}), schedule({}), schedule({})])).map(codeOf);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(2);
    expect(await prisma().exportSchedule.count()).toBe(20);
  });
});
