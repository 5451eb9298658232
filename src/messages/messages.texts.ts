import { defineTexts, type TextsOf } from '../platform/texts.js';

export const messagesTexts = defineTexts({
  'messages.linkNotFound': {
    code: 'NOT_FOUND',
    en: 'This link is not one of our messages: take it from a message once more, whole.',
    'pt-BR': 'Este link não é de uma mensagem nossa: abra-o de novo a partir da mensagem, inteiro.',
  },
  'messages.notFound': { code: 'NOT_FOUND', en: 'There is no such message.', 'pt-BR': 'Mensagem não encontrada.' },
  'messages.notResent': {
    code: 'CONFLICT',
    en: 'This message is not sent once more: it is about to be sent, or its time is over.',
    'pt-BR': 'Esta mensagem não é enviada de novo: ela ainda vai ser enviada, ou o tempo dela passou.',
  },
  'messages.strangePlace': {
    rule: 'unknownPlace',
    en: 'has no place for {places}: this kind has {known}',
    'pt-BR': 'não tem lugar para {places}: este tipo tem {known}',
  },
  'messages.codeNeeded': { rule: 'needed', en: 'must have {place}', 'pt-BR': 'precisa ter {place}' },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof messagesTexts> {}
}
