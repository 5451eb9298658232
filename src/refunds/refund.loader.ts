import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { Refund } from '../generated/prisma/client.js';
import { createPagesLoader, type PagesLoader } from '../platform/database/pages-loader.js';
import { countRefundsOfOrders, selectRefundsOfOrders, type RefundOfOrder } from './refund.sql.js';

const MAX_REFUNDS_SHOWN = 100;

/** Refunds of payments, the first hundred of each, by the payment's id. */
export function createRefundsOfPaymentLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, Refund[]> {
  return new DataLoader(
    async (ids) => {
      const rows = await db.prisma.refund.findMany({ where: { paymentId: { in: [...ids] } }, orderBy: { createdAt: 'asc' } });
      return ids.map((id) => rows.filter((row) => row.paymentId === id).slice(0, MAX_REFUNDS_SHOWN));
    },
    { cache },
  );
}

/** Pages of orders' refunds, behind an instant and an id. */
export function createRefundsOfOrderLoader({ db }: App, options: { cache: boolean }): PagesLoader<RefundOfOrder> {
  return createPagesLoader(
    options,
    (ids, { after, count }) => db.query(selectRefundsOfOrders, [ids, ...(after ?? ['-infinity', '']), count]),
    ({ orderId }) => orderId,
  );
}

/** How many refunds an order has. */
export function createRefundCountOfOrderLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, number> {
  return new DataLoader(
    async (orderIds) => {
      const counts = new Map((await db.query(countRefundsOfOrders, [orderIds])).map(({ orderId, count }) => [orderId, count]));
      return orderIds.map((id) => counts.get(id) ?? 0);
    },
    { cache },
  );
}
