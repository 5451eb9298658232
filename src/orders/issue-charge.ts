import type { App } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { ProviderError } from '../platform/provider-error.js';
import { statement } from '../platform/database.js';
import { activateCharge, lockCounters, releaseOrders, selectOrder, type OrderRow } from './order.sql.js';

/** So that the caller may try again with the same key. $1 order id. */
const forgetIdempotencyKey = statement<object>('forget_idempotency_key', 'DELETE FROM idempotency_keys WHERE order_id = $1');

/**
 * Registers a reserved order's charge at its provider and answers the order with the code. Safe to repeat: the provider
 * knows the charge by our txid. When the provider fails the order is cancelled, its quotas are given back and its
 * idempotency key is free again; PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function issueCharge(app: App, order: OrderRow): Promise<OrderRow> {
  const { qrCodeId: txid, paymentProviderName } = order;
  if (!txid) throw new Error(`order ${order.id} has no charge to issue`);
  const provider = await app.providers.find(paymentProviderName);
  const raffle = await app.raffles.get(order.raffleId);
  try {
    if (!provider) throw new Error(`provider ${paymentProviderName} is gone`);
    const { brCode } = await provider.adapter.createCharge({
      txid,
      amountCentavos: order.totalValue,
      expiresInSeconds: Math.max(1, Math.ceil((order.expiresAt.getTime() - Date.now()) / 1000)),
      description: raffle?.title ?? '',
      ...(order.buyerCpf && order.buyerName && { payer: { cpf: order.buyerCpf, name: order.buyerName } }),
    });
    await app.db.query(activateCharge, [txid, brCode]);
    return (await app.db.query(selectOrder, [order.id]))[0] ?? order;
  } catch (error) {
    if (provider && !(error instanceof ProviderError)) throw error;
    app.log.warn({ err: error, orderId: order.id }, 'the provider gave no charge: the order is cancelled');
    await app.db.transaction(async (sql) => {
      await sql.query(lockCounters, [[order.raffleId]]);
      await sql.query(releaseOrders, [[order.id], 'CANCELLED', 'FAILED']);
      await sql.query(forgetIdempotencyKey, [order.id]);
    });
    throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', `The payment provider ${paymentProviderName} does not answer. Nothing was reserved: try again, or choose another.`);
  }
}
