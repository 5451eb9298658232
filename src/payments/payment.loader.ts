import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { LatePayment } from '../generated/prisma/client.js';
import { pixPaymentOf } from './pix-payment.service.js';
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
