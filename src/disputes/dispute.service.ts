import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Dispute, DisputeStatus } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import type { Sql } from '../platform/database/statement.js';
import { modelPage } from '../platform/database/model-page.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import { INSTANT, UUID, type Page, type PageRequest } from '../platform/page.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { writeEvents } from '../webhooks/outbox.js';
import { disputeEvent } from './dispute-events.js';
import { askProvider } from './dispute-worker.js';
import { lockPayment, selectDisputed } from './dispute.sql.js';
import { endDisputes, inAnHour } from './provider-disputes.js';

/** How long a provider must be silent before an operator ends what it said. */
const SILENT_MS = 24 * 3_600_000;
const LONGEST = 500;

/** CONFLICT while one of them is disputed. They are locked. */
export async function refuseDisputed(sql: Sql, paymentIds: string[]): Promise<void> {
  const [disputed] = await sql.query(selectDisputed, [paymentIds]);
  if (disputed) throw refuse('disputes.open');
}

export function listDisputes(
  { db }: Context,
  { status, ...page }: PageRequest & { status?: DisputeStatus | null },
): Promise<Page<Dispute>> {
  return modelPage<Dispute>(db.prisma.dispute, page, {
    key: [
      ['openedAt', INSTANT],
      ['id', UUID],
    ],
    where: status ? { status } : {},
  });
}

/** NOT_FOUND. */
async function findDispute({ db }: Context, id: string): Promise<Dispute> {
  const dispute = isUuid(id) ? await db.prisma.dispute.findUnique({ where: { id } }) : null;
  if (!dispute) throw refuse('disputes.notFound');
  return dispute;
}

/** Of the whole payment. Idempotent while it is open. NOT_FOUND; CONFLICT without money that could be disputed. */
export async function openDispute(ctx: Context, paymentId: string, reason: string): Promise<Dispute> {
  const words = checkedWords('reason', reason);
  const id = uuidv7();
  return ctx.db.transaction(async (tx) => {
    const [payment] = isUuid(paymentId) ? await tx.query(lockPayment, [paymentId]) : [];
    if (!payment) throw refuse('payments.notFound');
    if (payment.amount === 0n) throw refuse('disputes.free');
    const open = await tx.prisma.dispute.findFirst({ where: { paymentId: payment.id, status: 'OPEN', openedBy: 'OPERATOR' } });
    if (open) return open;
    if (payment.left <= 0n) throw refuse('disputes.nothingLeft');
    const { amount } = payment;
    const nextCheckAt = payment.endToEndId === null ? null : inAnHour(new Date());
    const data = { id, paymentId: payment.id, openedBy: 'OPERATOR', amount, reason: words, nextCheckAt } as const;
    const dispute = await tx.prisma.dispute.create({ data });
    await writeEvents(ctx, tx, [disputeEvent(dispute)]);
    const details = { reason: words, amount: formatMoney(amount), disputeId: id, orderId: payment.orderId };
    await writeAudit(tx, { by: actorOf(ctx), action: 'openDispute', subjectType: 'payment', subjectId: payment.id, details });
    return dispute;
  });
}

/**
 * The money stays, and what waited for it goes on. The provider is asked first, because what goes out now cannot come back.
 * Idempotent. NOT_FOUND; CONFLICT once the money went back, and for a dispute of the provider's that is not over.
 */
export async function releaseDispute(ctx: Context, id: string, note: string): Promise<Dispute> {
  const words = checkedWords('note', note);
  const { paymentId, status } = await findDispute(ctx, id);
  const payment = await ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  const askedAt = new Date();
  const { endToEndId, providerName } = payment;
  const heard =
    status !== 'OPEN' || endToEndId === null ? 'UNANSWERED' : await askProvider(ctx, { paymentId, endToEndId, providerName });
  return ctx.db.transaction(async (tx) => {
    await tx.query(lockPayment, [paymentId]);
    const dispute = await tx.prisma.dispute.findUniqueOrThrow({ where: { id } });
    if (dispute.status === 'RETURNED') throw refuse('disputes.returned');
    if (dispute.status === 'RELEASED') return dispute;
    if (dispute.openedBy === 'PROVIDER') refuseWhileUnderWay(dispute, heard === 'ANSWERED', askedAt);
    await endDisputes(ctx, tx, [dispute], { status: 'RELEASED', note: words });
    const details = { note: words, amount: formatMoney(dispute.amount), disputeId: dispute.id, openedBy: dispute.openedBy };
    await writeAudit(tx, { by: actorOf(ctx), action: 'releaseDispute', subjectType: 'payment', subjectId: paymentId, details });
    return tx.prisma.dispute.findUniqueOrThrow({ where: { id } });
  });
}

/** A provider that answers and does not name the return any more has nothing under way. */
function refuseWhileUnderWay({ heardAt }: Dispute, isAnswered: boolean, askedAt: Date): void {
  if (heardAt >= askedAt) throw refuse('disputes.underWay');
  const from = new Date(heardAt.getTime() + SILENT_MS);
  if (!isAnswered && askedAt < from) {
    throw refuse('disputes.unanswered', { heard: heardAt.toISOString(), from: from.toISOString() });
  }
}

/**
 * What an operator says of a return counts once a dispute is open for a day in which the provider did not say that the return is under
 * way. An answer that does not name the return is no more than silence. The payment is locked. CONFLICT, which says from when.
 */
export async function refuseUntilSilent(tx: Transaction, paymentId: string, askedAt: Date): Promise<void> {
  const open = await tx.prisma.dispute.findMany({ where: { paymentId, status: 'OPEN' }, orderBy: { heardAt: 'desc' } });
  const byProvider = open.find(({ openedBy }) => openedBy === 'PROVIDER');
  if (byProvider) return refuseWhileUnderWay(byProvider, false, askedAt);
  const [byOperator] = open;
  if (!byOperator) throw refuse('disputes.openFirst');
  const from = new Date(byOperator.openedAt.getTime() + SILENT_MS);
  if (askedAt < from) throw refuse('disputes.perhapsReported', { from: from.toISOString() });
}

function checkedWords(field: 'reason' | 'note', words: string): string {
  const trimmed = words.trim();
  if (!trimmed || trimmed.length > LONGEST) throw refuseField(field, 'disputes.words');
  return trimmed;
}
