import type { Context } from '../context.js';
import type { PixPayment } from '../payments/pix-payment.type.js';
import { decodeCursor, encodeCursor, INSTANT, pageOf, UUID, type Page, type PageRequest } from '../platform/page.js';
import type { RefundOfOrder } from './order-refunds.sql.js';

/** As many letters and digits as API Pix takes. */
const REFUND_ID = /^[A-Za-z0-9]{1,35}$/;

/** What came for an order that the caller was shown, the earliest first. */
export async function paymentsOfOrder({ loaders }: Context, ownerId: string, page: PageRequest): Promise<Page<PixPayment>> {
  const after = page.after == null ? null : decodeCursor(page.after, [INSTANT, UUID]);
  const rows = await loaders.paymentsOfOrder.load({ ownerId, after, count: page.first + 1 });
  return pageOf(
    rows,
    page,
    ({ paidAt, id }) => encodeCursor(paidAt.toISOString(), id),
    () => loaders.paymentCountOfOrder.load(ownerId),
  );
}

/** What went back of it, or is to, the oldest first. */
export async function refundsOfOrder({ loaders }: Context, ownerId: string, page: PageRequest): Promise<Page<RefundOfOrder>> {
  const after = page.after == null ? null : decodeCursor(page.after, [INSTANT, REFUND_ID]);
  const rows = await loaders.refundsOfOrder.load({ ownerId, after, count: page.first + 1 });
  return pageOf(
    rows,
    page,
    ({ createdAt, id }) => encodeCursor(createdAt.toISOString(), id),
    () => loaders.refundCountOfOrder.load(ownerId),
  );
}
