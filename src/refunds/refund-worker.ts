import type { App } from '../context.js';
import type { ProviderRefund } from '../payment-providers/adapters/adapter.js';
import { UnsupportedOperationError } from '../payment-providers/adapters/unsupported-operation.js';
import { ProviderError } from '../payment-providers/client/provider-error.js';
import { claimRefunds, watchOn, type DueRefund } from './refund.sql.js';
import { WENT_BACK } from './reported-return.js';
import { lockPayments } from './returnable.sql.js';
import { recordReturnedTwice } from './returned-twice.js';
import { consultRefund, isDenied } from './second-look.js';
import { moveLatePayment, updateRefund } from './write-refunds.js';

const LEASE_SECONDS = 60;
const BATCH = 50;
const MAX_WAIT_SECONDS = 3_600;
/** Between two questions about a refund that must not be sent while its payment is disputed. */
const HELD_SECONDS = 600;

type Verdict = {
  status: 'RETURNED' | 'PROCESSING' | 'FAILED' | 'BY_HAND' | 'PENDING';
  error: string | null;
  /** The request was not answered, and may still arrive at the provider. */
  mayArrive?: boolean;
};

/** Asks providers for the refunds that are due; safe to repeat by their ids. Answers how many it took. */
export async function processRefunds(app: App): Promise<number> {
  const due = await app.db.query(claimRefunds, [LEASE_SECONDS, BATCH]);
  await Promise.all(due.map((refund) => processRefund(app, refund)));
  return due.length;
}

async function processRefund(app: App, refund: DueRefund): Promise<void> {
  if (refund.status === 'RETURNED') return watchConfirmed(app, refund);
  const { status, error, mayArrive = false } = await askProvider(app, refund);
  const isOpen = status === 'PENDING' || status === 'PROCESSING';
  const waitSeconds = isOpen ? waitOf(refund) : null;
  await app.db.transaction(async (tx) => {
    if (!(await updateRefund(app, tx, refund, { status, waitSeconds, error, mayArrive }))) {
      // An operator confirmed it while this request was under way.
      if (status === 'RETURNED') await recordReturnedTwice(tx, refund.id);
      return;
    }
    if (refund.latePaymentId && status === 'RETURNED') await moveLatePayment(tx, refund.latePaymentId, 'REFUNDED');
    // The operator decides again: the money is still here.
    if (refund.latePaymentId && status === 'FAILED') await moveLatePayment(tx, refund.latePaymentId, 'PENDING');
  });
}

function waitOf(refund: DueRefund): number {
  return isHeld(refund) ? HELD_SECONDS : Math.min(MAX_WAIT_SECONDS, 2 ** Math.min(refund.attempts, 12));
}

/** An operator confirmed it while the provider might still make it. */
async function watchConfirmed(app: App, refund: DueRefund): Promise<void> {
  const standing = await consultRefund(app, refund);
  await app.db.transaction(async (tx) => {
    await tx.query(lockPayments, [refund.paymentId, null, null, null]);
    await tx.query(watchOn, [refund.id, standing === 'NOT_DONE']);
    if (standing === 'RETURNED') await recordReturnedTwice(tx, refund.id);
  });
}

/**
 * PENDING when the provider cannot be asked now. While its payment is disputed, and when the money is gone, a refund is not sent: the
 * provider is only asked what became of it, because it may have been sent before.
 */
async function askProvider(app: App, refund: DueRefund): Promise<Verdict> {
  const { id, endToEndId, amount, providerName, attempts } = refund;
  const mayBeSent = !isHeld(refund);
  try {
    const provider = await app.providers.find(providerName);
    if (!provider) return { status: 'PENDING', error: `the provider ${providerName} is not configured` };
    const reference = { endToEndId, refundId: id };
    const known = mayBeSent
      ? await provider.adapter.refund({ ...reference, amountCentavos: amount })
      : await provider.adapter.consultRefund(reference);
    return known ? verdictOn(known) : unlessMade(app, refund, unsent(refund));
  } catch (error) {
    if (error instanceof UnsupportedOperationError) {
      // Asked for before, by another adapter or account: it may have been made there.
      return mayBeSent
        ? { status: attempts > 1 ? 'PENDING' : 'BY_HAND', error: error.message }
        : unlessMade(app, refund, unsent(refund));
    }
    if (mayBeSent && error instanceof ProviderError && error.kind === 'REJECTED')
      return unlessMade(app, refund, { status: 'FAILED', error: error.message.slice(0, 500) });
    app.log.warn({ err: error, event: 'refunds.request.failed', refundId: id }, 'a refund could not be asked for yet');
    const mayArrive = error instanceof ProviderError && error.kind === 'TIMEOUT';
    return { status: 'PENDING', error: (error instanceof Error ? error.message : String(error)).slice(0, 500), mayArrive };
  }
}

const isHeld = ({ isDisputed, isOverdrawn }: DueRefund): boolean => isDisputed || isOverdrawn;

function unsent({ isDisputed }: DueRefund): Verdict {
  return isDisputed ? { status: 'PENDING', error: 'the payment is disputed' } : { status: 'FAILED', error: WENT_BACK };
}

/**
 * An earlier request may have been made though its answer was lost. `notMade` is believed of a provider that knows the payment;
 * another account refuses this refund too.
 */
async function unlessMade(app: App, refund: DueRefund, notMade: Verdict): Promise<Verdict> {
  if (refund.attempts === 0) return notMade;
  const standing = await consultRefund(app, refund, refund.amount);
  if (isDenied(standing)) return notMade;
  return standing === 'NO_ANSWER' ? { ...notMade, status: 'PENDING' } : { status: standing, error: null };
}

function verdictOn({ status, reason }: ProviderRefund): Verdict {
  if (status === 'NOT_DONE') return { status: 'FAILED', error: reason ?? 'the provider did not do it' };
  return { status, error: null };
}
