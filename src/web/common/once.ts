import { GatewayError } from '../../client/errors.js';
import { finishIntention, keyOfIntention } from './intention.js';

/** After these nobody knows whether it was done, or it may yet be, with the same key. */
const STILL_OPEN = new Set([
  'NETWORK_ERROR',
  'UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
  'UNAUTHENTICATED',
  'TOKEN_EXPIRED',
  'RATE_LIMITED',
]);

/** Whether what was asked for may have been done all the same. */
export const mayBeDone = (error: GatewayError | undefined): boolean =>
  error !== undefined && ['NETWORK_ERROR', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR'].includes(error.code);

/** Does what somebody decided on once, however often it is tried: `doing` gets the key that says so. */
export async function once<Result>(act: string, of: string, doing: (idempotencyKey: string) => Promise<Result>): Promise<Result> {
  try {
    const result = await doing(keyOfIntention(act, of));
    finishIntention(act);
    return result;
  } catch (error) {
    if (error instanceof GatewayError && !STILL_OPEN.has(error.code)) finishIntention(act);
    throw error;
  }
}
