import type { PromotionKind } from '../../../../generated/client/operations.js';
import { texts } from '../../../common/language.js';

interface Words {
  asks: Record<PromotionKind, (text: string, count: number) => string>;
  costs: Record<PromotionKind, (sum: string) => string>;
}

export const PROMOTION_TEXTS = texts<Words>({
  'pt-BR': {
    asks: {
      EXACT: (text, count) => (count === 1 ? 'Exatamente 1 cota' : `Exatamente ${text} cotas`),
      FROM: (text, count) => (count === 1 ? 'A partir de 1 cota' : `A partir de ${text} cotas`),
    },
    costs: { EXACT: (sum) => `${sum} no total`, FROM: (sum) => `${sum} cada` },
  },
  en: {
    asks: {
      EXACT: (text, count) => (count === 1 ? 'Exactly 1 quota' : `Exactly ${text} quotas`),
      FROM: (text, count) => (count === 1 ? '1 quota or more' : `${text} quotas or more`),
    },
    costs: { EXACT: (sum) => `${sum} in all`, FROM: (sum) => `${sum} each` },
  },
});

const centavos = (text: string): number => Math.round(Number(text) * 100);

/** In reais, for an order of exactly this quantity: its price, the price without the promotion, and the saving in percent. */
export function resultOf(
  { kind, quotaQuantity, price, bonusQuotas }: { kind: PromotionKind; quotaQuantity: number; price: string; bonusQuotas: number },
  quotaPrice: string,
): { total: number; full: number; saved: number } {
  const full = centavos(quotaPrice) * (quotaQuantity + bonusQuotas);
  const total = kind === 'EXACT' ? centavos(price) : centavos(price) * quotaQuantity;
  return { total: total / 100, full: full / 100, saved: full > 0 ? ((full - total) / full) * 100 : 0 };
}
