import { defineTexts, type TextsOf } from '../platform/texts.js';

export const wonPrizesTexts = defineTexts({
  'wonPrizes.wonNotFound': { code: 'NOT_FOUND', en: 'There is no such prize.', 'pt-BR': 'Prêmio não encontrado.' },
  'wonPrizes.returned': {
    code: 'CONFLICT',
    en: 'The bank took back what paid the order: the prize went to the close.',
    'pt-BR': 'O banco tomou de volta o que pagou o pedido: o prêmio foi para o encerramento.',
  },
  'wonPrizes.lapsed': {
    code: 'CONFLICT',
    en: 'The prize lapsed on {day}: nobody claimed it before.',
    'pt-BR': 'O prêmio caducou em {day}: ninguém o reclamou antes.',
  },
  'wonPrizes.denied': {
    code: 'CONFLICT',
    en: 'The prize was denied, because the money of its order went back: reopen it first.',
    'pt-BR': 'O prêmio foi negado, porque o dinheiro do pedido voltou: reabra-o antes.',
  },
  'wonPrizes.moneyReturned': {
    code: 'CONFLICT',
    en: "Money of the prize's order went back: deny the prize, or say that it is delivered despite that.",
    'pt-BR': 'O dinheiro do pedido voltou: negue o prêmio, ou confirme a entrega mesmo assim.',
  },
  'wonPrizes.moneyKept': {
    code: 'CONFLICT',
    en: "The money of the prize's order is here, or disputed: the prize stays owed.",
    'pt-BR': 'O dinheiro do pedido está aqui, ou contestado: o prêmio continua devido.',
  },
  'wonPrizes.delivered': {
    code: 'CONFLICT',
    en: 'The prize was delivered, with another receipt: reopen it first.',
    'pt-BR': 'O prêmio já foi entregue, com outro comprovante: reabra-o antes.',
  },
  'wonPrizes.deliveredAlready': { code: 'CONFLICT', en: 'The prize was delivered.', 'pt-BR': 'O prêmio já foi entregue.' },
  'wonPrizes.receiptNeeded': {
    rule: 'required',
    en: 'is required where there is no picture of the receipt',
    'pt-BR': 'é obrigatório se não há foto do comprovante',
  },
  'wonPrizes.noSuchPicture': {
    rule: 'unknown',
    en: 'is not an uploaded picture',
    'pt-BR': 'não é uma foto enviada',
  },
  'wonPrizes.reason': { rule: 'length', en: 'must be 1 to 500 characters', 'pt-BR': 'deve ter de 1 a 500 caracteres' },
  'wonPrizes.orderWon': {
    code: 'CONFLICT',
    en: 'The order holds a prize that it won, which is owed to its buyer: it is not refunded.',
    'pt-BR': 'O pedido ganhou um prêmio, que é devido ao comprador: por isso não pode ser devolvido.',
  },
  'wonPrizes.owedToPerson': {
    code: 'CONFLICT',
    en: 'Prizes are owed to this person: {prizes}. Deliver them first.',
    'pt-BR': 'Há prêmios devidos a esta pessoa: {prizes}. Entregue-os antes.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof wonPrizesTexts> {}
}
