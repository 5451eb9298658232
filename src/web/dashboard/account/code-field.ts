import { texts } from '../../common/language.js';

/** Phones offer the keys for digits; a recovery code has letters, so the keyboard is not numeric. */
export const CODE_FIELD = { autocomplete: 'one-time-code', maxLength: 40 } as const;

export const CODE_TEXTS = texts({
  'pt-BR': { code: 'Código', hint: 'Os 6 dígitos do aplicativo autenticador, ou um código de recuperação.' },
  en: { code: 'Code', hint: 'The 6 digits of the authenticator app, or a recovery code.' },
});
