import type { OrderOfBuyerFragment } from '../../../generated/client/operations.js';
import { cancelOrdersRoles, refundOrdersRoles } from '../../../generated/client/operator-roles.js';
import type { useMay } from '../may.js';

export type OrdersAct = 'cancel' | 'refund';

/** What somebody may do to many orders. */
export const actsOf = (may: ReturnType<typeof useMay>): readonly OrdersAct[] => [
  ...(may(cancelOrdersRoles) ? (['cancel'] as const) : []),
  ...(may(refundOrdersRoles) ? (['refund'] as const) : []),
];

export const quotasOf = (orders: readonly OrderOfBuyerFragment[]): number =>
  orders.reduce((sum, { quotaQuantity }) => sum + quotaQuantity, 0);

/** In reais, as the service writes amounts. Summed in centavos: decimals do not add up exactly. */
export function moneyOf(orders: readonly OrderOfBuyerFragment[]): string {
  const centavos = orders.reduce((sum, { totalValue }) => sum + Math.round(Number(totalValue) * 100), 0);
  return (centavos / 100).toFixed(2);
}
