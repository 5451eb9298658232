/** Most quotas in one order, whatever the raffle, those that come as a bonus included. */
export const MAX_ORDER_QUOTAS = 20_000;
