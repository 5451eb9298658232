/** Most quotas in one order, whatever the raffle. */
export const MAX_ORDER_QUOTAS = 20_000;
