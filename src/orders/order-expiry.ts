import pMap from 'p-map';
import type { App } from '../context.js';
import { isProviderAway, ProviderError } from '../payment-providers/client/provider-error.js';
import { isLockTimeout } from '../platform/database/errors.js';
import { DomainError } from '../platform/domain-error.js';
import { EXPIRY_GRACE_SECONDS } from '../quotas/expiry-grace.js';
import { createBackoff, type Backoff } from '../platform/backoff.js';
import { endOrders, releaseStillPayable } from './order-ending.js';
import { selectExpiredOrders, selectProvidersOfExpired, type OrderRow } from './order.sql.js';

const BATCH = 500;
const PROVIDER_CALLS_AT_ONCE = 8;
const HELD_UP_HOURS = 6;
export const EXPIRY_BACKOFF = { firstMs: 5_000, longestMs: 300_000 };

/** A provider that fails delays only its own orders, for six hours at most. Safe in several processes. Returns how many ended. */
export async function expireOrders(app: App, backoff = createBackoff(EXPIRY_BACKOFF)): Promise<number> {
  const providers = await app.db.query(selectProvidersOfExpired, [EXPIRY_GRACE_SECONDS]);
  const sweeps = await Promise.allSettled(providers.map(({ providerName }) => sweep(app, providerName, backoff)));
  const failed = sweeps.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return sweeps.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
}

/** `providerName` null: orders with static codes. */
async function sweep(app: App, providerName: string | null, backoff: Backoff): Promise<number> {
  // Raffles whose counter is locked: their orders wait for the next sweep.
  const held = new Map<string, unknown>();
  const end: EndOrders = async (orders, how) => {
    let ended = 0;
    for (const raffleId of new Set(orders.map((order) => order.raffleId))) {
      if (held.has(raffleId)) continue;
      const ofRaffle = orders.filter((order) => order.raffleId === raffleId);
      try {
        ended += await how(app, ofRaffle, 'EXPIRED');
      } catch (error) {
        if (!isLockTimeout(error) && !(error instanceof DomainError && error.code === 'UNAVAILABLE')) throw error;
        held.set(raffleId, error);
      }
    }
    return ended;
  };
  let total = 0;
  let last: OrderRow | undefined;
  for (;;) {
    const behind = [last?.expiresAt ?? null, last?.id ?? null];
    const orders = await app.db.query(selectExpiredOrders, [EXPIRY_GRACE_SECONDS, BATCH, providerName, ...behind]);
    last = orders.at(-1);
    if (!last) break;
    if (providerName === null) {
      total += await end(orders, endOrders);
      continue;
    }
    const { ended, isAway } = await endRegistered(app, providerName, orders, end, backoff);
    total += ended;
    if (isAway) break;
  }
  for (const failure of held.values()) throw failure;
  return total;
}

type EndOrders = (orders: OrderRow[], how: typeof endOrders) => Promise<number>;

async function endRegistered(
  { log }: App,
  providerName: string,
  orders: OrderRow[],
  end: EndOrders,
  backoff: Backoff,
): Promise<{ ended: number; isAway: boolean }> {
  const heldUp: OrderRow[] = [];
  let ended = 0;
  let isAway = !backoff.mayTry(providerName);
  const endOne = async (order: OrderRow): Promise<void> => {
    if (isAway || !backoff.mayTry(order.id)) return void heldUp.push(order);
    try {
      ended += await end([order], endOrders);
      backoff.succeeded(providerName);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error, event: 'orders.expiry.held_up', orderId: order.id }, 'an expired order waits for its provider');
      heldUp.push(order);
      // Calls that ran at the same time count as one failure.
      if (isProviderAway(error) && !isAway) backoff.failed(providerName);
      isAway ||= isProviderAway(error);
      backoff.failed(order.id);
    }
  };
  await pMap(orders, endOne, { concurrency: PROVIDER_CALLS_AT_ONCE });

  const longestMs = HELD_UP_HOURS * 3_600_000;
  const released = heldUp.filter(({ expiresAt }) => Date.now() - expiresAt.getTime() > longestMs);
  return { ended: ended + (await end(released, releaseStillPayable)), isAway };
}
