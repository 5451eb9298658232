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
    en: 'must be a query string of one or more of {names}, each at most once',
    'pt-BR': 'deve ser uma consulta com um ou mais de {names}, cada um no máximo uma vez',
  },
  'savedFilters.oneOf': {
    rule: 'oneOf',
    en: 'has a {name} that the list does not have: one of {values} is needed',
    'pt-BR': 'tem um {name} que a lista não tem: deve ser um de {values}',
  },
  'savedFilters.day': {
    rule: 'day',
    en: 'has a {name} that is no day: write it as in 2026-11-30',
    'pt-BR': 'tem um {name} que não é um dia: escreva como em 2026-11-30',
  },
  'savedFilters.action': {
    rule: 'action',
    en: 'has an {name} that is not the name of an action of the audit log, such as blockUser',
    'pt-BR': 'tem um {name} que não é o nome de uma ação da auditoria, como blockUser',
  },
  'savedFilters.operator': {
    rule: 'operator',
    en: 'has an {name} that is not the UUID of a user',
    'pt-BR': 'tem um {name} que não é o UUID de um usuário',
  },
  'savedFilters.raffle': {
    rule: 'raffle',
    en: 'has a {name} that is not the UUID of a raffle',
    'pt-BR': 'tem um {name} que não é o UUID de uma rifa',
  },
  'savedFilters.span': {
    rule: 'span',
    en: 'has a from after its to: swap them',
    'pt-BR': 'tem um from depois do to: troque-os',
  },
});
declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof savedFiltersTexts> {}
}
