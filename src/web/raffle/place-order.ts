import type { GatewayClient } from '../../client/create-client.js';
import { GatewayError } from '../../client/errors.js';
import type { CheckoutFragment } from '../../generated/client/operations.js';
import { finishIntention, intentionFor } from './intention.js';
import { referralOf } from './referral.js';

/** After these nobody knows whether it was placed, or it may yet be with the same key. */
const STILL_OPEN = new Set(['NETWORK_ERROR', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR', 'UNAUTHENTICATED', 'RATE_LIMITED']);

/** Places the order that somebody decided on: once, however often it is tried. */
export async function placeOrder(
  client: GatewayClient,
  { raffleId, quotaQuantity }: { raffleId: string; quotaQuantity: number },
): Promise<CheckoutFragment> {
  const { key } = intentionFor(raffleId, quotaQuantity);
  try {
    const order = await client.createOrder(
      { raffleId, quotaQuantity, paymentMethod: 'PIX', referral: referralOf(raffleId) },
      { idempotencyKey: key },
    );
    finishIntention(raffleId);
    return order;
  } catch (error) {
    if (error instanceof GatewayError && !STILL_OPEN.has(error.code)) finishIntention(raffleId);
    throw error;
  }
}
