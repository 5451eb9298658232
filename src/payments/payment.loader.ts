import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { LatePayment } from '../generated/prisma/client.js';
import { createPagesLoader, type PagesLoader } from '../platform/database/pages-loader.js';
import { pixPaymentOf } from './pix-payment.service.js';
import { countPaymentsOfOrders, selectPaymentsOfOrders } from './pix-payment.sql.js';
import type { PixPayment } from './pix-payment.type.js';

/** Payments by id. */
export function createPaymentLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, PixPayment | null> {
  return new DataLoader(
    async (ids) => {
      const rows = new Map(
        (await db.prisma.payment.findMany({ where: { id: { in: [...ids] } } })).map((row) => [row.id, pixPaymentOf(row)]),
      );
      return ids.map((id) => rows.get(id) ?? null);
    },
    { cache },
  );
}

/** What of payments is late, by the payment's id. */
export function createLatePaymentOfPaymentLoader(
  { db }: App,
  { cache }: { cache: boolean },
): DataLoader<string, LatePayment | null> {
  return new DataLoader(
    async (ids) => {
      const rows = new Map(
        (await db.prisma.latePayment.findMany({ where: { paymentId: { in: [...ids] } } })).map((row) => [row.paymentId, row]),
      );
      return ids.map((id) => rows.get(id) ?? null);
    },
    { cache },
  );
}

/** Pages of the payments that came for orders, behind an instant and an id. */
export function createPaymentsOfOrderLoader({ db }: App, options: { cache: boolean }): PagesLoader<PixPayment> {
  return createPagesLoader(
    options,
    (ids, { after, count }) => db.query(selectPaymentsOfOrders, [ids, ...(after ?? ['-infinity', NO_UUID]), count]),
    ({ orderId }) => orderId,
  );
}

/** How many payments came for an order. */
export function createPaymentCountOfOrderLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, number> {
  return new DataLoader(
    async (orderIds) => {
      const counts = new Map((await db.query(countPaymentsOfOrders, [orderIds])).map(({ orderId, count }) => [orderId, count]));
      return orderIds.map((id) => counts.get(id) ?? 0);
    },
    { cache },
  );
}

/** Before every other. */
const NO_UUID = '00000000-0000-0000-0000-000000000000';
