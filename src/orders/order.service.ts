import { actorOf } from '../platform/principal.js';
import type { Context } from '../context.js';
import { settle } from '../payments/settle.js';
import type { AuditEntry } from '../platform/audit.js';
import { badField, DomainError, notFound } from '../platform/domain-error.js';
import { ProviderError } from '../payment-providers/client/provider-error.js';
import { endOrders, releaseUnasked, settleOrCancelCharge } from './order-ending.js';
import { selectOrder, type OrderRow } from './order.sql.js';

/** An order the caller may see: one's own, or any for an operator. NOT_FOUND otherwise, whatever the reason. */
export async function findOrder(ctx: Context, id: string): Promise<OrderRow> {
  const [order] = isOrderId(id) ? await ctx.db.query(selectOrder, [id]) : [];
  const { principal } = ctx;
  if (!order || (principal.role !== 'ADMIN' && !(principal.role === 'USER' && principal.id === order.userId)))
    throw notFound('order');
  return order;
}

/**
 * Marks an order paid by hand, audited with the note. Idempotent: a PAID order is answered as it is. CONFLICT when it was
 * refunded, or has ended and its quotas are gone or sales closed.
 */
export async function payOrder(ctx: Context, id: string, note: string): Promise<OrderRow> {
  const trimmed = note.trim();
  if (!trimmed || trimmed.length > 500) throw badField('note', 'must say in 1 to 500 characters why the order is paid by hand');
  const order = await findOrder(ctx, id);
  if (order.status === 'PAID') return order;
  const settlement = await settle(ctx, {
    source: 'ADMIN',
    providerName: order.paymentProviderName,
    orderId: order.id,
    amount: order.totalValue,
    paidAt: new Date(),
    audit: {
      by: actorOf(ctx),
      action: 'payOrder',
      subjectType: 'order',
      subjectId: order.id,
      details: { note: trimmed, statusBefore: order.status },
    },
  });
  if (settlement === 'REFUSED') {
    throw new DomainError(
      'CONFLICT',
      `The order is ${order.status} and cannot be paid any more: its quotas are gone, or sales have closed.`,
    );
  }
  // The code is still out there: without this the buyer could pay a second time.
  await settleOrCancelCharge(ctx, order).catch((error: unknown) =>
    ctx.log.warn(
      { err: error, event: 'orders.paid_charge.left_open', orderId: id },
      'a charge paid by hand stays open at its provider',
    ),
  );
  return findOrder(ctx, id);
}

/**
 * Ends an unpaid order and gives its quotas back. Idempotent: a CANCELLED order is answered as it is. CONFLICT when it was
 * paid meanwhile or has ended otherwise; PAYMENT_PROVIDER_UNAVAILABLE, and nothing given back, while its provider cannot say:
 * unless an operator says `force`.
 */
export async function cancelOrder(ctx: Context, id: string, force = false): Promise<OrderRow> {
  if (force && ctx.principal.role !== 'ADMIN')
    throw new DomainError('FORBIDDEN', 'Only an operator can cancel an order whose code may still be paid: leave force out.');
  const order = await findOrder(ctx, id);
  if (order.status === 'PENDING') {
    const audit = (orderId: string): AuditEntry => ({
      by: actorOf(ctx),
      action: 'cancelOrder',
      subjectType: 'order',
      subjectId: orderId,
      details: force ? { force } : {},
    });
    await endOrders(ctx, [order], 'CANCELLED', audit).catch((error: unknown) => {
      if (force && error instanceof ProviderError) return releaseUnasked(ctx, [order], 'CANCELLED', audit);
      if (!(error instanceof ProviderError)) throw error;
      ctx.log.warn(
        { err: error, event: 'orders.cancellation.failed', orderId: id },
        'an order could not be cancelled at its provider',
      );
      throw new DomainError(
        'PAYMENT_PROVIDER_UNAVAILABLE',
        `The payment provider ${order.paymentProviderName} does not answer, so the code may still be paid: try again in a moment.`,
      );
    });
  }
  const now = await findOrder(ctx, id);
  if (now.status === 'CANCELLED') return now;
  throw new DomainError('CONFLICT', `The order is ${now.status}: only an unpaid order can be cancelled.`);
}

/** Order ids are positive int8. */
function isOrderId(id: string): boolean {
  return /^[1-9]\d{0,18}$/.test(id) && BigInt(id) <= 9_223_372_036_854_775_807n;
}
