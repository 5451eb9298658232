import { defineTexts, type TextsOf } from '../platform/texts.js';

export const bookTexts = defineTexts({
  'book.published': {
    rule: 'published',
    en: 'must be {size} or less: so many leaves are published',
    'pt-BR': 'deve ser {size} ou menos: tantas folhas estão publicadas',
  },
  'book.fromTo': { rule: 'order', en: 'must be `to` or less', 'pt-BR': 'deve ser `to` ou menos' },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof bookTexts> {}
}
