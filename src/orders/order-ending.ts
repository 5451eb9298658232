import type { App } from '../context.js';
import type { OrderStatus } from '../generated/prisma/client.js';
import { cancelOrConsultCharge } from '../payment-providers/adapters/unsupported-operation.js';
import { ProviderError } from '../payment-providers/client/provider-error.js';
import { settlePayment } from '../payments/settle.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import type { OrderRow } from './order.sql.js';

type EndStatus = Extract<OrderStatus, 'CANCELLED' | 'EXPIRED'>;
type AuditOf = (orderId: string) => AuditEntry;

/** After their charges are cancelled; a paid one is settled. Returns how many ended. Releases nothing on a ProviderError. */
export async function endOrders(app: App, orders: OrderRow[], status: EndStatus, audit?: AuditOf): Promise<number> {
  for (const order of orders) await settleOrCancelCharge(app, order);
  return release(app, orders, status, 'CANCELLED', audit);
}

/** Their codes may still be paid: such money becomes a late payment. */
export async function releaseStillPayable(app: App, orders: OrderRow[], status: EndStatus, audit?: AuditOf): Promise<number> {
  if (orders.length === 0) return 0;
  const ended = await release(app, orders, status, 'STILL_PAYABLE', audit);
  app.log.warn(
    { event: 'orders.released_unasked', orders: ended, provider: orders[0]?.paymentProviderName },
    'unpaid orders ended without an answer of their provider: their codes may still be paid',
  );
  return ended;
}

async function release(
  app: App,
  orders: OrderRow[],
  status: EndStatus,
  charges: 'CANCELLED' | 'STILL_PAYABLE',
  audit: AuditOf | undefined,
): Promise<number> {
  if (orders.length === 0) return 0;
  const ids = orders.map(({ id }) => id);
  const raffleIds = [...new Set(orders.map(({ raffleId }) => raffleId))];
  return app.db.queuedBy(...raffleIds).transaction(async (tx) => {
    const quotas = await lockQuotas(app, tx, raffleIds);
    const ended = await quotas.release(ids, status, charges);
    if (audit) await writeAudit(tx, ...ended.map(({ id }) => audit(id)));
    return ended.length;
  });
}

/** Settles payments that the provider reports. ProviderError: the charge may still be payable. */
export async function settleOrCancelCharge(app: App, order: OrderRow): Promise<void> {
  const { isDynamic, qrCodeId: txid, paymentProviderName: name, providerReference } = order;
  if (!isDynamic || !txid) return;
  const provider = await app.providers.find(name);
  const operation = { provider: name, operation: 'cancelCharge' };
  if (!provider) throw new ProviderError('UNREACHABLE', 'the provider is not configured', operation);
  const charge = await cancelOrConsultCharge(provider.adapter, { txid, ...(providerReference && { providerReference }) });
  if (!charge) return;
  for (const payment of charge.payments) await settlePayment(app, name, { ...payment, txid }, 'RECONCILIATION');
  if (charge.status === 'PAID' && charge.payments.length === 0) {
    throw new ProviderError('INVALID_ANSWER', 'the charge is paid, but its payment is not shown', operation);
  }
}
