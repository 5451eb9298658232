import { defineTexts, type TextsOf } from '../platform/texts.js';

export const awardedBoxesTexts = defineTexts({
  'awardedBoxes.comboNotFound': {
    code: 'NOT_FOUND',
    en: 'There is no such awarded box combo.',
    'pt-BR': 'Combo de caixas premiadas não encontrado.',
  },
  'awardedBoxes.notFound': { code: 'NOT_FOUND', en: 'There is no such awarded box.', 'pt-BR': 'Caixa premiada não encontrada.' },
  'awardedBoxes.boxNotFound': { code: 'NOT_FOUND', en: 'There is no such box.', 'pt-BR': 'Caixa não encontrada.' },
  'awardedBoxes.orderRefunded': {
    code: 'CONFLICT',
    en: 'The order of this box was refunded: it cannot be opened.',
    'pt-BR': 'O pedido desta caixa foi devolvido: ela não pode ser aberta.',
  },
  'awardedBoxes.raffleCancelled': {
    code: 'CONFLICT',
    en: 'The raffle is called off: nobody wins its boxes.',
    'pt-BR': 'A rifa foi cancelada: ninguém ganha as caixas.',
  },
  'awardedBoxes.tooManyCombos': {
    code: 'CONFLICT',
    en: 'The raffle has {most} combos already; delete one first.',
    'pt-BR': 'A rifa já tem {most} combos; exclua um antes.',
  },
  'awardedBoxes.neededForPercentage': {
    rule: 'required',
    en: 'is required where mode is PORCENTAGEM',
    'pt-BR': 'é obrigatório quando mode é PORCENTAGEM',
  },
  'awardedBoxes.leftOut': {
    rule: 'leftOut',
    en: 'must be left out where mode is ALEATORIO',
    'pt-BR': 'não deve ser enviado quando mode é ALEATORIO',
  },
  'awardedBoxes.mostUnits': {
    rule: 'max',
    en: 'must be at most {max}: a raffle has at most {most} units of ALEATORIO',
    'pt-BR': 'deve ser no máximo {max}: uma rifa tem no máximo {most} unidades de ALEATORIO',
  },
  'awardedBoxes.mostHundred': {
    rule: 'max',
    en: 'must be at most {max}, so that those of a raffle are at most 100',
    'pt-BR': 'deve ser no máximo {max}, para que as de uma rifa somem no máximo 100',
  },
  'awardedBoxes.tooMany': {
    rule: 'maxItems',
    en: 'are at most {max} in a raffle: delete one first',
    'pt-BR': 'são no máximo {max} em uma rifa: exclua uma antes',
  },
  'awardedBoxes.comboTaken': {
    rule: 'taken',
    en: 'has a combo of the raffle already: change that one',
    'pt-BR': 'já tem um combo da rifa: altere aquele',
  },
  'awardedBoxes.wouldMake': { rule: 'wouldMake', en: 'would make {fault}', 'pt-BR': 'faria {fault}' },
  'awardedBoxes.boxesOfOrder': {
    en: 'combos of more than {most} boxes in all',
    'pt-BR': 'combos de mais de {most} caixas no total',
  },
  'awardedBoxes.boxes': { code: 'CONFLICT', en: 'Awarded boxes {problem}.', 'pt-BR': 'As caixas premiadas {problem}.' },
  'awardedBoxes.unitsNeedQuotas': {
    rule: 'min',
    en: 'must be at least {min}, the units of its awarded boxes',
    'pt-BR': 'deve ser pelo menos {min}, os prêmios das suas caixas',
  },
  'awardedBoxes.unitsInRaffle': {
    rule: 'units',
    en: 'must not be fewer than the units: the raffle has {quotas, plural, one {1 quota} other {{quotas} quotas}}, and {left} at most',
    'pt-BR':
      'não podem ser menos que os prêmios: a rifa tem {quotas, plural, one {1 cota} other {{quotas} cotas}}, e {left, plural, one {cabe} other {cabem}} no máximo {left}',
  },
  'awardedBoxes.unitsBesideOthers': {
    rule: 'units',
    en: 'must not be fewer than the units: the raffle has {quotas, plural, one {1 quota} other {{quotas} quotas}}, and {left} that its other boxes leave',
    'pt-BR':
      'não podem ser menos que os prêmios: a rifa tem {quotas, plural, one {1 cota} other {{quotas} cotas}}, e {left, plural, one {cabe} other {cabem}} {left} ao lado das outras caixas',
  },
  'awardedBoxes.noRaffle': { rule: 'noSuch', en: 'is the id of no raffle', 'pt-BR': 'não é o id de nenhuma rifa' },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof awardedBoxesTexts> {}
}
