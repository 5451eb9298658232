import pMap from 'p-map';
import type { App } from '../context.js';
import { activateCharge } from '../orders/order.sql.js';
import { cancelOrConsultCharge } from '../payment-providers/adapters/unsupported-operation.js';
import { settlePayment } from '../payments/settle.js';
import type { Provider } from '../payment-providers/providers.js';
import { isProviderAway, ProviderError } from '../payment-providers/client/provider-error.js';
import { isDataOrIntegrityError } from '../platform/database/errors.js';
import { claimCharges, finishCheck, giveBackCharges, missCheck, type DueCharge } from './charge-check.sql.js';

/** Longer than a batch takes when every call takes its whole deadline. */
const LEASE_SECONDS = 180;
const BATCH = 32;
/** Half of an adapter's connections: the other half is for buyers who wait for a code. */
const CALLS_AT_ONCE = 8;
const AWAY_SECONDS = 30;

type Claimed = DueCharge & { leasedUntil: Date };

/**
 * Settles what was paid, cancels charges of ended orders and keeps codes whose answer never came, until all are asked, the
 * provider is away or the signal is aborted. Answers how many it asked about.
 */
export async function checkCharges(app: App, provider: Provider, signal?: AbortSignal): Promise<number> {
  let asked = 0;
  for (;;) {
    if (signal?.aborted) return asked;
    const claimed = await app.db.query(claimCharges, [provider.settings.name, LEASE_SECONDS, BATCH]);
    const due = claimed.filter((charge): charge is Claimed => charge.leasedUntil !== null);
    const unasked = await checkAll(app, provider, due, signal);
    asked += due.length - unasked.length;
    if (unasked.length > 0 || claimed.length < BATCH) return asked;
  }
}

/** Answers those that could not be asked about; they are given back. */
async function checkAll(app: App, provider: Provider, due: Claimed[], signal: AbortSignal | undefined): Promise<Claimed[]> {
  const unasked: Claimed[] = [];
  const ask = async (charge: Claimed): Promise<void> => {
    if (signal?.aborted || unasked.length > 0) return void unasked.push(charge);
    try {
      const isFinal = await check(app, provider, charge);
      await app.db.query(finishCheck, [charge.txid, charge.leasedUntil, isFinal, LEASE_SECONDS]);
    } catch (error) {
      app.log.warn(
        { err: error, event: 'reconciliation.charge.unanswered', orderId: charge.orderId },
        'a charge could not be asked about',
      );
      const isUnanswerable = error instanceof ProviderError ? !isProviderAway(error) : isDataOrIntegrityError(error);
      if (isUnanswerable) await app.db.query(missCheck, [charge.txid, charge.leasedUntil]);
      else unasked.push(charge);
    }
  };
  await pMap(due, ask, { concurrency: CALLS_AT_ONCE });
  if (unasked.length > 0) {
    const marks = unasked.map(({ leasedUntil }) => leasedUntil);
    await app.db.query(giveBackCharges, [unasked.map(({ txid }) => txid), marks, signal?.aborted ? 0 : AWAY_SECONDS]);
  }
  return unasked;
}

/** Whether nothing is left to learn of it. Throws ProviderError. */
async function check(app: App, { adapter, settings: { name } }: Provider, charge: Claimed): Promise<boolean> {
  const { txid, providerReference, orderId } = charge;
  const reference = { txid, ...(providerReference !== null && { providerReference }) };
  // Also one that was paid by hand: its code must not be paid a second time.
  const hasEnded = charge.orderStatus !== 'PENDING';
  const asked = await adapter.consultCharge(reference);
  const found = asked?.status === 'ACTIVE' && hasEnded ? await cancelOrConsultCharge(adapter, reference) : asked;

  // A provider may learn of a charge minutes after it was asked for it.
  if (!found) return hasEnded && charge.isExpired;
  for (const payment of found.payments) await settlePayment(app, name, { ...payment, txid }, 'RECONCILIATION');
  if (found.status === 'PAID') {
    if (found.payments.length > 0) return true;
    const details = { provider: name, operation: 'consultCharge' };
    throw new ProviderError('INVALID_ANSWER', 'the charge is paid, but its payment is not shown', details);
  }
  if (found.status === 'ACTIVE' && charge.chargeStatus === 'CREATING' && !hasEnded) {
    await app.db.query(activateCharge, [txid, found.brCode, found.providerReference ?? null]);
    app.orderWatch.touch(orderId);
  }
  return found.status === 'CANCELLED' && hasEnded;
}
