import { LRUCache } from 'lru-cache';

export const MAX_ORDER_QUOTAS = 20_000;

/** EXACT: all for `price`. FROM: each for `price` in orders of at least `quotaQuantity`. In centavos. */
export interface Promotion {
  id: string;
  kind: 'EXACT' | 'FROM';
  quotaQuantity: number;
  price: number;
  bonusQuotas: number;
}

export interface PriceList {
  id: string;
  version: number;
  quotaPrice: bigint;
  promotions: readonly Promotion[];
  cumulative: boolean;
}

export interface Price {
  bonusQuotas: number;
  discount: bigint;
  totalValue: bigint;
}

export interface Prices {
  /**
   * The cheapest way the promotions allow; then the one with most bonus quotas. Without `cumulative` one promotion applies once.
   * With it the order is split into EXACT promotions and single quotas, at the price of at most one FROM promotion.
   */
  of(list: PriceList, quotaQuantity: number): Price;
}

/** Most orders are small, and hundreds of raffles sell at once. */
const TABLE_SIZES = [64, 1_024, MAX_ORDER_QUOTAS];
/** Of 16 bytes, in all tables. */
const MAX_ENTRIES = 2_000_000;

export function createPrices(): Prices {
  // A table has all quantities up to its size, so an unusual quantity costs no more.
  const tables = new LRUCache<string, SplitTable>({ maxSize: MAX_ENTRIES });
  const splits = (list: PriceList, unitPrice: number, quantity: number): Offer => {
    const size = TABLE_SIZES.find((least) => quantity <= least) ?? quantity;
    const key = `${list.id} ${list.version} ${unitPrice} ${size}`;
    const known = tables.get(key);
    if (known) return known(quantity);
    const made = splitTable(
      list.promotions.filter(({ kind }) => kind === 'EXACT'),
      unitPrice,
      size,
    );
    tables.set(key, made, { size });
    return made(quantity);
  };

  const bestOffer = (list: PriceList, quantity: number): Offer => {
    const { promotions, cumulative } = list;
    const singly = (unitPrice: number): Offer =>
      cumulative ? splits(list, unitPrice, quantity) : { total: unitPrice * quantity, bonus: 0 };
    const offerOf = ({ kind, quotaQuantity, price, bonusQuotas }: Promotion): Offer => {
      if (kind === 'EXACT') return { total: price, bonus: bonusQuotas };
      const { total, bonus } = singly(price);
      return { total, bonus: bonus + bonusQuotas * (cumulative ? Math.floor(quantity / quotaQuantity) : 1) };
    };
    let best = singly(Number(list.quotaPrice));
    for (const promotion of promotions) {
      const { kind, quotaQuantity } = promotion;
      if (kind === 'EXACT' ? quotaQuantity !== quantity : quotaQuantity > quantity) continue;
      const offer = offerOf(promotion);
      if (isBetter(offer, best)) best = offer;
    }
    return best;
  };

  return {
    of(list, quotaQuantity) {
      const fullPrice = list.quotaPrice * BigInt(quotaQuantity);
      if (list.promotions.length === 0) return { bonusQuotas: 0, discount: 0n, totalValue: fullPrice };
      const best = bestOffer(list, quotaQuantity);
      const totalValue = BigInt(best.total);
      const bonusQuotas = Math.min(best.bonus, MAX_ORDER_QUOTAS - quotaQuantity);
      return { bonusQuotas, discount: fullPrice - totalValue, totalValue };
    },
  };
}

export function nextTier({ promotions }: Pick<PriceList, 'promotions'>, quotaQuantity: number): number | null {
  const above = promotions.map((promotion) => promotion.quotaQuantity).filter((quantity) => quantity > quotaQuantity);
  return above.length > 0 ? Math.min(...above) : null;
}

function isBetter(one: Offer, other: Offer): boolean {
  return one.total < other.total || (one.total === other.total && one.bonus > other.bonus);
}

/** Centavos as a number: no order comes near 2^53. */
export interface Offer {
  total: number;
  bonus: number;
}

export type SplitTable = (quantity: number) => Offer;

interface Pack {
  quotaQuantity: number;
  price: number;
  bonusQuotas: number;
}

/** In one pass: the best split of n is one quota or pack more than the best of the rest. */
function splitTable(packs: readonly Pack[], unitPrice: number, largest: number): SplitTable {
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

export const PROMOTIONS_OF_RAFFLE = `(
    SELECT coalesce(json_agg(json_build_object(
      'id', m.id, 'kind', m.kind, 'quotaQuantity', m.quota_quantity, 'price', m.price, 'bonusQuotas', m.bonus_quotas
    ) ORDER BY m.quota_quantity, m.kind), '[]')
    FROM promotions m WHERE m.raffle_id = r.id
  )`;
