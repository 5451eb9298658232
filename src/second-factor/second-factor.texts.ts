import { defineTexts, type TextsOf } from '../platform/texts.js';

export const secondFactorTexts = defineTexts({
  'secondFactor.notBegun': {
    code: 'CONFLICT',
    en: 'No authenticator app waits for a code: begin with beginTotp.',
    'pt-BR': 'Nenhum aplicativo autenticador espera um código: comece com beginTotp.',
  },
  'secondFactor.none': {
    code: 'CONFLICT',
    en: 'The account has no second factor: set one up first.',
    'pt-BR': 'A conta não tem segundo fator: configure um primeiro.',
  },
  'secondFactor.operatorsOnly': {
    code: 'CONFLICT',
    en: 'Only operators have a second factor.',
    'pt-BR': 'Só operadores têm segundo fator.',
  },
  'secondFactor.wrongCode': {
    rule: 'wrong',
    en: 'is wrong, or was used already: wait for the next one',
    'pt-BR': 'está incorreto, ou já foi usado: espere o próximo',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof secondFactorTexts> {}
}
