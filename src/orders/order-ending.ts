import type { App } from '../context.js';
import type { OrderStatus } from '../generated/prisma/client.js';
import { cancelOrConsultCharge } from '../payment-providers/adapters/cancel-or-consult-charge.js';
import { ProviderError } from '../payment-providers/client/provider-error.js';
import { settlePayment } from '../payments/settle-payment.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import type { OrderRow } from './order.sql.js';

/**
 * Ends unpaid orders and gives their quotas back, after the provider can no longer be paid for them: a code that is still
 * payable is cancelled there first, and one that was paid meanwhile is settled instead. `audit` makes the entry of each order that
 * somebody ended by hand. Answers how many it ended. Throws ProviderError when a provider cannot be asked; nothing was given back then.
 */
export async function endOrders(
  app: App,
  orders: OrderRow[],
  status: Extract<OrderStatus, 'CANCELLED' | 'EXPIRED'>,
  audit?: (orderId: string) => AuditEntry,
): Promise<number> {
  if (orders.length === 0) return 0;
  for (const order of orders) await settleOrCancelCharge(app, order);
  return release(app, orders, status, 'CANCELLED', audit);
}

/**
 * Ends unpaid orders whose provider cannot be asked, and gives their quotas back although their codes may still be paid: what
 * arrives is money for an order that has ended, and reconciliation goes on to ask. Answers how many it ended.
 */
export async function releaseUnasked(
  app: App,
  orders: OrderRow[],
  status: Extract<OrderStatus, 'CANCELLED' | 'EXPIRED'>,
  audit?: (orderId: string) => AuditEntry,
): Promise<number> {
  if (orders.length === 0) return 0;
  const ended = await release(app, orders, status, 'STILL_PAYABLE', audit);
  app.log.warn(
    { event: 'orders.released_unasked', orders: ended, provider: orders[0]?.paymentProviderName },
    'unpaid orders were ended whose provider cannot be asked: their codes may still be paid',
  );
  return ended;
}

function release(
  app: App,
  orders: OrderRow[],
  status: Extract<OrderStatus, 'CANCELLED' | 'EXPIRED'>,
  charges: 'CANCELLED' | 'STILL_PAYABLE',
  audit: ((orderId: string) => AuditEntry) | undefined,
): Promise<number> {
  const raffleIds = [...new Set(orders.map(({ raffleId }) => raffleId))];
  return app.db.inTurn(...raffleIds).transaction(async (tx) => {
    const quotas = await lockQuotas(app, tx, raffleIds);
    // Those that are paid by now are left alone; one whose payment did not fit it ends like any other.
    const ended = await quotas.release(
      orders.map(({ id }) => id),
      status,
      charges,
    );
    if (audit) await writeAudit(tx, ...ended.map(({ id }) => audit(id)));
    return ended.length;
  });
}

/**
 * Makes sure that an order's code cannot be paid any more, where its provider can do that, and settles what was paid with it.
 * A static code is known to nobody, so nobody is asked. Throws ProviderError when that is not certain.
 */
export async function settleOrCancelCharge(app: App, order: OrderRow): Promise<void> {
  const { isDynamic, qrCodeId: txid, paymentProviderName: name, providerReference } = order;
  if (!isDynamic || !txid) return;
  const provider = await app.providers.find(name);
  const asked = { provider: name, operation: 'cancelCharge' };
  if (!provider) throw new ProviderError('UNREACHABLE', 'the provider is not configured', asked);
  const charge = await cancelOrConsultCharge(provider.adapter, { txid, ...(providerReference && { providerReference }) });
  if (!charge) return;
  for (const payment of charge.payments) await settlePayment(app, name, { ...payment, txid }, 'RECONCILIATION');
  if (charge.status === 'PAID' && charge.payments.length === 0) {
    throw new ProviderError('INVALID_ANSWER', 'the charge is paid, but its payment is not shown', asked);
  }
}
