import { texts } from './language.js';

/** What pages of texts are called. */
export const TEXT_TITLES = texts({
  'pt-BR': { faq: 'Perguntas frequentes', about: 'Quem somos', terms: 'Termos de uso', privacy: 'Privacidade' },
  en: { faq: 'Frequent questions', about: 'Who we are', terms: 'Terms of use', privacy: 'Privacy' },
});
