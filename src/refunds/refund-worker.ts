import type { App } from '../context.js';
import type { ProviderRefund } from '../payment-providers/adapters/adapter.js';
import { UnsupportedOperationError } from '../payment-providers/adapters/unsupported-operation.js';
import { ProviderError } from '../payment-providers/client/provider-error.js';
import { claimRefunds, type DueRefund } from './refund.sql.js';
import { moveLatePayment, updateRefund } from './write-refunds.js';

const LEASE_SECONDS = 60;
const BATCH = 50;
const MAX_WAIT_SECONDS = 3_600;

type Verdict = { status: 'RETURNED' | 'PROCESSING' | 'FAILED' | 'BY_HAND' | 'PENDING'; error: string | null };

/** Asks providers for the refunds that are due; safe to repeat by their ids. Answers how many it took. */
export async function processRefunds(app: App): Promise<number> {
  const due = await app.db.query(claimRefunds, [LEASE_SECONDS, BATCH]);
  await Promise.all(due.map((refund) => processRefund(app, refund)));
  return due.length;
}

async function processRefund(app: App, refund: DueRefund): Promise<void> {
  const { status, error } = await askProvider(app, refund);
  const isOpen = status === 'PENDING' || status === 'PROCESSING';
  const waitSeconds = isOpen ? Math.min(MAX_WAIT_SECONDS, 2 ** Math.min(refund.attempts, 12)) : null;
  await app.db.transaction(async (tx) => {
    if (!(await updateRefund(app, tx, refund, { status, waitSeconds, error }))) return;
    if (refund.latePaymentId && status === 'RETURNED') await moveLatePayment(tx, refund.latePaymentId, 'REFUNDED');
    // The operator decides again: the money is still here.
    if (refund.latePaymentId && status === 'FAILED') await moveLatePayment(tx, refund.latePaymentId, 'PENDING');
  });
}

/** PENDING when the provider cannot be asked now. */
async function askProvider(app: App, { id, endToEndId, amount, providerName }: DueRefund): Promise<Verdict> {
  try {
    const provider = await app.providers.find(providerName);
    if (!provider) return { status: 'PENDING', error: `the provider ${providerName} is not configured` };
    return verdictOn(await provider.adapter.refund({ endToEndId, refundId: id, amountCentavos: amount }));
  } catch (error) {
    if (error instanceof UnsupportedOperationError) return { status: 'BY_HAND', error: error.message };
    if (error instanceof ProviderError && error.kind === 'REJECTED')
      return { status: 'FAILED', error: error.message.slice(0, 500) };
    app.log.warn({ err: error, event: 'refunds.request.failed', refundId: id }, 'a refund could not be asked for yet');
    return { status: 'PENDING', error: (error instanceof Error ? error.message : String(error)).slice(0, 500) };
  }
}

function verdictOn({ status, reason }: ProviderRefund): Verdict {
  if (status === 'NOT_DONE') return { status: 'FAILED', error: reason ?? 'the provider did not do it' };
  return { status, error: null };
}
