import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Notification } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseProblems, textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { actorOf } from '../platform/principal.js';
import { shownChanges, shownFields } from '../platform/shown-changes.js';
import { isUuid } from '../platform/uuid.js';
import { changingSite } from './settings.service.js';
import type { CreateNotificationInput, UpdateNotificationInput } from './notification.type.js';
import { MAX_NOTIFICATIONS, readNotifications, visibleNow } from './site.js';

type Fields = Pick<Notification, 'title' | 'body' | 'link' | 'active' | 'startsAt' | 'endsAt'>;

/** Newest first. */
export async function listNotifications(ctx: Context, { activeOnly }: { activeOnly: boolean }): Promise<Notification[]> {
  if (ctx.principal.role !== 'ADMIN') return ctx.site.notifications();
  const rows = await readNotifications(ctx.db, { activeOnly });
  return activeOnly ? visibleNow(rows) : rows;
}

/** NOT_FOUND, also for one that the caller may not see. */
export async function findNotification(ctx: Context, id: string): Promise<Notification> {
  const found =
    ctx.principal.role === 'ADMIN'
      ? isUuid(id) && (await ctx.db.prisma.notification.findUnique({ where: { id } }))
      : (await ctx.site.notifications()).find((one) => one.id === id.toLowerCase());
  if (!found) throw refuse('site.notificationNotFound');
  return found;
}

/** Audited. BAD_USER_INPUT; CONFLICT when there are too many. */
export function createNotification(ctx: Context, input: CreateNotificationInput): Promise<Notification> {
  const fields: Fields = {
    title: input.title.trim(),
    body: input.body.trim(),
    link: input.link ?? null,
    active: input.active ?? true,
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
  };
  refuseProblems(problemsOf(fields));
  const id = uuidv7();
  return changingSite(ctx, async (tx) => {
    if ((await tx.prisma.notification.count()) >= MAX_NOTIFICATIONS) {
      throw refuse('site.tooManyNotifications', { most: MAX_NOTIFICATIONS });
    }
    await writeAudit(tx, audit(ctx, 'createNotification', id, shownFields(fields)));
    return tx.prisma.notification.create({ data: { id, ...fields } });
  });
}

/** Audited. NOT_FOUND; BAD_USER_INPUT. */
export function updateNotification(ctx: Context, typedId: string, input: UpdateNotificationInput): Promise<Notification> {
  return changingSite(ctx, async (tx) => {
    const before = await rowOf(tx, typedId);
    const { id } = before;
    const after: Fields = {
      title: input.title?.trim() ?? before.title,
      body: input.body?.trim() ?? before.body,
      link: input.link === undefined ? before.link : input.link,
      active: input.active === undefined ? before.active : (input.active ?? true),
      startsAt: input.startsAt === undefined ? before.startsAt : input.startsAt,
      endsAt: input.endsAt === undefined ? before.endsAt : input.endsAt,
    };
    refuseProblems({
      ...(input.title === null && { title: [textOf('platform.notNull')] }),
      ...(input.body === null && { body: [textOf('platform.notNull')] }),
      ...problemsOf(after),
    });
    const changes = Object.fromEntries(
      Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(before[name as keyof Fields], value)),
    );
    if (Object.keys(changes).length === 0) return before;
    await writeAudit(tx, audit(ctx, 'updateNotification', id, shownChanges(before, changes)));
    return tx.prisma.notification.update({ where: { id }, data: changes });
  });
}

/** Audited. NOT_FOUND. */
export function deleteNotification(ctx: Context, typedId: string): Promise<Notification> {
  return changingSite(ctx, async (tx) => {
    const row = await rowOf(tx, typedId);
    await writeAudit(tx, audit(ctx, 'deleteNotification', row.id, shown(row)));
    return tx.prisma.notification.delete({ where: { id: row.id } });
  });
}

async function rowOf(tx: Transaction, id: string): Promise<Notification> {
  const row = isUuid(id) && (await tx.prisma.notification.findUnique({ where: { id } }));
  if (!row) throw refuse('site.notificationNotFound');
  return row;
}

function problemsOf({ startsAt, endsAt }: Fields): FieldProblems {
  return startsAt !== null && endsAt !== null && endsAt <= startsAt ? { endsAt: [textOf('site.afterStart')] } : {};
}

function shown({ title, body, link, active, startsAt, endsAt }: Fields): AuditEntry['details'] {
  return shownFields({ title, body, link, active, startsAt, endsAt });
}

function audit(ctx: Context, action: string, id: string, details: AuditEntry['details']): AuditEntry {
  return { by: actorOf(ctx), action, subjectType: 'notification', subjectId: id, details };
}
