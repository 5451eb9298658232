import pMap from 'p-map';
import type { App } from '../context.js';
import { isProviderAway, ProviderError } from '../payment-providers/client/provider-error.js';
import { isLockTimeout } from '../platform/database/errors.js';
import { DomainError } from '../platform/domain-error.js';
import { endOrders } from './order-ending.js';
import { selectExpiredOrders, selectProvidersOfExpired, type OrderRow } from './order.sql.js';

/** A callback may lag behind the payment by this much; until then an expired order keeps its quotas. */
const GRACE_SECONDS = 120;
const BATCH = 500;
const PROVIDER_CALLS_AT_ONCE = 8;

/**
 * Ends the unpaid orders whose time and grace have passed, those of each provider on their own, so that one that fails
 * holds up nobody else's; static codes are of no provider and go a raffle a transaction. Every order is looked at once: one
 * that cannot be ended waits for the next sweep. Several processes may sweep at once: an order ends once. Answers how many ended.
 */
export async function expireOrders(app: App): Promise<number> {
  const providers = await app.db.query(selectProvidersOfExpired, [GRACE_SECONDS]);
  const sweeps = await Promise.allSettled(providers.map(({ providerName }) => sweep(app, providerName)));
  const failed = sweeps.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return sweeps.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
}

/** The expired orders charged at one provider, or with null those of static codes. */
async function sweep(app: App, providerName: string | null): Promise<number> {
  // Raffles whose counter somebody holds, with what that led to: their orders wait for the next sweep, and hold up nobody else's.
  const held = new Map<string, unknown>();
  const end = async (raffleId: string, orders: OrderRow[]): Promise<number> => {
    if (held.has(raffleId)) return 0;
    try {
      return await endOrders(app, orders, 'EXPIRED');
    } catch (error) {
      if (!isLockTimeout(error) && !(error instanceof DomainError && error.code === 'UNAVAILABLE')) throw error;
      held.set(raffleId, error);
      return 0;
    }
  };
  let total = 0;
  let last: OrderRow | undefined;
  for (;;) {
    const behind = [last?.expiresAt ?? null, last?.id ?? null];
    const orders = await app.db.query(selectExpiredOrders, [GRACE_SECONDS, BATCH, providerName, ...behind]);
    last = orders.at(-1);
    if (!last) break;
    const ended = await (providerName === null ? endStatic(orders, end) : endRegistered(app, orders, end));
    if (ended === 'AWAY') break;
    total += ended;
  }
  for (const failure of held.values()) throw failure;
  return total;
}

type EndOrders = (raffleId: string, orders: OrderRow[]) => Promise<number>;

/** Nobody is asked: those of a raffle are ended in one transaction. */
async function endStatic(orders: OrderRow[], end: EndOrders): Promise<number> {
  let total = 0;
  for (const raffleId of new Set(orders.map((order) => order.raffleId))) {
    total += await end(
      raffleId,
      orders.filter((order) => order.raffleId === raffleId),
    );
  }
  return total;
}

/** Each charge is cancelled at the provider first. AWAY as soon as the provider cannot be asked at all. */
async function endRegistered(app: App, orders: OrderRow[], end: EndOrders): Promise<number | 'AWAY'> {
  let isAway = false;
  const endOne = async (order: OrderRow): Promise<number> => {
    if (isAway) return 0;
    try {
      return await end(order.raffleId, [order]);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      app.log.warn({ err: error, event: 'orders.expiry.held_up', orderId: order.id }, 'an expired order waits for its provider');
      isAway ||= isProviderAway(error);
      return 0;
    }
  };
  const ended = await pMap(orders, endOne, { concurrency: PROVIDER_CALLS_AT_ONCE });
  return isAway ? 'AWAY' : ended.reduce((sum, count) => sum + count, 0);
}
