import { defineTexts, type TextsOf } from '../platform/texts.js';

export const auditTexts = defineTexts({
  'audit.subjectType': {
    rule: 'auditSubject',
    en: 'must say what the subjectId is of',
    'pt-BR': 'deve dizer de que tipo é o subjectId',
  },
  'audit.subjectId': { rule: 'auditSubject', en: 'must say which one of that type', 'pt-BR': 'deve dizer qual daquele tipo' },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof auditTexts> {}
}
