import type { OperatorRole, OrderOfBuyerFragment } from '../../../generated/client/operations.js';

export type OrdersAct = 'cancel' | 'refund';

/** What a role may do to many orders. */
export const actsOf = (role: OperatorRole | null | undefined): readonly OrdersAct[] => [
  ...(role === 'OWNER' || role === 'SUPPORT' ? (['cancel'] as const) : []),
  ...(role === 'OWNER' || role === 'FINANCE' ? (['refund'] as const) : []),
];

export const quotasOf = (orders: readonly OrderOfBuyerFragment[]): number =>
  orders.reduce((sum, { quotaQuantity }) => sum + quotaQuantity, 0);

/** In reais, as the service writes amounts. Summed in centavos: decimals do not add up exactly. */
export function moneyOf(orders: readonly OrderOfBuyerFragment[]): string {
  const centavos = orders.reduce((sum, { totalValue }) => sum + Math.round(Number(totalValue) * 100), 0);
  return (centavos / 100).toFixed(2);
}
