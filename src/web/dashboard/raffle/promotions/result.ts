import type { PromotionKind } from '../../../../generated/client/operations.js';

const centavos = (text: string): number => Math.round(Number(text) * 100);

/** What an order of just so many quotas costs with a promotion, and what all that it gets would cost without; reais. `saved` is in percent of that. */
export function resultOf(
  { kind, quotaQuantity, price, bonusQuotas }: { kind: PromotionKind; quotaQuantity: number; price: string; bonusQuotas: number },
  quotaPrice: string,
): { total: number; full: number; saved: number } {
  const full = centavos(quotaPrice) * (quotaQuantity + bonusQuotas);
  const total = kind === 'EXACT' ? centavos(price) : centavos(price) * quotaQuantity;
  return { total: total / 100, full: full / 100, saved: full > 0 ? ((full - total) / full) * 100 : 0 };
}
