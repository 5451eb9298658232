import type { GatewayClient } from '../../client/create-client.js';
import type { CheckoutFragment } from '../../generated/client/operations.js';
import { once } from '../shared/once.js';
import { referralOf } from './referral.js';

/** Places the order that somebody decided on: once, however often it is tried. */
export function placeOrder(
  client: GatewayClient,
  { raffleId, quotaQuantity }: { raffleId: string; quotaQuantity: number },
): Promise<CheckoutFragment> {
  const input = { raffleId, quotaQuantity, paymentMethod: 'PIX' as const, referral: referralOf(raffleId) };
  return once(`buy ${raffleId}`, String(quotaQuantity), (idempotencyKey) => client.createOrder(input, { idempotencyKey }));
}
