import type { Context } from '../context.js';
import type { PixPayment } from '../payments/pix-payment.type.js';
import { INSTANT, readPage, UUID, type KeyType, type Page, type PageRequest } from '../platform/page.js';
import type { RefundOfOrder } from './order-refunds.sql.js';

/** As many letters and digits as API Pix takes. */
const REFUND_ID: KeyType = { ...UUID, cast: 'text', pattern: /^[A-Za-z0-9]{1,35}$/ };

/** What came for an order that the caller was shown, the earliest first. */
export async function paymentsOfOrder({ loaders }: Context, ownerId: string, page: PageRequest): Promise<Page<PixPayment>> {
  return readPage<PixPayment>(page, {
    key: [
      ['paidAt', INSTANT],
      ['id', UUID],
    ],
    rows: (after, count) => loaders.paymentsOfOrder.load({ ownerId, after, count }),
    count: () => loaders.paymentCountOfOrder.load(ownerId),
  });
}

/** What went back of it, or is to, the oldest first. */
export async function refundsOfOrder({ loaders }: Context, ownerId: string, page: PageRequest): Promise<Page<RefundOfOrder>> {
  return readPage<RefundOfOrder>(page, {
    key: [
      ['createdAt', INSTANT],
      ['id', REFUND_ID],
    ],
    rows: (after, count) => loaders.refundsOfOrder.load({ ownerId, after, count }),
    count: () => loaders.refundCountOfOrder.load(ownerId),
  });
}
