import type { Context } from '../context.js';
import { selectCallbacksAbout } from './payment-callback.sql.js';
import type { PaymentCallback } from './payment-callback.type.js';
import { findPayment } from './pix-payment.service.js';

export const MOST_CALLBACKS = 20;

/** NOT_FOUND. */
export async function callbacksOfPayment(ctx: Context, paymentId: string): Promise<PaymentCallback[]> {
  const { providerName, endToEndId, txid } = await findPayment(ctx, paymentId);
  // A callback of Paggue or Pay2m has the reference without the name of the adapter.
  const names = [endToEndId, endToEndId?.replace(/^[a-z0-9]+:/, ''), txid].filter((name) => name != null);
  return ctx.db.query(selectCallbacksAbout, [providerName, names, MOST_CALLBACKS]);
}
