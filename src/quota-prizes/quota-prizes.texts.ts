import { defineTexts, type TextsOf } from '../platform/texts.js';

export const quotaPrizesTexts = defineTexts({
  'quotaPrizes.notFound': { code: 'NOT_FOUND', en: 'There is no such quota prize.', 'pt-BR': 'Cota premiada não encontrada.' },
  'quotaPrizes.afterFirstSale': {
    code: 'CONFLICT',
    en: 'Quota prizes stand since the first order: from then on they can only be sent to the close.',
    'pt-BR': 'As cotas premiadas valem desde o primeiro pedido: desde então só podem ser enviadas ao encerramento.',
  },
  'quotaPrizes.raffleStatus': {
    code: 'CONFLICT',
    en: 'The raffle is {status, select, DRAWN {drawn} FINISHED {finished} CANCELLED {called off} other {{status}}}: its quota prizes stay as they are.',
    'pt-BR':
      'A rifa {status, select, DRAWN {já foi sorteada} FINISHED {já foi concluída} CANCELLED {foi cancelada} other {está {status}}}: as cotas premiadas ficam como estão.',
  },
  'quotaPrizes.mustLeaveOne': {
    code: 'CONFLICT',
    en: 'It must leave a quota for sale: not every number can be withheld.',
    'pt-BR': 'Deve sobrar uma cota à venda: nem todos os números podem ser retidos.',
  },
  'quotaPrizes.numberNeeded': {
    rule: 'required',
    en: 'is required, unless automaticQuotaPrizeDistribution is true',
    'pt-BR': 'é obrigatório, a menos que automaticQuotaPrizeDistribution seja true',
  },
  'quotaPrizes.numberLeftOut': {
    rule: 'leftOut',
    en: 'must be left out: the service draws it',
    'pt-BR': 'não deve ser enviado: o serviço sorteia',
  },
  'quotaPrizes.numberTaken': { rule: 'taken', en: 'has a prize already', 'pt-BR': 'já tem um prêmio' },
  'quotaPrizes.leavesNone': {
    rule: 'leavesQuotas',
    en: 'must leave a quota for sale: not every number can be withheld',
    'pt-BR': 'deve deixar uma cota à venda: nem todos os números podem ser retidos',
  },
  'quotaPrizes.leavesTooFew': {
    rule: 'leavesQuotas',
    en: 'of {share} leaves fewer quotas for sale than prizes that wait for them',
    'pt-BR': 'de {share} deixa menos cotas à venda do que prêmios que esperam por elas',
  },
  'quotaPrizes.off': {
    rule: 'off',
    en: 'is false: the raffle has no quota prizes',
    'pt-BR': 'é false: a rifa não tem cotas premiadas',
  },
  'quotaPrizes.won': {
    code: 'CONFLICT',
    en: 'It was won: its number is an order’s.',
    'pt-BR': 'Já foi ganha: o número é de um pedido.',
  },
  'quotaPrizes.nothingToWithhold': {
    code: 'CONFLICT',
    en: 'Nothing is left to withhold: every quota is paid or in an unpaid order.',
    'pt-BR': 'Não há o que reter: todas as cotas estão pagas ou reservadas.',
  },
  'quotaPrizes.wouldLeave': {
    code: 'CONFLICT',
    en: 'That would leave fewer quotas for sale than quota prizes that are not to be won before {share} % are paid.',
    'pt-BR': 'Isso deixaria menos cotas à venda do que cotas premiadas que só podem sair depois de pagos {share} %.',
  },
  'quotaPrizes.tooMany': {
    code: 'CONFLICT',
    en: 'The raffle may have {most} quota prizes, and no more than its quotas; it has {count}.',
    'pt-BR': 'A rifa pode ter {most} cotas premiadas, e não mais que as cotas; tem {count}.',
  },
  'quotaPrizes.enabling': { code: 'CONFLICT', en: 'enableQuotaPrizes {problem}.', 'pt-BR': 'enableQuotaPrizes {problem}.' },
  'quotaPrizes.percentage': {
    rule: 'hundredths',
    en: 'must be from {min} to {max}, with at most two decimals',
    'pt-BR': 'deve ser de {min} a {max}, com no máximo duas casas decimais',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof quotaPrizesTexts> {}
}
