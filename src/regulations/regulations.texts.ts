import { defineTexts, type TextsOf } from '../platform/texts.js';

export const regulationsTexts = defineTexts({
  'regulations.notFound': {
    code: 'NOT_FOUND',
    en: 'There is no such version of the regulation.',
    'pt-BR': 'Essa versão do regulamento não existe.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof regulationsTexts> {}
}
