import type { App } from '../context.js';
import type { ChargeStatus, OrderStatus } from '../generated/prisma/client.js';
import { settlePayment } from '../payments/callback-inbox.js';
import { lockCounters, releaseOrders, type OrderRow } from './order.sql.js';

/**
 * Ends unpaid orders and gives their quotas back, after the provider can no longer be paid for them: a code that is still
 * payable is cancelled there first, and one that was paid meanwhile is settled instead. Answers how many it ended.
 * Throws ProviderError when a provider cannot be asked; nothing was given back then.
 */
export async function endOrders(app: App, orders: OrderRow[], status: Extract<OrderStatus, 'CANCELLED' | 'EXPIRED'>): Promise<number> {
  const unpaid: OrderRow[] = [];
  for (const order of orders) if (!(await settleOrCancelCharge(app, order))) unpaid.push(order);
  if (unpaid.length === 0) return 0;

  const chargeStatus: ChargeStatus = 'CANCELLED';
  const raffleIds = [...new Set(unpaid.map(({ raffleId }) => raffleId))];
  const ended = await app.db.transaction(async (sql) => {
    await sql.query(lockCounters, [raffleIds]);
    return sql.query(releaseOrders, [unpaid.map(({ id }) => id), status, chargeStatus]);
  });
  for (const { id, raffleId } of ended) {
    app.raffles.drop(raffleId);
    app.orderWatch.touch(id);
  }
  return ended.length;
}

/** True when the provider had been paid: the order is settled now. A static code is known to nobody, so nobody is asked. */
export async function settleOrCancelCharge(app: App, order: OrderRow): Promise<boolean> {
  if (!order.isDynamic || !order.qrCodeId) return false;
  const provider = await app.providers.find(order.paymentProviderName);
  const charge = await provider?.adapter.cancelCharge(order.qrCodeId);
  if (charge?.status !== 'PAID') return false;
  for (const payment of charge.payments) await settlePayment(app, order.paymentProviderName, payment, 'RECONCILIATION');
  return true;
}
