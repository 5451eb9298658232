import type { SecondFactorMethod } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';

/** Phones offer the keys for digits; a recovery code has letters, so the keyboard is not numeric. */
const CODE_FIELD = { autocomplete: 'one-time-code', maxLength: 40 } as const;

/** Props of the field for a code of one of the methods. */
export function useCodeField(methods: readonly SecondFactorMethod[]) {
  const t = useTexts(TEXTS);
  return { ...CODE_FIELD, label: t.code, hint: methods.includes('TOTP') ? t.hint : t.recovery };
}

const TEXTS = texts({
  'pt-BR': {
    code: 'Código',
    hint: 'Os 6 dígitos do aplicativo autenticador, ou um código de recuperação.',
    recovery: 'Um código de recuperação.',
  },
  en: { code: 'Code', hint: 'The 6 digits of the authenticator app, or a recovery code.', recovery: 'A recovery code.' },
});
