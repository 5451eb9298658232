import type { Context } from '../context.js';
import { findOrder } from '../orders/order.service.js';
import { type OrderEventRow, selectOrderEvents, selectReferrerOf } from './order-history.sql.js';

interface History {
  referrerId: string | null;
  events: OrderEventRow[];
}

/**
 * For every operator: of the audit log it has who did what and when, why it was cancelled, and neither other reasons nor addresses, which
 * are the owner's. NOT_FOUND.
 */
export async function historyOf(ctx: Context, orderId: string): Promise<History> {
  const { id } = await findOrder(ctx, orderId);
  const [events, [of]] = await Promise.all([ctx.db.query(selectOrderEvents, [id]), ctx.db.query(selectReferrerOf, [id])]);
  return { referrerId: of?.referrerId ?? null, events };
}
