/** How long after `expiresAt` an unpaid order keeps its quotas and its price: a callback may arrive this long after the payment. */
export const EXPIRY_GRACE_SECONDS = 120;
