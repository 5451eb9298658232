import { orderAddress } from '../addresses/order-address.js';
import { actorOf } from '../platform/principal.js';
import type { Context, App } from '../context.js';
import { settle } from '../payments/settle.js';
import type { AuditEntry } from '../platform/audit.js';
import type { Sql } from '../platform/database/statement.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { ProviderError } from '../payment-providers/client/provider-error.js';
import { refusalByCertificate } from './order-rules.js';
import { endOrders, releaseStillPayable, settleOrCancelCharge } from './order-ending.js';
import { selectInstantOrders } from '../quotas/instant-blocks.sql.js';
import { selectOrder, type OrderRow, selectOrders } from './order.sql.js';
import { createWatch, type Watch } from '../platform/watch.js';

/** Of why an order is cancelled. */
const LONGEST_REASON = 200;

/** Buyers find their own orders, operators all. NOT_FOUND. */
export async function findOrder(ctx: Context, id: string): Promise<OrderRow> {
  const [order] = isOrderId(id) ? await ctx.db.query(selectOrder, [id]) : [];
  const { principal } = ctx;
  if (!order || (principal.role !== 'ADMIN' && !(principal.role === 'USER' && principal.id === order.userId)))
    throw refuse('orders.notFound');
  return order;
}

/** Null unless it is PENDING. */
export function secondsLeftOf({ status, expiresAt, readAt }: OrderRow): number | null {
  return status === 'PENDING' ? Math.max(0, Math.ceil((expiresAt.getTime() - readAt.getTime()) / 1000)) : null;
}

/** The link to its public page. */
export function shareUrlOf({ address, orderLinks }: Pick<App, 'address' | 'orderLinks'>, orderId: string): string {
  return `${address.origin()}${orderAddress(orderLinks.tokenOf(orderId))}`;
}

/** Idempotent. CONFLICT when it was refunded, or ended and its quotas are gone, sales closed or the certificate not valid. */
export async function payOrder(ctx: Context, id: string, note: string): Promise<OrderRow> {
  const trimmed = note.trim();
  if (!trimmed || trimmed.length > 500) throw refuseField('note', 'orders.payReason');
  const order = await findOrder(ctx, id);
  if (order.status === 'PAID') return order;
  // Placed while the certificate was valid, it may be paid after. One that ended would be sold again.
  if (order.status === 'EXPIRED' || order.status === 'CANCELLED') await requireCertificate(ctx, order.raffleId);
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
    throw refuse('orders.cannotBePaid', { status: order.status });
  }
  // Otherwise the buyer could pay the same order a second time.
  await settleOrCancelCharge(ctx, order).catch((error: unknown) =>
    ctx.log.warn(
      { err: error, event: 'orders.paid_charge.left_open', orderId: id },
      'a charge paid by hand stays open at its provider',
    ),
  );
  return findOrder(ctx, id);
}

async function requireCertificate({ raffles, calendar }: Context, raffleId: string): Promise<void> {
  const raffle = await raffles.read(raffleId);
  const refusal = raffle && refusalByCertificate(raffle, calendar.today());
  if (refusal) throw refusal;
}

/**
 * Idempotent. PAYMENT_PROVIDER_UNAVAILABLE releases nothing; an operator may `force`, and say why. CONFLICT when it is paid or ended
 * otherwise.
 */
export async function cancelOrder(ctx: Context, id: string, force = false, typed?: string | null): Promise<OrderRow> {
  const reason = typed?.trim() || null;
  if (force && ctx.principal.role !== 'ADMIN') throw refuse('orders.operatorForces');
  if (reason !== null && ctx.principal.role !== 'ADMIN') throw refuse('orders.operatorSaysWhy');
  if (reason !== null && reason.length > LONGEST_REASON)
    throw refuseField('reason', 'platform.maxLength', { max: LONGEST_REASON });
  const order = await findOrder(ctx, id);
  if (order.status === 'PENDING') {
    const audit = (orderId: string): AuditEntry => ({
      by: actorOf(ctx),
      action: 'cancelOrder',
      subjectType: 'order',
      subjectId: orderId,
      details: { ...(force && { force }), ...(reason !== null && { reason }) },
    });
    await endOrders(ctx, [order], 'CANCELLED', audit).catch((error: unknown) => {
      if (force && error instanceof ProviderError) return releaseStillPayable(ctx, [order], 'CANCELLED', audit);
      if (!(error instanceof ProviderError)) throw error;
      ctx.log.warn(
        { err: error, event: 'orders.cancellation.failed', orderId: id },
        'an order could not be cancelled at its provider',
      );
      throw refuse('orders.providerSilentAtCancel', { name: order.paymentProviderName });
    });
  }
  const now = await findOrder(ctx, id);
  if (now.status === 'CANCELLED') return now;
  throw refuse('orders.onlyUnpaidCancelled', { status: now.status });
}

export function isOrderId(id: string): boolean {
  return /^[1-9]\d{0,18}$/.test(id) && BigInt(id) <= 9_223_372_036_854_775_807n;
}

/** What it won comes some seconds after its payment, in a raffle with instant prizes. */
type WatchedOrder = OrderRow & { isDecided: boolean };

export type OrderWatch = Watch<WatchedOrder>;

async function withDecisions(db: Sql, orders: OrderRow[]): Promise<WatchedOrder[]> {
  const paid = orders.filter(({ status }) => status === 'PAID').map(({ id }) => id);
  const instant = paid.length === 0 ? [] : await db.query(selectInstantOrders, [paid]);
  const decided = new Map(instant.map(({ orderId, isDecided }) => [orderId, isDecided]));
  return orders.map((order) => ({ ...order, isDecided: decided.get(order.id) ?? true }));
}

export function createOrderWatch({ db, log }: Pick<App, 'db' | 'log'>): OrderWatch {
  return createWatch<WatchedOrder>({
    intervalMs: 1_000,
    minGapMs: 50,
    maxSubscribers: 20_000,
    async read(ids) {
      const orders = await withDecisions(db, await db.query(selectOrders, [ids]));
      return new Map(orders.map((order) => [order.id, order]));
    },
    same: (a, b) =>
      a.status === b.status
      && a.reservation === b.reservation
      && a.qrCodeContent === b.qrCodeContent
      && a.isDecided === b.isDecided,
    onError: (error) => log.warn({ err: error, event: 'orders.watch.read_failed' }, 'watched orders could not be read'),
  });
}

export async function watchOrder(ctx: Context, orderId: string): Promise<AsyncIterable<OrderRow>> {
  const [order] = await withDecisions(ctx.db, [await findOrder(ctx, orderId)]);
  return ctx.orderWatch.subscribe(order!.id, order!);
}
