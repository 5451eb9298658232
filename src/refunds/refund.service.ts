import { actorOf, type Principal } from '../platform/principal.js';
import type { Context } from '../context.js';
import { claimIdempotencyKey, idempotentRequest } from '../platform/idempotency.js';
import { findOrder } from '../orders/order.service.js';
import type { OrderRow } from '../orders/order.sql.js';
import { lockPayments } from './returnable.sql.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import { writeAudit } from '../platform/audit.js';
import type { Sql } from '../platform/database/statement.js';
import { DomainError, refuse, refuseField } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import { lockRefundableOrder, type RefundOfOrder } from './refund.sql.js';
import { refundOrders } from './write-refunds.js';
import type { PixPayment, MoneyStep } from '../payments/pix-payment.type.js';
import { INSTANT, readPage, UUID, type KeyType, type Page, type PageRequest } from '../platform/page.js';
import type { LatePayment, RaffleStatus, Refund } from '../generated/prisma/client.js';

export const BUYER_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

/** A PIX is returned in seconds: a provider that took longer may never answer. */
export const OVERDUE_MS = 3_600_000;

const SELLING: RaffleStatus[] = ['OPEN', 'SOLD_OUT'];

/**
 * CONFLICT unless the caller may: an operator until the raffle is frozen; the buyer within seven days of paying (right of
 * withdrawal, Lei 8.078/1990, art. 49) while sales are open, or once the raffle is called off. In a raffle with instant prizes
 * never the buyer, who could keep what won and take the other money back. The answer is the same for all orders: another would
 * tell what is in a box.
 */
export function checkRefund(
  principal: Principal,
  order: { raffleStatus: RaffleStatus; isFrozen: boolean; isInstant: boolean; isPastItsDates: boolean; paidAt: Date | null },
  now = new Date(),
): void {
  if (principal.role !== 'ADMIN' && order.isInstant) throw refuse('refunds.instant');
  if (order.isFrozen) throw refuse('refunds.frozen');
  if (principal.role === 'ADMIN') return;
  const isSelling = SELLING.includes(order.raffleStatus) && !order.isPastItsDates;
  if (!isSelling && order.raffleStatus !== 'CANCELLED') throw refuse('refunds.salesClosed');
  const paidAt = order.paidAt?.getTime() ?? 0;
  if (now.getTime() - paidAt > BUYER_DAYS * DAY_MS) throw refuse('refunds.tooLate', { days: BUYER_DAYS });
}

/** Whether its provider may still make it. */
export function isOpenAtProvider({ status }: Pick<Refund, 'status'>): boolean {
  return status === 'PENDING' || status === 'PROCESSING';
}

type Decidable = Pick<Refund, 'status' | 'createdAt' | 'latePaymentId' | 'returnedTwiceAt' | 'twiceResolvedAt'>;

/** A late payment's refund is asked for again with the late payment. */
export function stepsOf(refund: Decidable, now = new Date()): `${MoneyStep}`[] {
  const { status, latePaymentId, createdAt, returnedTwiceAt, twiceResolvedAt } = refund;
  if (status === 'BY_HAND') return ['CONFIRM_REFUND'];
  if (isOpenAtProvider(refund)) return now.getTime() - createdAt.getTime() > OVERDUE_MS ? ['CONFIRM_REFUND'] : [];
  if (returnedTwiceAt && !twiceResolvedAt) return ['RESOLVE_RETURNED_TWICE'];
  if (status !== 'FAILED') return [];
  return [latePaymentId === null ? 'RETRY_REFUND' : 'REFUND_LATE_PAYMENT', 'CONFIRM_REFUND'];
}

/** What the caller may do with a refund: nothing while its payment is disputed, or as a buyer. */
export async function stepsOfRefund(ctx: Context, refund: Decidable & { paymentId: string }): Promise<`${MoneyStep}`[]> {
  return (await mayDecide(ctx, refund)) ? stepsOf(refund) : [];
}

/** What the caller may do with a late payment: nothing once it is decided, while its payment is disputed, or as a buyer. */
export async function stepsOfLatePayment(
  ctx: Context,
  late: Pick<LatePayment, 'status' | 'paymentId'>,
): Promise<`${MoneyStep}`[]> {
  if (late.status !== 'PENDING' || !(await mayDecide(ctx, late))) return [];
  const payment = await ctx.loaders.payment.load(late.paymentId);
  // No bank moved it: it can only be resolved.
  return payment?.endToEndId == null ? ['RESOLVE_LATE_PAYMENT'] : ['REFUND_LATE_PAYMENT', 'RESOLVE_LATE_PAYMENT'];
}

async function mayDecide({ loaders, principal }: Context, { paymentId }: { paymentId: string }): Promise<boolean> {
  if (principal.role !== 'ADMIN') return false;
  const disputes = await loaders.disputesOfPayment.load(paymentId);
  return disputes.every(({ status }) => status !== 'OPEN');
}

/** Left out: all that was not sent back yet. */
export interface RefundAsked {
  amount?: bigint | null | undefined;
  reason?: string | null | undefined;
}

/**
 * All of it: the order is REFUNDED and its numbers leave the draw. A part, by an operator: it stays PAID while something is left.
 * Idempotent: a part once an Idempotency-Key.
 */
export async function refundOrder(ctx: Context, id: string, asked: RefundAsked): Promise<OrderRow> {
  const order = await findOrder(ctx, id);
  const byOperator = ctx.principal.role === 'ADMIN';
  if (asked.amount != null && !byOperator) throw refuse('refunds.partByBuyer');
  if (asked.amount === 0n) throw refuseField('amount', 'refunds.amountZero');
  const reason = asked.reason?.trim() || null;

  await ctx.db.queuedBy(order.raffleId).transaction(async (tx) => {
    const quotas = await lockQuotas(ctx, tx, [order.raffleId]);
    if (await isRepetition(ctx, tx, order.id, asked)) return;
    await tx.query(lockPayments, [null, null, null, order.id]);
    const [now] = await tx.query(lockRefundableOrder, [order.id]);
    if (!now) throw refuse('orders.notFound');
    if (now.status === 'REFUNDED' && asked.amount == null) return;
    if (now.status !== 'PAID') throw refuse('refunds.orderNotPaid', { status: now.status });
    checkRefund(ctx.principal, now);
    if (now.isDisputed) throw refuse('disputes.open');
    // A part would be a discount that nobody sees, on a ticket whose prizes are known.
    if (asked.amount != null && now.isInstant) throw refuse('refunds.partOfInstant');
    if (asked.amount != null && asked.amount > now.returnable) throw refuseField('amount', 'refunds.amountTooMuch');

    // In however many parts it went.
    const whole = asked.amount == null || asked.amount === now.returnable;
    if (whole) {
      const refusal = await quotas.refusal(order);
      if (refusal !== undefined) throw new DomainError('CONFLICT', refusal);
    }
    await refundOrders(ctx, tx, {
      orderIds: [order.id],
      initiator: byOperator ? 'OPERATOR' : 'BUYER',
      reason,
      amount: asked.amount,
    });
    // After the refund, which its event names.
    if (whole) await quotas.void([order.id]);
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'refundOrder',
      subjectType: 'order',
      subjectId: order.id,
      details: { reason, amount: formatMoney(asked.amount ?? now.returnable), whole },
    });
  });
  return findOrder(ctx, id);
}

/** Keeps the caller's key with this refund. True when it was kept before. */
async function isRepetition(ctx: Context, sql: Sql, orderId: string, asked: RefundAsked): Promise<boolean> {
  const request = { orderId, reason: asked.reason, amount: asked.amount == null ? null : String(asked.amount) };
  const idempotency = idempotentRequest(ctx, 'refundOrder', request);
  return idempotency !== null && !(await claimIdempotencyKey(sql, idempotency, { orderId }));
}

/** 1 to 35 letters and digits, as API Pix allows; not always a UUID. */
const REFUND_ID: KeyType = { ...UUID, cast: 'text', pattern: /^[A-Za-z0-9]{1,35}$/ };

/** The earliest first. */
export async function paymentsOfOrder({ loaders }: Context, ownerId: string, page: PageRequest): Promise<Page<PixPayment>> {
  return readPage<PixPayment>(page, {
    key: [
      ['paidAt', INSTANT],
      ['id', UUID],
    ],
    rows: (after, count) => loaders.paymentsOfOrder.load({ ownerId, after, count }),
    count: () => loaders.paymentCountOfOrder.load(ownerId),
  });
}

/** The oldest first. */
export async function refundsOfOrder({ loaders }: Context, ownerId: string, page: PageRequest): Promise<Page<RefundOfOrder>> {
  return readPage<RefundOfOrder>(page, {
    key: [
      ['createdAt', INSTANT],
      ['id', REFUND_ID],
    ],
    rows: (after, count) => loaders.refundsOfOrder.load({ ownerId, after, count }),
    count: () => loaders.refundCountOfOrder.load(ownerId),
  });
}
