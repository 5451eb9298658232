import { defineTexts, type TextsOf } from '../platform/texts.js';

export const instantPrizesTexts = defineTexts({
  'instantPrizes.undecided': {
    code: 'CONFLICT',
    en: 'What this order wins is not decided yet: try again when its public round is there, in some seconds.',
    'pt-BR': 'Ainda não se sabe o que este pedido ganhou: tente de novo quando a rodada pública sair, em alguns segundos.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof instantPrizesTexts> {}
}
