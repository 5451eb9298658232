import { actorOf } from '../platform/principal.js';
import type { Context } from '../context.js';
import { claimIdempotencyKey, idempotentRequest } from '../platform/idempotency.js';
import { findOrder } from '../orders/order.service.js';
import type { OrderRow } from '../orders/order.sql.js';
import { lockPayments } from '../payments/returnable.sql.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import { writeAudit } from '../platform/audit.js';
import type { Sql } from '../platform/database/database.js';
import { DomainError, notFound, refuse, refuseField } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import { checkRefund } from './refund-rules.js';
import { lockRefundableOrder } from './refund.sql.js';
import { refundOrders } from './write-refunds.js';

/** What of an order is sent back: all that was not yet, or `amount` centavos of it. */
export interface RefundAsked {
  amount?: bigint | null | undefined;
  reason?: string | null | undefined;
}

/**
 * Sends a paid order's money back. Without an amount, all of it: the order is REFUNDED, its numbers leave the draw and are
 * not sold again. With one, a part, which only an operator may: the order stays PAID. Idempotent: a REFUNDED order is
 * answered as it is, and a part is returned once an Idempotency-Key. NOT_FOUND, CONFLICT (opened boxes of it among the
 * reasons), BAD_USER_INPUT.
 */
export async function refundOrder(ctx: Context, id: string, asked: RefundAsked): Promise<OrderRow> {
  const order = await findOrder(ctx, id);
  const byOperator = ctx.principal.role === 'ADMIN';
  if (asked.amount != null && !byOperator) throw refuse('refunds.partByBuyer');
  if (asked.amount === 0n) throw refuseField('amount', 'refunds.amountZero');
  const reason = asked.reason?.trim() || null;

  await ctx.db.inTurn(order.raffleId).transaction(async (tx) => {
    const quotas = await lockQuotas(ctx, tx, [order.raffleId]);
    if (await isRepetition(ctx, tx, order.id, asked)) return;
    await tx.query(lockPayments, [null, null, null, order.id]);
    const [now] = await tx.query(lockRefundableOrder, [order.id]);
    if (!now) throw notFound('order');
    if (now.status === 'REFUNDED' && asked.amount == null) return;
    if (now.status !== 'PAID') throw refuse('refunds.orderNotPaid', { status: now.status });
    checkRefund(ctx.principal, now);
    if (asked.amount != null && asked.amount > now.returnable) throw refuseField('amount', 'refunds.amountTooMuch');

    // Whole means that nothing is left, in however many parts it went.
    const whole = asked.amount == null || asked.amount === now.returnable;
    if (whole) {
      const refusal = await quotas.refusal({ id: order.id, raffleId: order.raffleId, byBuyer: !byOperator });
      if (refusal !== undefined) throw new DomainError('CONFLICT', refusal);
    }
    await refundOrders(ctx, tx, {
      orderIds: [order.id],
      initiator: byOperator ? 'OPERATOR' : 'BUYER',
      reason,
      amount: asked.amount,
    });
    // Behind the refund, which its event tells of.
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

/** Keeps the caller's key with this refund, or finds that it was kept before. */
async function isRepetition(ctx: Context, sql: Sql, orderId: string, asked: RefundAsked): Promise<boolean> {
  const request = { orderId, reason: asked.reason, amount: asked.amount == null ? null : String(asked.amount) };
  const idempotency = idempotentRequest(ctx, 'refundOrder', request);
  return idempotency !== null && !(await claimIdempotencyKey(sql, idempotency, { orderId }));
}
