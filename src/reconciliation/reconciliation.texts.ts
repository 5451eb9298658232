import { defineTexts, type TextsOf } from '../platform/texts.js';

export const reconciliationTexts = defineTexts({
  'reconciliation.entryNotFound': { code: 'NOT_FOUND', en: 'There is no such entry.', 'pt-BR': 'Lançamento não encontrado.' },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof reconciliationTexts> {}
}
