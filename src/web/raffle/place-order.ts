import type { GatewayClient } from '../../client/create-client.js';
import type { CheckoutFragment } from '../../generated/client/operations.js';
import { once } from '../common/once.js';
import { referralOf } from './referral.js';
import { trackingOfVisit } from './tracking.js';

/** Places the order that somebody decided on: once, however often it is tried. */
export async function placeOrder(
  client: GatewayClient,
  { raffleId, quotaQuantity }: { raffleId: string; quotaQuantity: number },
): Promise<CheckoutFragment> {
  const of = { referral: referralOf(raffleId), tracking: trackingOfVisit() };
  const input = { raffleId, quotaQuantity, paymentMethod: 'PIX' as const, ...of };
  const place = (): Promise<CheckoutFragment> =>
    once(`buy ${raffleId}`, JSON.stringify(input), (idempotencyKey) => client.createOrder(input, { idempotencyKey }));
  const order = await place();
  // Its answer was lost, and it was paid or ended since, in another way: who buys now buys anew. What costs nothing is paid at once.
  const isOver = order.status !== 'PENDING' && Number(order.totalValue) > 0;
  return isOver ? place() : order;
}
