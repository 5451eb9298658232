import type { App } from '../context.js';
import { endOrders } from './order-ending.js';
import { selectExpiredOrders, type OrderRow } from './order.sql.js';

/** A callback may lag behind the payment by this much; until then an expired order keeps its quotas. */
const GRACE_SECONDS = 120;
const BATCH = 500;
const PROVIDER_CALLS_AT_ONCE = 8;

/**
 * Ends the unpaid orders whose time and grace have passed, a batch at a time. Static codes go in one transaction; a
 * registered charge is cancelled at its provider first, and a provider that fails is left out of the rest of the sweep,
 * so that it holds up only its own orders. Several processes may sweep at once: an order ends once. Answers how many ended.
 */
export async function expireOrders(app: App): Promise<number> {
  const away = new Set<string>();
  let ended = 0;
  for (;;) {
    const expired = await app.db.query(selectExpiredOrders, [GRACE_SECONDS, BATCH, [...away]]);
    if (expired.length === 0) return ended;
    const before = { ended, away: away.size };
    ended += await endOrders(app, expired.filter((order) => !order.isDynamic), 'EXPIRED');
    ended += await endRegistered(app, expired.filter((order) => order.isDynamic), away);
    // No headway: what is left waits for the next sweep.
    if (ended === before.ended && away.size === before.away) return ended;
  }
}

async function endRegistered(app: App, orders: OrderRow[], away: Set<string>): Promise<number> {
  let ended = 0;
  const worker = async (): Promise<void> => {
    for (let order = orders.pop(); order; order = orders.pop()) {
      if (away.has(order.paymentProviderName)) continue;
      try {
        ended += await endOrders(app, [order], 'EXPIRED');
      } catch (error) {
        app.log.warn({ err: error, orderId: order.id }, 'an expired order waits for its provider');
        away.add(order.paymentProviderName);
      }
    }
  };
  await Promise.all(Array.from({ length: PROVIDER_CALLS_AT_ONCE }, worker));
  return ended;
}
