import { defineTexts, type TextsOf } from '../platform/texts.js';

export const promotionsTexts = defineTexts({
  'promotions.notFound': { code: 'NOT_FOUND', en: 'There is no such promotion.', 'pt-BR': 'Promoção não encontrada.' },
  'promotions.tooMany': {
    code: 'CONFLICT',
    en: 'The raffle has {most} promotions already; delete one first.',
    'pt-BR': 'A rifa já tem {most} promoções; exclua uma antes.',
  },
  'promotions.kindTaken': {
    rule: 'taken',
    en: 'has a promotion of this kind already: change that one',
    'pt-BR': 'já tem uma promoção deste tipo: altere aquela',
  },
  'promotions.leastOfAll': {
    rule: 'min',
    en: 'must be at least {min}, one centavo for each quota, in a raffle with a price',
    'pt-BR': 'deve ser pelo menos {min, number, money}, um centavo por cota, em uma rifa com preço',
  },
  'promotions.leastOfOne': {
    rule: 'min',
    en: 'must be at least {min} in a raffle with a price',
    'pt-BR': 'deve ser pelo menos {min, number, money} em uma rifa com preço',
  },
  'promotions.giveAway': {
    rule: 'giveAway',
    en: 'cannot be above zero while promotions give quotas for nothing: change them first',
    'pt-BR': 'não pode ser maior que zero enquanto promoções dão cotas de graça: altere-as antes',
  },
  'promotions.priceOfAll': {
    rule: 'max',
    en: 'must be at most {max}, what they cost without it',
    'pt-BR': 'não pode passar de {max, number, money}, o preço sem a promoção',
  },
  'promotions.priceOfOne': {
    rule: 'max',
    en: 'must be at most {max}, what a quota costs without it',
    'pt-BR': 'não pode passar de {max, number, money}, o preço de uma cota sem a promoção',
  },
  'promotions.belowPriceOfAll': {
    rule: 'below',
    en: 'must be below {max}, what they cost without it, where it gives no bonus quotas',
    'pt-BR': 'deve ser menor que {max, number, money}, o preço sem a promoção, quando não dá cotas de brinde',
  },
  'promotions.belowPriceOfOne': {
    rule: 'below',
    en: 'must be below {max}, what a quota costs without it, where it gives no bonus quotas',
    'pt-BR': 'deve ser menor que {max, number, money}, o preço de uma cota sem a promoção, quando não dá cotas de brinde',
  },
  'promotions.atMostQuotas': {
    rule: 'max',
    en: 'must be at most quotaQuantity, {max}',
    'pt-BR': 'não pode passar da quantidade de cotas, {max}',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof promotionsTexts> {}
}
