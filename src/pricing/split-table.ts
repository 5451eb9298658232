/** What some quotas cost in all, in centavos as a number (no order comes near 2^53), and how many come on top. */
export interface Offer {
  total: number;
  bonus: number;
}

/** What each quantity costs. */
export type SplitTable = (quantity: number) => Offer;

/** So many quotas for one price. */
interface Pack {
  quotaQuantity: number;
  price: number;
  bonusQuotas: number;
}

/**
 * By quantity from 0 to `largest`, the best way to split it into packs, each as often as it fits, and quotas at `unitPrice`: the one
 * that costs least, and of those the one with most bonus quotas. One pass: the best of n is one quota, or one pack, beside the best
 * of what is left.
 */
export function splitTable(packs: readonly Pack[], unitPrice: number, largest: number): SplitTable {
  const totals = new Float64Array(largest + 1);
  const bonuses = new Float64Array(largest + 1);
  for (let quantity = 1; quantity <= largest; quantity++) {
    let total = totals[quantity - 1]! + unitPrice;
    let bonus = bonuses[quantity - 1]!;
    for (const pack of packs) {
      const rest = quantity - pack.quotaQuantity;
      if (rest < 0) continue;
      const packTotal = totals[rest]! + pack.price;
      const packBonus = bonuses[rest]! + pack.bonusQuotas;
      if (packTotal > total || (packTotal === total && packBonus <= bonus)) continue;
      total = packTotal;
      bonus = packBonus;
    }
    totals[quantity] = total;
    bonuses[quantity] = bonus;
  }
  return (quantity) => ({ total: totals[quantity]!, bonus: bonuses[quantity]! });
}
