import { defineTexts, type TextsOf } from '../platform/texts.js';

export const metricsTexts = defineTexts({
  'metrics.percentageExists': {
    code: 'CONFLICT',
    en: 'The raffle has a displayed percentage already: update it.',
    'pt-BR': 'A rifa já tem um percentual exibido: atualize-o.',
  },
  'metrics.withCertificate': {
    code: 'CONFLICT',
    en: 'The raffle has a certificate of authorisation: its page shows what is really sold, and no other percentage.',
    'pt-BR': 'A rifa tem um certificado de autorização: a página mostra o que foi vendido de verdade, e nenhum outro percentual.',
  },
  'metrics.noPercentage': {
    code: 'CONFLICT',
    en: 'The raffle has no displayed percentage yet: create it.',
    'pt-BR': 'A rifa ainda não tem percentual exibido: crie-o.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof metricsTexts> {}
}
