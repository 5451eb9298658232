import type { App, Context } from '../../context.js';
import { writeAudit } from '../../platform/audit.js';
import { refuse } from '../../platform/domain-error.js';
import { formatMoney } from '../../platform/money.js';
import { actorOf } from '../../platform/principal.js';
import { isUuid } from '../../platform/uuid.js';
import { writeBillingOrderEvents } from './billing-order-events.js';
import { clientOf, type OperatorsBillingOrder, withTxid } from './billing-order.service.js';
import * as sql from './billing-order.sql.js';
import type { BillingOrderRow } from './billing-order.sql.js';

/** Of the client that calls. Safe to repeat. CONFLICT once it was paid. */
export function cancelOwnBillingOrder(ctx: Context, hash: string): Promise<BillingOrderRow> {
  return cancel(ctx, hash, clientOf(ctx));
}

/** Of any client, for operators. Safe to repeat. CONFLICT once it was paid. */
export async function cancelBillingOrder(ctx: Context, id: string): Promise<OperatorsBillingOrder> {
  await cancel(ctx, id);
  return withTxid(await ctx.db.prisma.billingOrder.findUniqueOrThrow({ where: { id } }));
}

/** Its code cannot be cancelled at a bank: money that still comes for it is a late payment. */
async function cancel(ctx: Context, id: string, clientId?: string): Promise<BillingOrderRow> {
  if (!isUuid(id)) throw refuse('legacy.billingOrderNotFound');
  return ctx.db.transaction(async (tx) => {
    const [order] = await tx.query(sql.lockBillingOrders, [[id]]);
    if (!order || (clientId !== undefined && order.clientId !== clientId)) throw refuse('legacy.billingOrderNotFound');
    if (order.status === 'PENDING') {
      await tx.query(sql.cancelUnpaid, [id]);
      await writeBillingOrderEvents(ctx, tx, 'billing_order.cancelled', [id]);
      const { externalId, amount } = order;
      const details = { clientId: order.clientId, externalId, amount: formatMoney(amount) };
      await writeAudit(tx, {
        by: actorOf(ctx),
        action: 'cancelBillingOrder',
        subjectType: 'billingOrder',
        subjectId: id,
        details,
      });
    } else if (order.status !== 'CANCELLED') throw refuse('legacy.alreadyPaid');
    const [row] = await tx.query(sql.selectBillingOrders, [[id]]);
    if (!row) throw refuse('legacy.billingOrderNotFound');
    return row;
  });
}

const BATCH = 500;

/** Ends unpaid billing orders whose time is over. Safe in several processes. True when there may be more. */
export async function expireBillingOrders(app: Pick<App, 'config' | 'db' | 'deliveries'>): Promise<boolean> {
  const endless = await app.db.query(sql.giveAnEnd, [app.config.billingOrderDays, BATCH]);
  const expired = await app.db.transaction(async (tx) => {
    const ended = await tx.query(sql.expireUnpaid, [BATCH]);
    const ids = ended.map(({ id }) => id);
    await writeBillingOrderEvents(app, tx, 'billing_order.cancelled', ids);
    return ids;
  });
  return endless.length === BATCH || expired.length === BATCH;
}
