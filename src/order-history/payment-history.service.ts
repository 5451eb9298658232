import type { Context } from '../context.js';
import { findPayment } from '../payments/pix-payment.service.js';
import { type PaymentEventRow, selectPaymentEvents } from './payment-history.sql.js';

/** As that of an order: without what the audit log keeps for the owner. NOT_FOUND. */
export async function historyOfPayment(ctx: Context, paymentId: string): Promise<{ events: PaymentEventRow[] }> {
  const { id } = await findPayment(ctx, paymentId);
  return { events: await ctx.db.query(selectPaymentEvents, [id]) };
}
