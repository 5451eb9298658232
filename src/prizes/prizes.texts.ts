import { defineTexts, type TextsOf } from '../platform/texts.js';

export const prizesTexts = defineTexts({
  'prizes.oneWay': {
    code: 'CONFLICT',
    en: 'The raffle can be bought: a prize that was sent to the close stays there, and is drawn among all who paid.',
    'pt-BR': 'A rifa já pode ser comprada: um prêmio enviado ao encerramento fica lá, e é sorteado entre todos os que pagaram.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof prizesTexts> {}
}
