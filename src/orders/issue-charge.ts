import type { App } from '../context.js';
import type { ProviderCharge } from '../payment-providers/adapters/adapter.js';
import { refuse } from '../platform/domain-error.js';
import { ProviderError } from '../payment-providers/client/provider-error.js';
import { type IdempotentRequest, deleteIdempotencyKey } from '../platform/idempotency.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import { activateCharge, lockCharge, selectOrder, type OrderRow } from './order.sql.js';

/** Idempotent by txid, also under concurrency. PAYMENT_PROVIDER_UNAVAILABLE cancels the order with its idempotency key. */
export async function issueCharge(app: App, order: OrderRow, idempotency: IdempotentRequest | null): Promise<OrderRow> {
  const { qrCodeId: txid } = order;
  if (!txid) throw new Error(`order ${order.id} has no charge to issue`);
  const provider = await app.providers.find(order.paymentProviderName);
  const raffle = await app.raffles.get(order.raffleId);
  let registered: ProviderCharge | undefined;
  try {
    if (!provider) throw new Error(`provider ${order.paymentProviderName} is gone`);
    registered = await provider.adapter.createCharge({
      txid,
      amountCentavos: order.totalValue,
      expiresInSeconds: Math.max(1, Math.ceil((order.expiresAt.getTime() - Date.now()) / 1000)),
      description: raffle?.title ?? '',
      ...(order.buyerCpf && order.buyerName && { payer: { cpf: order.buyerCpf, name: order.buyerName } }),
    });
    await app.db.query(activateCharge, [txid, registered.brCode, registered.providerReference ?? null]);
  } catch (error) {
    if (provider && !(error instanceof ProviderError)) throw error;
    app.log.warn({ err: error, event: 'orders.charge.failed', orderId: order.id }, 'the provider gave no charge');
    await cancelUncharged(app, order, idempotency);
  }

  const [now = order] = await app.db.query(selectOrder, [order.id]);
  const hasEnded = now.status === 'CANCELLED' || now.status === 'EXPIRED';
  if (registered && hasEnded) {
    // The order ended while the provider made the charge: nobody may pay it.
    const { providerReference } = registered;
    await provider?.adapter
      .cancelCharge({ txid, providerReference })
      .catch((error: unknown) =>
        app.log.warn(
          { err: error, event: 'orders.unused_charge.left_open', orderId: order.id },
          'an unused charge stays open at its provider',
        ),
      );
  }
  refuseFailed(now);
  return hasEnded ? { ...now, qrCodeContent: null } : now;
}

export function refuseFailed({ chargeStatus, paymentProviderName }: OrderRow): void {
  if (chargeStatus !== 'FAILED') return;
  throw refuse('orders.providerSilent', { name: paymentProviderName });
}

/** Cancels the order, unless a concurrent request with the same key already has its code: that code may be paid. */
async function cancelUncharged(app: App, order: OrderRow, idempotency: IdempotentRequest | null): Promise<void> {
  await app.db.queuedBy(order.raffleId).transaction(async (tx) => {
    const quotas = await lockQuotas(app, tx, [order.raffleId]);
    const [charge] = await tx.query(lockCharge, [order.qrCodeId]);
    if (charge?.status !== 'CREATING') return;
    await quotas.release([order.id], 'CANCELLED', 'FAILED');
    if (idempotency) await tx.query(deleteIdempotencyKey, [idempotency.principal, idempotency.key, order.id]);
  });
}
