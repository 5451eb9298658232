import { defineTexts, type TextsOf } from '../platform/texts.js';

export const savedFiltersTexts = defineTexts({
  'savedFilters.notFound': {
    code: 'NOT_FOUND',
    en: 'You have no such filter.',
    'pt-BR': 'Você não tem esse filtro.',
  },
  'savedFilters.many': {
    code: 'CONFLICT',
    en: 'This list has {most} filters of yours, which is as many as it can have: delete one first.',
    'pt-BR': 'Esta lista já tem {most} filtros seus, o máximo: exclua um antes.',
  },
  'savedFilters.taken': {
    rule: 'taken',
    en: 'is of another filter of yours on this list',
    'pt-BR': 'já é de outro filtro seu desta lista',
  },
  'savedFilters.query': {
    rule: 'query',
    en: 'must be a query string with only {names}, each once and with at most {longest} characters',
    'pt-BR': 'deve ser uma consulta só com {names}, cada um uma vez e com até {longest} caracteres',
  },
});
declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof savedFiltersTexts> {}
}
