import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { Refund } from '../generated/prisma/client.js';

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
