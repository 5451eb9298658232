import { defineTexts, type TextsOf } from '../platform/texts.js';

export const personalDataTexts = defineTexts({
  'personalData.logInFirst': { code: 'UNAUTHENTICATED', en: 'Log in first.', 'pt-BR': 'Entre primeiro.' },
  'personalData.quotasInRaffles': {
    code: 'CONFLICT',
    en: 'There are quotas in raffles that are not over: {raffles}. Refund them, or wait for the draw.',
    'pt-BR': 'Há cotas em rifas que não acabaram: {raffles}. Devolva, ou espere o sorteio.',
  },
  'personalData.givenBackInRaffles': {
    code: 'CONFLICT',
    en: 'Quotas that were given back count in raffles that are not over: {raffles}. Wait until these are over.',
    'pt-BR': 'Cotas devolvidas ainda contam em rifas que não acabaram: {raffles}. Espere até elas acabarem.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof personalDataTexts> {}
}
