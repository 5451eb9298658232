import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { sha256 } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { requireRaffle } from '../raffles/raffle-access.js';
import type { CreateExportInput } from './export.type.js';
import { endAs } from './end-export.js';
import { insertExport, lockExports, selectExport, selectExportOfRequest, selectExports, type ExportRow } from './export.sql.js';

export const KEPT_DAYS = 7;
/** All are listed. Their files take room of the disk that the sale needs. */
export const MOST_KEPT = 300;
/** Of those that no schedule makes, so that there is always room for twenty schedules, which make 160 in a week. */
const MOST_ASKED_FOR = 100;
/** Of an operator at the same time. */
const MOST_OPEN = 5;
const DAY_MS = 24 * 3_600_000;

/** A repeat of what waits or runs answers that. NOT_FOUND for a raffle; CONFLICT with five that wait or run, or as many as are kept. */
export async function createExport(ctx: Context, input: CreateExportInput): Promise<ExportRow> {
  const createdBy = operatorId(ctx);
  const raffleId = input.raffleId?.toLowerCase() ?? null;
  const { status = null, from = null, to = null, language } = input;
  if (raffleId !== null) await requireRaffle(ctx, raffleId);
  if (from && to && from >= to) throw refuseField('to', 'platform.afterFrom');
  const request = sha256(JSON.stringify([createdBy, raffleId, status, from, to, language]));
  const made = await ctx.db.transaction(async (tx) => {
    const [known] = await tx.query(selectExportOfRequest, [request]);
    if (known) return known;
    await tx.query(lockExports);
    const open = await tx.prisma.export.count({ where: { createdBy, state: { in: ['WAITING', 'RUNNING'] } } });
    if (open >= MOST_OPEN) throw refuse('exports.tooMany', { most: MOST_OPEN });
    const askedFor = await tx.prisma.export.count({ where: { isScheduled: false } });
    if (askedFor >= MOST_ASKED_FOR) throw refuse('exports.tooManyKept', { most: MOST_ASKED_FOR });
    if (!(await makeRoom(tx))) throw refuse('exports.tooManyKept', { most: MOST_KEPT });
    const values = [uuidv7(), createdBy, null, request, raffleId, status, from, to, language === 'EN'];
    const [created] = await tx.query(insertExport, values);
    // Two at once: the other one's is seen by then.
    if (!created) return (await tx.query(selectExportOfRequest, [request]))[0];
    await writeAudit(tx, exportAudit(ctx, 'createExport', created));
    return created;
  });
  if (!made) throw refuse('exports.notFound');
  ctx.exportWakeUp.wake();
  return made;
}

/** Under `lockExports`, for one more: where all that are kept are there, the oldest goes before its time. False when none has ended. */
export async function makeRoom({ prisma }: Transaction): Promise<boolean> {
  if ((await prisma.export.count()) < MOST_KEPT) return true;
  const oldest = await prisma.export.findFirst({ where: { endedAt: { not: null } }, orderBy: { endedAt: 'asc' } });
  // An operator may delete it right now.
  if (oldest) await prisma.export.deleteMany({ where: { id: oldest.id } });
  return oldest !== null;
}

/** Newest first. */
export async function listExports({ db }: Context): Promise<ExportRow[]> {
  return db.query(selectExports, [MOST_KEPT]);
}

/** NOT_FOUND. */
export async function findExport({ db }: Pick<Context, 'db'>, id: string): Promise<ExportRow> {
  const [found] = isUuid(id) ? await db.query(selectExport, [id]) : [];
  if (!found) throw refuse('exports.notFound');
  return found;
}

/** Safe to repeat. NOT_FOUND; CONFLICT when it was done or failed before. */
export async function stopExport(ctx: Context, id: string): Promise<ExportRow> {
  const found = await findExport(ctx, id);
  if (found.state === 'STOPPED') return found;
  return ctx.db.transaction(async (tx) => {
    const stopped = await endAs(tx, id, 'STOPPED');
    if (!stopped) throw refuse('exports.ended');
    await writeAudit(tx, exportAudit(ctx, 'stopExport', stopped));
    return stopped;
  });
}

/** With its file. One that runs is stopped. NOT_FOUND. */
export async function deleteExport(ctx: Context, id: string): Promise<ExportRow> {
  const found = await findExport(ctx, id);
  return ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.export.deleteMany({ where: { id: found.id } });
    if (count === 0) throw refuse('exports.notFound');
    await writeAudit(tx, exportAudit(ctx, 'deleteExport', found));
    return found;
  });
}

/** Whose personal data left the service, and by whom. */
export function exportAudit(ctx: Context, action: string, row: ExportRow): AuditEntry {
  const { id, raffleId, status, placedFrom, placedTo } = row;
  const details = { raffleId, status, from: placedFrom?.toISOString() ?? null, to: placedTo.toISOString() };
  return { by: actorOf(ctx), action, subjectType: 'export', subjectId: id, details };
}

export function operatorId({ principal }: Context): string {
  if (principal.role !== 'ADMIN') throw refuse('exports.notFound');
  return principal.id;
}

/** Of the orders where they were counted, or of the span of time that they were placed in. */
export function progressOf({ state, rowsDone, rowsTotal, placedFrom, placedTo, lastCreatedAt }: ExportRow): number | null {
  if (state === 'DONE') return 1;
  if (state === 'WAITING') return 0;
  if (rowsTotal !== null) return rowsTotal === 0 ? 1 : Math.min(1, rowsDone / rowsTotal);
  if (!placedFrom) return null;
  if (!lastCreatedAt) return 0;
  return Math.max(0, Math.min(1, (placedTo.getTime() - lastCreatedAt.getTime()) / (placedTo.getTime() - placedFrom.getTime())));
}

/** Less is no measure of how fast it is. */
const LEAST_PROGRESS = 0.01;

/** By how fast it was until now. */
export function estimatedEnd(startedAt: Date | null, progress: number | null, now = Date.now()): Date | null {
  if (!startedAt || progress === null || progress < LEAST_PROGRESS || progress >= 1) return null;
  return new Date(now + ((now - startedAt.getTime()) * (1 - progress)) / progress);
}

export function expiresAt({ endedAt }: ExportRow): Date | null {
  return endedAt && new Date(endedAt.getTime() + KEPT_DAYS * DAY_MS);
}

export async function titleOf(ctx: Context, raffleId: string | null): Promise<string | null> {
  if (raffleId === null) return null;
  return (await ctx.loaders.raffle.load({ id: raffleId, columns: new Set(['id', 'title']) }))?.title ?? null;
}
