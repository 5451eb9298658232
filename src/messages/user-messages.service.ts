import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Message, MessageKind } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { modelPage } from '../platform/database/model-page.js';
import { refuse } from '../platform/domain-error.js';
import { UUID, type Page, type PageRequest } from '../platform/page.js';
import { findOrder } from '../orders/order.service.js';
import { isUuid } from '../platform/uuid.js';
import { userAudit } from '../users/user-admin.service.js';
import { findUser } from '../users/user.service.js';
import { resendEnded, selectSubjectsOfOrder } from './user-messages.sql.js';

/** Not what has a time that is over: a code, and reminders. */
const RESENT: readonly MessageKind[] = ['ORDER_PAID', 'ORDER_REFUNDED', 'MONEY_RETURNED', 'PRIZE_WON', 'PRIZE_DELIVERED'];

export const isResendable = ({ kind, status }: Pick<Message, 'kind' | 'status'>): boolean =>
  status !== 'PENDING' && RESENT.includes(kind);

/** Newest first. NOT_FOUND. */
export async function listMessagesOf(
  ctx: Context,
  userId: string,
  orderId: string | null | undefined,
  page: PageRequest,
): Promise<Page<Message>> {
  const { id } = await findUser(ctx, userId);
  const where = orderId == null ? { userId: id } : { userId: id, subject: { in: await subjectsOf(ctx, orderId) } };
  return modelPage<Message>(ctx.db.prisma.message, page, { key: [['id', UUID]], where });
}

async function subjectsOf(ctx: Context, orderId: string): Promise<string[]> {
  const { id } = await findOrder(ctx, orderId);
  return (await ctx.db.query(selectSubjectsOfOrder, [id])).map(({ subject }) => subject);
}

/** Under another Message-ID: mail programs hide the same one. What the buyer chose still holds. NOT_FOUND, CONFLICT. */
export async function resendMessage(ctx: Context, id: string): Promise<Message> {
  return ctx.db.transaction(async (tx) => {
    const message = isUuid(id) ? await tx.prisma.message.findUnique({ where: { id } }) : null;
    if (!message || message.userId === null) throw refuse('messages.notFound');
    const [resent] = isResendable(message) ? await tx.query(resendEnded, [id, uuidv7()]) : [];
    if (!resent) throw refuse('messages.notResent');
    const { kind, channel, subject, status, endedAt } = message;
    const details = { kind, channel, subject, statusBefore: status, endedAtBefore: endedAt?.toISOString() ?? null };
    await writeAudit(tx, userAudit(ctx, 'resendMessage', message.userId, details));
    tx.afterCommit(() => ctx.messageWakeUp.wake());
    return tx.prisma.message.findUniqueOrThrow({ where: { id: resent.id } });
  });
}
