import type { App } from '../context.js';
import { UnsupportedOperationError } from '../payment-providers/adapters/unsupported-operation.js';
import { applyReturns } from '../payments/settle.js';
import { claimDisputes, type DueDispute } from './dispute.sql.js';
import { CHECK_MS } from './provider-disputes.js';

const BATCH = 50;

/** What a question about a payment came to. `UNSUPPORTED`: its provider has no such question. */
export type Heard = 'ANSWERED' | 'UNANSWERED' | 'UNSUPPORTED';

/** Asks providers about the payments of open disputes. True when there may be more. */
export async function checkDisputes(app: App): Promise<boolean> {
  const due = await app.db.query(claimDisputes, [BATCH, CHECK_MS / 1000]);
  await Promise.all(due.map((dispute) => askProvider(app, dispute)));
  return due.length === BATCH;
}

/** Applies what the provider says of the payment. A provider that is not configured or does not know the payment does not answer. */
export async function askProvider(app: App, { paymentId, endToEndId, providerName }: DueDispute): Promise<Heard> {
  try {
    const provider = await app.providers.find(providerName);
    if (!provider) return 'UNANSWERED';
    const payment = await provider.adapter.consultPayment(endToEndId);
    // Another account of the operator's, which does not know what the banks do with it.
    if (!payment) return 'UNANSWERED';
    await applyReturns(app, payment);
    return 'ANSWERED';
  } catch (error) {
    if (error instanceof UnsupportedOperationError) return 'UNSUPPORTED';
    app.log.warn({ err: error, event: 'disputes.check.failed', paymentId }, 'a disputed payment could not be asked about');
    return 'UNANSWERED';
  }
}
