import { defineTexts, type TextsOf } from '../platform/texts.js';

export const luckyNumbersTexts = defineTexts({
  'luckyNumbers.userIdRequired': {
    rule: 'required',
    en: "is required when an operator asks for a customer's numbers",
    'pt-BR': 'é obrigatório quando um operador pede os números de um cliente',
  },
  'luckyNumbers.ofRaffle': {
    rule: 'raffleNumber',
    en: 'must be a number of this raffle, written like {example}',
    'pt-BR': 'deve ser um número desta rifa, escrito como {example}',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof luckyNumbersTexts> {}
}
