import type { App } from '../context.js';
import type { ReceivedPayment } from '../payment-providers/adapters/adapter.js';
import { applyReportedReturns } from './reported-return.js';
import type { Settlement } from './incoming-payment.js';
import { settle } from './settle.js';

/** Settles a payment that the provider confirmed, and what went back of it since without our asking. */
export async function settlePayment(
  app: App,
  providerName: string,
  payment: ReceivedPayment,
  source: 'CALLBACK' | 'RECONCILIATION',
): Promise<Settlement> {
  const { endToEndId, txid, amountCentavos, paidAt, payer } = payment;
  const settlement = await settle(app, { source, providerName, endToEndId, txid, amount: amountCentavos, paidAt, payer });
  await applyReportedReturns(app, payment);
  return settlement;
}
