import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { BulkActKind } from '../generated/prisma/client.js';
import { isOrderId } from '../orders/order.service.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { sha256 } from '../platform/crypto.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { askedLanguage } from '../platform/language.js';
import { actorOf, type Actor } from '../platform/principal.js';
import { renderRefusal, type Refusal } from '../platform/refusal.js';
import { isUuid } from '../platform/uuid.js';
import { lockedUser } from '../users/user-admin.service.js';
import { BULK_ACT_KINDS, mayDo } from './bulk-act-kinds.js';
import {
  deleteOldestBulkActs,
  endBulkAct,
  insertBulkAct,
  selectBulkAct,
  selectBulkActFailures,
  selectBulkActOfRequest,
  selectBulkActs,
  type BulkActRow,
} from './bulk-act.sql.js';
import type { BulkActFailure } from './bulk-act.type.js';

export const KEPT_DAYS = 30;
export const MOST_LISTED = 100;
/** Of an operator: an older one that has ended goes. */
const MOST_KEPT = 50;
/** Of an operator at the same time. */
const MOST_OPEN = 5;

interface Asked {
  ids: readonly string[];
  reason?: string | null | undefined;
  force?: boolean;
}

/** A repeat of what waits or runs answers that. BAD_USER_INPUT for what is no id; CONFLICT with five that wait or run. */
export async function startBulkAct(ctx: Context, kind: BulkActKind, { ids, reason, force = false }: Asked): Promise<BulkActRow> {
  const { id: createdBy } = operatorOf(ctx);
  const subjects = [...new Set(ids.map((id) => id.trim().toLowerCase()))];
  requireIds(kind, subjects);
  const why = reason?.trim() || null;
  const request = sha256(JSON.stringify([createdBy, kind, subjects, why, force]));
  const started = await ctx.db.transaction(async (tx) => {
    // Two at once are one after the other.
    await lockedUser(tx, createdBy);
    const [known] = await tx.query(selectBulkActOfRequest, [request]);
    if (known) return known;
    const open = await tx.prisma.bulkAct.count({ where: { createdBy, endedAt: null } });
    if (open >= MOST_OPEN) throw refuse('bulkActs.tooMany', { most: MOST_OPEN });
    await tx.query(deleteOldestBulkActs, [createdBy, MOST_KEPT - 1]);
    const of = [why, force, ctx.clientAddress, ctx.requestId, ctx.token?.version ?? 0];
    const [made] = await tx.query(insertBulkAct, [uuidv7(), createdBy, kind, request, ...of, subjects]);
    await writeAudit(tx, bulkActAudit(actorOf(ctx), BULK_ACT_KINDS[kind].action, made!));
    return made!;
  });
  ctx.bulkActWakeUp.wake();
  return started;
}

const FIELDS = { order: 'orderIds', user: 'userIds', wonPrize: 'wonPrizeIds' } as const;

function requireIds(kind: BulkActKind, ids: readonly string[]): void {
  const { subject } = BULK_ACT_KINDS[kind];
  if (subject === 'order' && !ids.every(isOrderId)) throw refuseField(FIELDS[subject], 'bulkActs.orderIds');
  if (subject !== 'order' && !ids.every(isUuid)) throw refuseField(FIELDS[subject], 'bulkActs.uuids');
}

/** Newest first. */
export async function listBulkActs({ db }: Context): Promise<BulkActRow[]> {
  return db.query(selectBulkActs, [MOST_LISTED]);
}

/** NOT_FOUND. */
export async function findBulkAct({ db }: Context, id: string): Promise<BulkActRow> {
  const [found] = isUuid(id) ? await db.query(selectBulkAct, [id]) : [];
  if (!found) throw refuse('bulkActs.notFound');
  return found;
}

/** In the order in which they were tried. NOT_FOUND. */
export async function listFailures(ctx: Context, id: string): Promise<BulkActFailure[]> {
  const found = await findBulkAct(ctx, id);
  const language = askedLanguage(ctx.acceptLanguage) ?? 'en';
  const failures = await ctx.db.query(selectBulkActFailures, [found.id]);
  return failures.map(({ subjectId, problem }) => {
    const { code, ...refusal } = problem as Refusal & { code: string };
    return { subjectId, code, message: renderRefusal(refusal, language).message };
  });
}

/** The one under way is done to its end. Safe to repeat. NOT_FOUND; FORBIDDEN; CONFLICT when it was over before. */
export async function stopBulkAct(ctx: Context, id: string): Promise<BulkActRow> {
  const { operatorRole } = operatorOf(ctx);
  const found = await findBulkAct(ctx, id);
  if (!mayDo(found.kind, operatorRole)) throw refuse('bulkActs.notOfRole');
  if (found.state === 'STOPPED') return found;
  return ctx.db.transaction(async (tx) => {
    const [stopped] = await tx.query(endBulkAct, [found.id, 'STOPPED']);
    if (!stopped) throw refuse('bulkActs.ended');
    await writeAudit(tx, bulkActAudit(actorOf(ctx), 'stopBulkAct', stopped));
    return stopped;
  });
}

export function bulkActAudit(by: Actor | null, action: string, { id, kind, total, tried, failed }: BulkActRow): AuditEntry {
  return { by, action, subjectType: 'bulkAct', subjectId: id, details: { kind, total, tried, failed } };
}

function operatorOf({ principal }: Context) {
  if (principal.role !== 'ADMIN') throw refuse('bulkActs.notFound');
  return principal;
}
