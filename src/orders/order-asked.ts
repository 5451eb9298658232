import type { OrderTracking } from '../quotas/order-tracking.js';

/** What a caller asks for when buying. */
export interface OrderAsked {
  raffleId: string;
  quotaQuantity: number;
  /** Whom it is for: oneself unless an operator says another. */
  userId?: string | null | undefined;
  paymentProviderName?: string | null | undefined;
  referral?: string | null | undefined;
  tracking?: { [Name in keyof OrderTracking]?: string | null | undefined } | null | undefined;
  buyer?: { name?: string | null | undefined; cpf?: string | null | undefined; phone?: string | null | undefined };
}
