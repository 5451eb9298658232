import type { OperatorRole, OrderOfBuyerFragment } from '../../../generated/client/operations.js';

type Role = OperatorRole | null | undefined;

export type OrdersAct = 'cancel' | 'refund';

export const mayCancel = (role: Role): boolean => role === 'OWNER' || role === 'SUPPORT';
export const mayMoveMoney = (role: Role): boolean => role === 'OWNER' || role === 'FINANCE';
export const mayAskProvider = (role: Role): boolean => mayCancel(role) || mayMoveMoney(role);

/** What a role may do to many orders. */
export const actsOf = (role: Role): readonly OrdersAct[] => [
  ...(mayCancel(role) ? (['cancel'] as const) : []),
  ...(mayMoveMoney(role) ? (['refund'] as const) : []),
];

export const quotasOf = (orders: readonly OrderOfBuyerFragment[]): number =>
  orders.reduce((sum, { quotaQuantity }) => sum + quotaQuantity, 0);

/** In reais, as the service writes amounts. Summed in centavos: decimals do not add up exactly. */
export function moneyOf(orders: readonly OrderOfBuyerFragment[]): string {
  const centavos = orders.reduce((sum, { totalValue }) => sum + Math.round(Number(totalValue) * 100), 0);
  return (centavos / 100).toFixed(2);
}
