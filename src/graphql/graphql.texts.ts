import { defineTexts, type TextsOf } from '../platform/texts.js';

/** What GraphQL refuses before anything is done, and what any input may break. */
export const graphqlTexts = defineTexts({
  'graphql.documentTooLarge': {
    code: 'QUERY_TOO_COMPLEX',
    en: 'The document is too large: at most {most} tokens, and not the same fields over and over.',
    'pt-BR': 'O documento é grande demais: no máximo {most} tokens, e não os mesmos campos repetidos.',
  },
  'graphql.costsTooMuch': {
    code: 'QUERY_TOO_COMPLEX',
    en: 'This costs {cost}, and at most {most} is allowed: a field counts one or more, a page its size. Ask for smaller pages, or for less at once.',
    'pt-BR':
      'Isto custa {cost}, e o máximo é {most}: um campo conta um ou mais, uma página o seu tamanho. Peça páginas menores, ou menos de uma vez.',
  },
  'graphql.variablesDoNotFit': {
    code: 'BAD_USER_INPUT',
    en: 'The variables do not fit their types.',
    'pt-BR': 'As variáveis não têm os tipos certos.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof graphqlTexts> {}
}
