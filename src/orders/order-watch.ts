import type { App, Context } from '../context.js';
import { createWatch, type Watch } from '../platform/watch.js';
import { findOrder } from './order.service.js';
import { selectOrders, type OrderRow } from './order.sql.js';

export type OrderWatch = Watch<OrderRow>;

/** Follows orders for their buyers' checkouts: within a second, sooner when this process itself settled it. */
export function createOrderWatch({ db, log }: Pick<App, 'db' | 'log'>): OrderWatch {
  return createWatch<OrderRow>({
    intervalMs: 1_000,
    minGapMs: 50,
    maxSubscribers: 20_000,
    read: async (ids) => new Map((await db.query(selectOrders, [ids])).map((order) => [order.id, order])),
    same: (a, b) => a.status === b.status && a.qrCodeContent === b.qrCodeContent,
    onError: (error) => log.warn({ err: error, event: 'orders.watch.read_failed' }, 'watched orders could not be read'),
  });
}

/** The order at once, then each change. NOT_FOUND for an order the caller may not see. */
export async function watchOrder(ctx: Context, orderId: string): Promise<AsyncIterable<OrderRow>> {
  const order = await findOrder(ctx, orderId);
  return ctx.orderWatch.subscribe(order.id, order);
}
