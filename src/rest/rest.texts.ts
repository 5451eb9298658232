import { defineTexts, type TextsOf } from '../platform/texts.js';

export const restTexts = defineTexts({
  'rest.notFound': { code: 'NOT_FOUND', en: 'There is no such record.', 'pt-BR': 'Registro não encontrado.' },
  'rest.userTokenNeeded': {
    code: 'UNAUTHENTICATED',
    en: 'This needs an access token of a user or an operator: log in first.',
    'pt-BR': 'Isto exige o token de acesso de um usuário ou operador: entre primeiro.',
  },
  'rest.unknownField': { rule: 'unknownField', en: 'is not a field of this request', 'pt-BR': 'não é um campo desta requisição' },
  'rest.unknownParameter': {
    rule: 'unknownParameter',
    en: 'is not a parameter of this request',
    'pt-BR': 'não é um parâmetro desta requisição',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof restTexts> {}
}
